#pragma once

#include "compute/device.h"

#include <memory>
#include <span>
#include <string_view>

namespace spillway {

/// The processor as a device. `isa`: "scalar", "avx2" or "avx512" (hardware's instruction_set() answers the
/// best that runs here). `processors`: one per thread, the calling thread's first; empty: `threads` threads,
/// not pinned. Throws Error(unsupported) for an isa that does not exist.
std::unique_ptr<Device> make_cpu_device(std::string_view isa, std::size_t threads,
                                        std::span<const int> processors = {});

} // namespace spillway
