#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spillway {

inline constexpr std::uint64_t KiB = 1024;
inline constexpr std::uint64_t MiB = 1024 * KiB;
inline constexpr std::uint64_t GiB = 1024 * MiB;

/// "8MiB", "1.5 GB", "4096": bytes. KiB, MiB, GiB, TiB are powers of two, KB, MB, GB, TB powers of ten; case
/// does not matter, a bare number is bytes. Throws Error(invalid_argument) for anything else.
std::uint64_t parse_size(std::string_view text);

/// "98.4 MB", "1.34 GB", "201 GB": three digits, powers of ten, as people read sizes. Never empty.
std::string format_bytes(std::uint64_t bytes);

/// "6.6 GB/s", "840 MB/s".
std::string format_rate(double bytes_per_second);

/// "0.4 ms", "82 ms", "6.4 s", "12.2 s", "26 min", "3.2 h".
std::string format_seconds(double seconds);

/// "about"-less speed: "110 tokens/s" from 1 token/s up, "12.2 s per token" below.
std::string format_speed(double seconds_per_token);

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

constexpr std::uint64_t round_down(std::uint64_t value, std::uint64_t multiple) {
    return value / multiple * multiple;
}

} // namespace spillway
