#pragma once

#include "base/tier.h"
#include "hardware/machine.h"
#include "model/description.h"
#include "telemetry/events.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spillway {

/// How activations meet weights. `original` is for families whose programs round (YaLM).
enum class Numerics { precise, fast, original };

constexpr std::string_view numerics_name(Numerics numerics) {
    constexpr std::array<std::string_view, 3> names = {"precise", "fast", "original"};
    return names[static_cast<std::size_t>(numerics)];
}

enum class PartKind { attention, feed_forward, expert, embedding, output };

constexpr std::string_view part_kind_name(PartKind kind) {
    constexpr std::array<std::string_view, 5> names = {"attention", "feed_forward", "expert", "embedding",
                                                       "output"};
    return names[static_cast<std::size_t>(kind)];
}

enum class Processor { gpu, cpu };

/// The user's own word on where a part goes.
struct Pin {
    int layer = -1; ///< -1 with kind embedding or output
    PartKind kind = PartKind::attention;
    Tier tier = Tier::ram;
    bool operator==(const Pin &) const = default;
};

/// What is asked for. Unset: the planner decides.
struct PlanRequest {
    std::optional<std::uint64_t> ram_budget = {}; ///< the most RAM for weights, context, staging and scratch
    std::optional<std::uint64_t> gpu_budget = {};
    std::optional<std::size_t> context = {}; ///< positions per text; unset: the model's, at most 4096
    std::size_t batch = 1;                   ///< texts at once
    std::optional<int> threads = {};
    Numerics numerics = Numerics::precise;
    std::optional<std::uint64_t> slice_bytes = {}; ///< of a streamed read
    std::optional<std::size_t> prompt_rows = {};   ///< positions computed together while a prompt is read
    std::vector<Pin> pins = {};
    std::uint64_t program_bytes = 0; ///< what the process holds before anything is loaded, vocabulary included
};

/// The unit of placement: one layer's attention or feed-forward, the embedding, the output head.
struct Part {
    int layer = -1;
    PartKind kind = PartKind::attention;
    std::uint64_t bytes = 0; ///< of its matrices as stored
    Tier tier = Tier::disk;
    Processor computed_on = Processor::cpu;
    bool pinned = false;
    std::vector<std::size_t> tensors = {}; ///< indices into ModelDescription::tensors
};

struct TierUse {
    std::uint64_t budget = 0; ///< for weights, context, staging and scratch
    MemoryUse used;           ///< `other`: the program itself, beside the budget
    /// Of the budget.
    [[nodiscard]] std::uint64_t planned() const { return used.total() - used.other; }
};

struct Prediction {
    double seconds_per_token = 0;
    Limit limit = Limit::none;
    /// How long each would take alone for one sweep; the longest decides. 0: not used.
    double disk_seconds = 0;
    double ram_seconds = 0;
    double pcie_seconds = 0;
    double cpu_seconds = 0;
    double gpu_seconds = 0;
    bool measured_links = false; ///< false: counted with typical speeds, so "about" very roughly
};

/// Where everything lives, who computes it, and what it will cost. Plain data.
struct Plan {
    std::string model_name;
    std::string model_path; ///< first file
    std::string architecture;
    std::size_t layers = 0;
    std::uint64_t model_bytes = 0;
    std::uint64_t parameters = 0;
    std::uint64_t header_hash = 0;

    std::vector<Part> parts;       ///< in sweep order
    std::array<TierUse, 3> tiers;  ///< by Tier
    std::uint64_t ring_slices = 0; ///< 0: nothing is streamed
    std::uint64_t slice_bytes = 0;
    std::uint64_t ring_bytes = 0;
    Tier kv_tier = Tier::ram;
    std::uint64_t kv_bytes = 0;
    std::uint64_t peak_ram = 0; ///< of the whole process: planned + program

    std::size_t context = 0;
    std::size_t batch = 1;
    std::size_t prompt_rows = 0; ///< positions computed together while the prompt is read
    int threads = 0;
    std::vector<int> processors; ///< one per thread; empty on another PC
    std::string isa;
    Numerics numerics = Numerics::precise;

    Prediction prediction;
    std::vector<std::string> reasons; ///< in words

    [[nodiscard]] const TierUse &tier(Tier which) const { return tiers[static_cast<std::size_t>(which)]; }
    [[nodiscard]] TierUse &tier(Tier which) { return tiers[static_cast<std::size_t>(which)]; }
    /// Bytes that one sweep reads from the disk.
    [[nodiscard]] std::uint64_t streamed_bytes() const;
    /// The tier that holds most of a layer, for pictures; "divided" layers lie in several.
    [[nodiscard]] Tier layer_tier(int layer) const;
};

} // namespace spillway
