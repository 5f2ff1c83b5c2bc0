#pragma once

#include "base/block_type.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

// What the files of this folder share. Each describes one block type of the GGUF format as a struct with
//
//   type, elements     its id, and how many numbers are in a block
//   Block              the layout of a block in a file
//   decode             a block's numbers in plain code: the type's definition
//
// and, for the vector kernels, one of
//
//   load<Simd>         float types: neighbouring numbers as one vector of floats
//   unpack<Simd>       integer types: a block of each of Simd::lanes rows as Integers, handed part by part, 32
//                      numbers each, to `sink(part, integers)`
//
// See simd_avx512.h for what a Simd offers. Internal linkage throughout: see kernels.h.

namespace spillway {
namespace {

inline float float_from_bits(std::uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

/// IEEE 754 binary16, without the processor's help.
inline float from_f16(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
    const std::uint32_t exponent = (half >> 10) & 31U;
    const std::uint32_t mantissa = half & 0x3ffU;
    if (exponent == 31) { // infinite or not a number
        return float_from_bits(sign | 0x7f800000U | mantissa << 13);
    }
    if (exponent == 0) { // zero or denormal
        const float size = static_cast<float>(mantissa) * 0x1p-24F;
        return sign != 0 ? -size : size;
    }
    return float_from_bits(sign | (exponent + 112) << 23 | mantissa << 13);
}

/// The upper half of a float.
inline float from_bf16(std::uint16_t bits) {
    return float_from_bits(static_cast<std::uint32_t>(bits) << 16);
}

/// Where each of the rows lies that one call computes side by side.
template <class Simd> struct Rows { const std::byte *row[Simd::lanes]; };

/// 32 neighbouring numbers of each of Simd::lanes rows; lane i is row i. Number e of a row is
/// scale * byte e % 4 of words[e / 4] + minimum, with the scale and minimum of its group (all 32 are one group,
/// or each 16). The bytes are unsigned: types with signed integers add an offset and take it off in `minimum`.
template <class Simd, int groups> struct Integers {
    typename Simd::Words words[8];
    typename Simd::Floats scale[groups];
    typename Simd::Floats minimum[groups];
};

/// words[0, 8): the low, then the high four bits of 16 bytes in four words.
template <class Words> inline void split_nibbles(const Words *nibbles, Words *words) {
    for (int i = 0; i < 4; ++i) {
        words[i] = nibbles[i] & 0x0f0f0f0fU;
        words[4 + i] = (nibbles[i] >> 4) & 0x0f0f0f0fU;
    }
}

/// The lowest four bits of each lane, one to each byte.
template <class Words> inline Words spread_bits(Words bits) {
    const Words nibble = bits & 0xfU;
    return (nibble | nibble << 7 | nibble << 14 | nibble << 21) & 0x01010101U;
}

/// One byte of each lane, as a number.
template <class Words> inline Words byte_of(Words words, int index) {
    return (words >> (8 * index)) & 0xffU;
}

} // namespace
} // namespace spillway
