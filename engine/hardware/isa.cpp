#include "base/error.h"
#include "hardware/probe.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace spillway {

namespace {

/// From the least to the most capable.
constexpr std::array<std::string_view, 3> instruction_sets = {"scalar", "avx2", "avx512"};

/// How far into instruction_sets this processor and operating system go. The compiler's test includes whether
/// the operating system saves the registers.
std::size_t best_instruction_set() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("f16c") ||
        !__builtin_cpu_supports("bmi2")) {
        return 0;
    }
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vnni")) {
        return 1;
    }
    return 2;
#else
    return 0;
#endif
}

} // namespace

std::string instruction_set() {
    const std::size_t best = best_instruction_set();
    const char *forced = std::getenv("SPILLWAY_ISA");
    if (forced == nullptr || *forced == '\0') {
        return std::string(instruction_sets[best]);
    }
    const auto found = std::ranges::find(instruction_sets, std::string_view(forced));
    if (found == instruction_sets.end()) {
        throw Error(ErrorCode::invalid_argument,
                    "SPILLWAY_ISA is \"" + std::string(forced) + "\", which is no instruction set.",
                    "Set it to scalar, avx2 or avx512, or do not set it.");
    }
    if (static_cast<std::size_t>(found - instruction_sets.begin()) > best) {
        throw Error(ErrorCode::unsupported,
                    "SPILLWAY_ISA asks for " + std::string(forced) +
                        ", which this processor or operating system lacks.",
                    "Set it to " + std::string(instruction_sets[best]) + ", or do not set it.");
    }
    return forced;
}

} // namespace spillway
