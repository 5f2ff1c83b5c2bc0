#pragma once

#include "compute/device.h"

#include <memory>
#include <span>
#include <string_view>

namespace spillway {

/// The processor as a device. `isa`: "scalar", "avx2" or "avx512" (hardware's instruction_set() answers the
/// best that runs here). `processors`: one per thread, the calling thread's first; empty: `threads` threads,
/// not pinned. Throws Error(unsupported) for an isa that does not exist or that this processor lacks.
std::unique_ptr<Device> make_cpu_device(std::string_view isa, std::size_t threads,
                                        std::span<const int> processors = {});

/// What the attention_scratch_bytes of such a device answers, for planning without one. None: the scores of a
/// block of positions at a time lie on the threads' stacks.
constexpr std::size_t cpu_attention_scratch_bytes(std::size_t /*threads*/, std::size_t /*positions*/) {
    return 0;
}

} // namespace spillway
