#pragma once

#include "base/error.h"
#include "base/tier.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace spillway {

/// A path that bytes take. The names are those of the command line's JSON.
enum class Link { storage_to_ram, ram_to_cpu, ram_to_gpu, gpu_to_gpu };

/// What a sweep (or the present moment of it) waits for.
enum class Limit { none, disk, cpu, pcie, gpu };

/// "disk", "cpu", "pcie", "gpu"; "none" for none.
constexpr std::string_view limit_name(Limit limit) {
    constexpr std::array<std::string_view, 5> names = {"none", "disk", "cpu", "pcie", "gpu"};
    return names[static_cast<std::size_t>(limit)];
}

/// Bytes of one tier by what they hold; "other" is the program itself (code, vocabulary, window).
struct MemoryUse {
    std::uint64_t weights = 0;
    std::uint64_t context = 0; ///< key-value cache
    std::uint64_t staging = 0; ///< ring
    std::uint64_t scratch = 0; ///< activations
    std::uint64_t other = 0;

    [[nodiscard]] std::uint64_t total() const { return weights + context + staging + scratch + other; }
    bool operator==(const MemoryUse &) const = default;
};

/// What one layer of one sweep cost. Layer 0 is the first decoder layer; embedding and output have entries of
/// their own at the end of SweepReport::layers.
struct LayerTimes {
    double compute_seconds = 0; ///< in the device's operations
    double wait_seconds = 0;    ///< standing still for a read
    std::uint64_t disk_bytes = 0;
    std::uint64_t ram_bytes = 0; ///< weights that the processor read from RAM
};

/// One finished sweep, measured.
struct SweepReport {
    std::uint64_t index = 0;
    std::size_t rows = 0; ///< positions computed
    double seconds = 0;
    std::vector<LayerTimes> layers; ///< decoder layers, then embedding, then output

    [[nodiscard]] LayerTimes total() const {
        LayerTimes sum;
        for (const LayerTimes &layer : layers) {
            sum.compute_seconds += layer.compute_seconds;
            sum.wait_seconds += layer.wait_seconds;
            sum.disk_bytes += layer.disk_bytes;
            sum.ram_bytes += layer.ram_bytes;
        }
        return sum;
    }
};

// ---- Events: plain values, sent to one sink on the engine's thread ----

struct LoadProgress {
    std::size_t layer = 0; ///< layers whose resident parts are in place
    std::size_t layers = 0;
    std::array<std::uint64_t, 3> bytes_done{}; ///< by Tier
    std::array<std::uint64_t, 3> bytes_total{};
    double bytes_per_second = 0;
};

enum class SweepPhase { prompt, token };

/// Within a sweep, at most about 30 times a second.
struct SweepProgress {
    SweepPhase phase = SweepPhase::token;
    std::size_t token = 0;  ///< prompt: positions done; token: number of the coming token, from 1
    std::size_t tokens = 0; ///< prompt: positions in all; token: the most that will be generated
    double computed = 0;    ///< layers finished, with the fraction of the one at work, e.g. 36.4
    double read_ahead = 0;  ///< layers whose bytes are in RAM already, >= computed
    std::size_t layers = 0;
    Limit waiting_for = Limit::none;
    double seconds_left = 0; ///< of this sweep, from the last one's time; 0: not known yet
};

struct TokenChoice {
    int id = 0;
    float logprob = 0;
};

/// One generated token. `text` holds whole characters only: it may be empty, and the rest follows with a later
/// token.
struct TokenEvent {
    std::size_t variant = 0;
    std::size_t index = 0; ///< from 0, of the generated ones
    int id = 0;
    std::string text;
    float logprob =
        0; ///< natural logarithm, of the unmodified distribution; 0 unless alternatives were asked for
    std::vector<TokenChoice> alternatives; ///< best first, as many as were asked for
    double seconds = 0;                    ///< the sweep that made it
};

/// A point of the live charts: at most ten a second.
struct Sample {
    double seconds = 0; ///< since the job began
    std::array<MemoryUse, 3> memory{};
    std::array<double, 4> bytes_per_second{}; ///< by Link, since the last sample
    double tokens_per_second = 0;             ///< moving average; 0 while the prompt is read
};

/// Something to be told once: a fall-back, a surprise. Never an error.
struct Notice {
    std::string message;
    std::string hint;
};

using Event = std::variant<LoadProgress, SweepProgress, TokenEvent, SweepReport, Sample, Notice>;
using EventSink = std::function<void(const Event &)>;

} // namespace spillway
