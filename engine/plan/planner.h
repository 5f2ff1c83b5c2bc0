#pragma once

#include "plan/plan.h"

namespace spillway {

/// Pure: the same model, machine and request give the same plan. Throws ShortOfMemory where even the smallest
/// arrangement (everything streamed) is over a budget, before anything is loaded, saying how many bytes are
/// short and what would fit; Error(invalid_argument) for a request that contradicts itself or the model;
/// Error(unsupported) for a tensor type that no device computes.
Plan make_plan(const ModelDescription &model, const Machine &machine, const PlanRequest &request);

/// The smallest RAM budget with which make_plan answers, all else as requested.
std::uint64_t minimum_ram_budget(const ModelDescription &model, const Machine &machine,
                                 const PlanRequest &request);

} // namespace spillway
