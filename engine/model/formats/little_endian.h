#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace spillway {

static_assert(std::endian::native == std::endian::little, "model files are read as they are stored");

/// The little-endian number at `offset`; the caller has checked that it lies within `bytes`.
template <typename T> T load(std::span<const std::byte> bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

constexpr std::uint64_t fnv_start = 0xcbf29ce484222325U;

/// FNV-1a, 64 bits, of `bytes` put behind what was hashed before.
inline std::uint64_t fnv_hash(std::span<const std::byte> bytes, std::uint64_t before = fnv_start) {
    constexpr std::uint64_t prime = 0x100000001b3U;
    for (const std::byte byte : bytes) {
        before = (before ^ std::to_integer<std::uint64_t>(byte)) * prime;
    }
    return before;
}

} // namespace spillway
