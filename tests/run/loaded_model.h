#pragma once

#include "hardware/probe.h"
#include "plan/planner.h"
#include "run/engine.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace spillway::test {

/// How a test wants its model loaded; what is not set is as a user would get it.
struct LoadOptions {
    std::string isa = {};                           ///< "": the best of this processor
    std::optional<std::uint64_t> ram_budget = {};   ///< in bytes
    std::optional<std::uint64_t> over_minimum = {}; ///< instead: so many bytes above the smallest budget
    int threads = 2;
    std::size_t context = 128;
    std::size_t batch = 1;
    std::optional<std::uint64_t> slice_bytes = {};
    std::optional<std::size_t> prompt_rows = {};
};

struct LoadedModel {
    OpenedModel model;
    Machine machine;
    std::unique_ptr<Session> session;
};

inline PlanRequest request_of(const LoadOptions &options) {
    return {.ram_budget = options.ram_budget,
            .context = options.context,
            .batch = options.batch,
            .threads = options.threads,
            .slice_bytes = options.slice_bytes,
            .prompt_rows = options.prompt_rows};
}

inline LoadedModel load_model(const std::string &path, const LoadOptions &options = {}) {
    LoadedModel loaded;
    loaded.model = open_model(path);
    loaded.machine = probe_machine({path});
    if (!options.isa.empty()) {
        loaded.machine.isa = options.isa;
    }
    PlanRequest request = request_of(options);
    if (options.over_minimum) {
        request.ram_budget =
            minimum_ram_budget(loaded.model.description, loaded.machine, request) + *options.over_minimum;
    }
    const Plan plan = make_plan(loaded.model.description, loaded.machine, request);
    loaded.session = Session::load(loaded.model, plan, {}, {});
    return loaded;
}

inline GenerationRequest greedy(std::vector<int> prompt, std::size_t tokens) {
    GenerationRequest request;
    request.prompt = std::move(prompt);
    request.max_tokens = tokens;
    request.sampling.temperature = 0;
    request.ignore_eos = true;
    return request;
}

/// Whether this processor can run the kernels of `isa`.
inline bool runs_here(const std::string &isa) {
    static const std::vector<std::string> order = {"scalar", "avx2", "avx512"};
    const auto rank = [](const std::string &name) { return std::ranges::find(order, name) - order.begin(); };
    return rank(isa) <= rank(instruction_set());
}

struct Difference {
    double nmse = 0;
    double max_abs = 0;
};

/// nmse = sum((x - ref)^2) / sum(ref^2).
inline Difference compare(std::span<const float> values, std::span<const float> reference) {
    Difference result;
    double error = 0;
    double norm = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double d = static_cast<double>(values[i]) - static_cast<double>(reference[i]);
        error += d * d;
        norm += static_cast<double>(reference[i]) * static_cast<double>(reference[i]);
        result.max_abs = std::max(result.max_abs, std::abs(d));
    }
    result.nmse = error / norm;
    return result;
}

} // namespace spillway::test
