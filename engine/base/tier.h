#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace spillway {

/// Where bytes live.
enum class Tier { gpu, ram, disk };

inline constexpr std::array<Tier, 3> all_tiers = {Tier::gpu, Tier::ram, Tier::disk};

/// "gpu", "ram", "disk": the names in JSON.
constexpr std::string_view tier_name(Tier tier) {
    constexpr std::array<std::string_view, 3> names = {"gpu", "ram", "disk"};
    return names[static_cast<std::size_t>(tier)];
}

} // namespace spillway
