#pragma once

#include "telemetry/recorder.h"

#include <functional>
#include <stop_token>

namespace spillway {

/// What the monitor asks about the present moment. All measured.
struct MonitorSources {
    std::function<std::array<MemoryUse, 3>()> memory;
    std::function<double()> read_ahead; ///< in layers, see SweepProgress
};

/// Watches one job's sweeps: adds up times per layer, and tells the sink where the sweep is (at most 30 times a
/// second) and how memory and links are doing (10 times a second). The decoder calls it at each slice and
/// layer, so that even a sweep of minutes shows its progress, and polls the stop token with it.
class SweepMonitor {
  public:
    SweepMonitor(std::size_t layers, const EventSink &events, std::stop_token stop, MonitorSources sources);

    void begin(SweepPhase phase, std::size_t token, std::size_t tokens, std::size_t rows);
    /// Ends the sweep and emits its report. `new_tokens`: what it added to the texts.
    const SweepReport &finish(std::size_t new_tokens);

    /// The decoder is now in `entry` (a layer, or the entries for embedding and output behind them).
    void enter(std::size_t entry);
    /// Work on a slice is done: `fraction` of the present layer. Throws Error(interrupted) on a stop.
    void computed(double fraction, std::uint64_t ram_bytes);
    /// The reads of `disk_bytes` for the present layer were waited for until now.
    void waited(std::uint64_t disk_bytes);

    [[nodiscard]] const std::stop_token &stop() const { return stop_; }
    [[nodiscard]] std::size_t embedding_entry() const { return layers_; }
    [[nodiscard]] std::size_t output_entry() const { return layers_ + 1; }

  private:
    void tick();
    void emit_sample(Clock::time_point now);

    std::size_t layers_;
    const EventSink &events_;
    std::stop_token stop_;
    MonitorSources sources_;
    SweepRecorder recorder_;
    SweepReport report_;

    Clock::time_point job_start_ = Clock::now();
    Clock::time_point sweep_start_ = job_start_;
    Clock::time_point last_progress_{};
    Clock::time_point last_sample_ = job_start_;
    SweepProgress progress_;
    std::size_t entry_ = 0;
    std::uint64_t sweeps_ = 0;
    double last_seconds_ = 0;      ///< of the sweep before, for the time that is left
    double tokens_per_second_ = 0; ///< exponential moving average
    std::uint64_t disk_bytes_ = 0; ///< since the last sample
    std::uint64_t ram_bytes_ = 0;
};

} // namespace spillway
