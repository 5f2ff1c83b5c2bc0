#pragma once

#include "hardware/machine.h"
#include "model/description.h"

#include <optional>
#include <stop_token>

namespace spillway {

/// Weights per second, in stored bytes, of products with one row, for this model's commonest type: all threads,
/// over more memory than the caches hold. This is what bounds decoding from RAM. Takes about half a second and
/// 128 MiB at most. `threads`: 0 for one per core. Answers nothing for a model whose type cannot be computed.
std::optional<double> measure_compute(const ModelDescription &model, const Machine &machine, int threads,
                                      const std::stop_token &stop);

} // namespace spillway
