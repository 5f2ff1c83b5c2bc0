#include "plan/reasons.h"

#include "base/units.h"

#include <algorithm>

namespace spillway {

namespace {

std::string what_decides(const Plan &plan) {
    const Prediction &prediction = plan.prediction;
    const std::string speed = "about " + format_speed(prediction.seconds_per_token);
    if (prediction.limit == Limit::disk) {
        return "The drive decides the time: " + format_bytes(plan.streamed_bytes()) + " of the model's " +
               format_bytes(plan.model_bytes) + " are read from it for every token, " + speed + ".";
    }
    return "The processor and its memory decide the time: all weights are read from RAM once per token, " +
           speed + ".";
}

std::string what_lies_where(const Plan &plan) {
    const auto resident = static_cast<std::size_t>(std::ranges::count_if(
        plan.parts, [](const Part &part) { return part.layer >= 0 && part.tier == Tier::ram; }));
    const auto parts = static_cast<std::size_t>(
        std::ranges::count_if(plan.parts, [](const Part &part) { return part.layer >= 0; }));
    if (plan.ring_bytes == 0) {
        return "Everything fits into RAM: " + format_bytes(plan.tier(Tier::ram).planned()) + " of " +
               format_bytes(plan.tier(Tier::ram).budget) + " are used, nothing is read while writing.";
    }
    return std::to_string(resident) + " of " + std::to_string(parts) +
           " half-layers stay in RAM, spread between the others, so that the drive never waits; the rest "
           "passes through " +
           format_bytes(plan.ring_bytes) + " of staging memory.";
}

} // namespace

std::vector<std::string> reasons_of(const Plan &plan, const Machine &machine, const PlanRequest &request) {
    std::vector<std::string> reasons = {what_decides(plan), what_lies_where(plan)};
    reasons.push_back("The context of " + std::to_string(plan.context) + " tokens takes " +
                      format_bytes(plan.kv_bytes) + " of RAM, reserved before the first token.");
    const std::uint64_t granted = plan.tier(Tier::ram).budget;
    if (request.ram_budget && *request.ram_budget > granted) {
        reasons.push_back("The RAM budget of " + format_bytes(*request.ram_budget) + " was lowered to " +
                          format_bytes(granted) + ": no more is free without touching the last eighth of RAM.");
    } else if (!request.ram_budget) {
        reasons.push_back("One eighth of RAM, " + format_bytes(machine.ram_total / 8) +
                          ", is kept free: going over what is free can cost 8 times the speed.");
    }
    if (machine.gpus.empty()) {
        reasons.emplace_back("No GPU is used: none was found.");
    } else if (std::ranges::none_of(machine.gpus, &Gpu::usable)) {
        reasons.push_back("No GPU is used: " + machine.gpus.front().name +
                          " is there, but this version computes on the processor only.");
    }
    if (!plan.prediction.measured_links) {
        reasons.emplace_back(
            "This machine's links have not been measured, so the time counts with typical speeds.");
    }
    return reasons;
}

} // namespace spillway
