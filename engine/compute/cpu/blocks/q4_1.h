#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// d q + m, with 4-bit q.
struct Q4_1 {
    static constexpr BlockType type = BlockType::q4_1;
    static constexpr int elements = 32;
    static constexpr bool is_integer = true;
    static constexpr int groups = 1;

    struct Block {
        std::uint16_t d;
        std::uint16_t m;
        std::uint8_t quants[16]; ///< low four bits: numbers 0 to 15, high ones: 16 to 31
    };
    static_assert(sizeof(Block) == 20);

    static void decode(const Block &block, float *out) {
        const float d = from_f16(block.d);
        const float m = from_f16(block.m);
        for (int i = 0; i < 16; ++i) {
            out[i] = d * static_cast<float>(block.quants[i] & 15) + m;
            out[16 + i] = d * static_cast<float>(block.quants[i] >> 4) + m;
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        Integers<Simd, groups> integers;
        typename Simd::Words nibbles[4];
        Simd::template words<4>(rows, block + offsetof(Block, quants), nibbles);
        split_nibbles(nibbles, integers.words);
        typename Simd::Words d_and_m;
        Simd::template words<1>(rows, block + offsetof(Block, d), &d_and_m);
        integers.scale[0] = Simd::low_halves(d_and_m);
        integers.minimum[0] = Simd::high_halves(d_and_m);
        sink(0, integers);
    }
};

} // namespace
} // namespace spillway
