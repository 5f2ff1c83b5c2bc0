#include "run/measure_compute.h"

#include "base/buffer.h"
#include "base/units.h"
#include "compute/cpu/cpu_device.h"
#include "telemetry/recorder.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace spillway {

namespace {

/// The matrix of the type that holds most bytes, and the most frequent width of it.
const Tensor *typical_matrix(const ModelDescription &model) {
    std::map<std::pair<BlockType, std::uint64_t>, std::uint64_t> bytes;
    const Tensor *typical = nullptr;
    std::uint64_t most = 0;
    for (const Tensor &tensor : model.tensors) {
        if (!tensor.is_vector() && tensor.role != Role::token_embedding) {
            std::uint64_t &sum = bytes[{tensor.type, tensor.cols}];
            sum += tensor.bytes;
            if (sum > most) {
                most = sum;
                typical = &tensor;
            }
        }
    }
    return typical;
}

std::uint64_t bytes_out_of_cache(const Machine &machine) {
    std::uint64_t largest = 0;
    for (const Cache &cache : machine.caches) {
        largest = std::max(largest, cache.bytes * static_cast<std::uint64_t>(std::max(cache.instances, 1)));
    }
    return std::clamp(4 * largest, 32 * MiB, 128 * MiB);
}

} // namespace

std::optional<double> measure_compute(const ModelDescription &model, const Machine &machine, int threads,
                                      const std::stop_token &stop) {
    const Tensor *matrix = typical_matrix(model);
    const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : machine.cores.size();
    const auto device = make_cpu_device(machine.isa, std::max<std::size_t>(wanted, 1));
    if (matrix == nullptr || !device->supports(matrix->type)) {
        return std::nullopt;
    }
    const std::size_t stride = row_bytes(matrix->type, matrix->cols);
    const std::size_t rows = bytes_out_of_cache(machine) / stride;
    const Buffer weights(rows * stride);
    // Any bytes do: the kernels' time does not depend on the values, and zeros give no denormals.
    std::memset(weights.data(), 0, weights.size());
    std::vector<float> x(matrix->cols, 1.0F);
    std::vector<float> y(rows);
    Buffer scratch(Activations::scratch_bytes(1, matrix->cols));
    const Activations activations = device->prepare(x.data(), 1, matrix->cols, scratch.bytes());
    double best = 0;
    for (int repeat = 0; repeat < 4; ++repeat) {
        throw_if_stopped(stop);
        const Clock::time_point start = Clock::now();
        device->matmul({matrix->type, matrix->cols, 0, rows, weights.data()}, activations, y.data(), rows);
        best = std::max(best, static_cast<double>(weights.size()) / seconds_since(start));
    }
    return best;
}

} // namespace spillway
