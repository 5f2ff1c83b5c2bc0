#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// d q + m, with 5-bit q.
struct Q5_1 {
    static constexpr BlockType type = BlockType::q5_1;
    static constexpr int elements = 32;
    static constexpr bool is_integer = true;
    static constexpr int groups = 1;

    struct Block {
        std::uint16_t d;
        std::uint16_t m;
        std::uint8_t high_bits[4]; ///< little-endian; bit i belongs to number i
        std::uint8_t quants[16];   ///< low four bits: numbers 0 to 15, high ones: 16 to 31
    };
    static_assert(sizeof(Block) == 24);

    static void decode(const Block &block, float *out) {
        const float d = from_f16(block.d);
        const float m = from_f16(block.m);
        std::uint32_t high_bits;
        std::memcpy(&high_bits, block.high_bits, sizeof(high_bits));
        for (unsigned i = 0; i < 32; ++i) {
            const unsigned low = i < 16 ? block.quants[i] & 15U : block.quants[i - 16] >> 4U;
            out[i] = d * static_cast<float>(low | ((high_bits >> i) & 1) << 4) + m;
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        using Words = typename Simd::Words;
        Integers<Simd, groups> integers;
        Words nibbles[4];
        Words d_and_m;
        Words high_bits;
        Simd::template words<4>(rows, block + offsetof(Block, quants), nibbles);
        Simd::template words<1>(rows, block + offsetof(Block, d), &d_and_m);
        Simd::template words<1>(rows, block + offsetof(Block, high_bits), &high_bits);
        split_nibbles(nibbles, integers.words);
        for (int i = 0; i < 8; ++i) {
            integers.words[i] |= spread_bits<Words>(high_bits >> (4 * i)) << 4;
        }
        integers.scale[0] = Simd::low_halves(d_and_m);
        integers.minimum[0] = Simd::high_halves(d_and_m);
        sink(0, integers);
    }
};

} // namespace
} // namespace spillway
