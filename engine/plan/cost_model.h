#pragma once

#include "plan/plan.h"

namespace spillway {

/// Predicts one sweep of `plan.batch` rows with the machine's links. Everything overlaps, so the longest of the
/// resources decides (the bound of a sweep: bytes not resident / storage rate, all bytes / RAM rate). Where a
/// link was never measured a typical speed stands in, and Prediction::measured_links is false.
Prediction predict(const Plan &plan, const Machine &machine);

} // namespace spillway
