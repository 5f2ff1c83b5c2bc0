#include "hardware/machine.h"

#include <algorithm>

namespace spillway {

std::uint64_t Machine::ram_budget(std::uint64_t own_bytes) const {
    const std::uint64_t whole = std::min(ram_total, ram_limit.value_or(ram_total));
    return std::min(ram_free + own_bytes, whole - whole / 8);
}

} // namespace spillway
