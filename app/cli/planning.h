#pragma once

#include "options.h"

namespace spillway::cli {

/// A model, the machine to run it on, and the plan for it: what every command that computes begins with.
struct Planned {
    OpenedModel model;
    Machine machine;
    Plan plan;
};

/// Opens the model, looks at the machine (or reads --machine), takes speeds from the cache, and plans; or takes
/// the plan of --plan. `measure`: speeds that are not in the cache are measured and kept. `adjust` may complete
/// the request once the model is known (a prompt's length needs its tokenizer).
Planned open_and_plan(const Common &common, const PlanOptions &options, bool measure,
                      const std::function<void(const OpenedModel &, PlanRequest &)> &adjust = {});

/// Measures this machine's links on the model's own file and keeps them.
Links measure_and_keep(const Common &common, const Machine &machine, const std::filesystem::path &model_file);

} // namespace spillway::cli
