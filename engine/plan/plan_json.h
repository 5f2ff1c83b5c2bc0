#pragma once

#include "plan/plan.h"

#include <nlohmann/json_fwd.hpp>

namespace spillway {

/// The contract of design/cli.md, and all else that a saved plan needs ("format": "spillway-plan", "version":
/// 1).
nlohmann::json to_json(const Plan &plan);

/// A plan that was saved; throws Error(damaged) for what is no plan or of a newer version, naming the key.
Plan plan_from_json(const nlohmann::json &value);

nlohmann::json to_json(const Machine &machine);
nlohmann::json to_json(const Links &links);

/// {"fits": false, "short": {..}, "options": [..]}
nlohmann::json to_json(const ShortOfMemory &error);

} // namespace spillway
