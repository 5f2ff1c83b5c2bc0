#pragma once

#include "telemetry/events.h"

#include <span>
#include <vector>

namespace spillway {

/// Natural logarithm of softmax(logits)[id], in double precision.
float logprob(std::span<const float> logits, int id);

/// The `count` likeliest ids, best first, with their logarithmic probabilities.
std::vector<TokenChoice> likeliest(std::span<const float> logits, std::size_t count);

} // namespace spillway
