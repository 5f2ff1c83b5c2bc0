#include "hardware/isa.h"

#include "base/error.h"
#include "hardware/probe.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace spillway {

namespace {

/// From the least to the most capable.
constexpr std::array<std::string_view, 3> instruction_sets = {"scalar", "avx2", "avx512"};

/// The compiler's test includes whether the operating system saves the registers.
std::string_view best_instruction_set() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("f16c") ||
        !__builtin_cpu_supports("bmi2")) {
        return "scalar";
    }
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vnni")) {
        return "avx2";
    }
    return "avx512";
#else
    return "scalar";
#endif
}

} // namespace

std::string choose_instruction_set(std::string_view best, std::string_view forced) {
    if (forced.empty()) {
        return std::string(best);
    }
    const auto found = std::ranges::find(instruction_sets, forced);
    if (found == instruction_sets.end()) {
        throw Error(ErrorCode::invalid_argument,
                    "SPILLWAY_ISA is \"" + std::string(forced) + "\", which is no instruction set.",
                    "Set it to scalar, avx2 or avx512, or do not set it.");
    }
    if (found > std::ranges::find(instruction_sets, best)) {
        throw Error(ErrorCode::unsupported,
                    "SPILLWAY_ISA asks for " + std::string(forced) +
                        ", which this processor or operating system lacks.",
                    "Set it to " + std::string(best) + ", or do not set it.");
    }
    return std::string(forced);
}

std::string instruction_set() {
    const char *forced = std::getenv("SPILLWAY_ISA");
    return choose_instruction_set(best_instruction_set(), forced == nullptr ? "" : forced);
}

} // namespace spillway
