#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace spillway {

/// As the functions of the same names in probe.h, with /proc and /sys below `root`.
std::uint64_t free_ram(const std::filesystem::path &root);
std::optional<std::uint64_t> ram_limit(const std::filesystem::path &root);

/// MemTotal in bytes; 0 where it is not told.
std::uint64_t total_ram(const std::filesystem::path &root = "/");

/// The number after `key` in text of lines "key: 123 kB" or "key 123"; nothing where there is none.
std::optional<std::uint64_t> number_after(std::string_view text, std::string_view key);

} // namespace spillway
