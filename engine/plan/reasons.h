#pragma once

#include "plan/plan.h"

#include <string>
#include <vector>

namespace spillway {

/// Why the plan is as it is, in plain words: what decides the time, what lies where and why, what was not
/// granted.
std::vector<std::string> reasons_of(const Plan &plan, const Machine &machine, const PlanRequest &request);

} // namespace spillway
