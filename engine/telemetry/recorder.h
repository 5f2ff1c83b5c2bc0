#pragma once

#include "telemetry/events.h"

#include <chrono>

namespace spillway {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Adds up what the layers of one sweep cost. One clock reading per measured stretch (some 25 ns each, a few
/// hundred per sweep): far below 1 % of a sweep. Used by one thread.
class SweepRecorder {
  public:
    explicit SweepRecorder(std::size_t layers) { report_.layers.resize(layers + 2); }

    void begin(std::uint64_t index, std::size_t rows);
    [[nodiscard]] SweepReport finish();

    /// The stretch between now and the last call was spent computing / waiting in `layer`.
    void computed(std::size_t layer);
    void waited(std::size_t layer);
    void read_from_disk(std::size_t layer, std::uint64_t bytes) { report_.layers[layer].disk_bytes += bytes; }
    void read_from_ram(std::size_t layer, std::uint64_t bytes) { report_.layers[layer].ram_bytes += bytes; }

    [[nodiscard]] std::size_t embedding_entry() const { return report_.layers.size() - 2; }
    [[nodiscard]] std::size_t output_entry() const { return report_.layers.size() - 1; }

  private:
    double lap();

    SweepReport report_;
    Clock::time_point start_;
    Clock::time_point last_;
};

} // namespace spillway
