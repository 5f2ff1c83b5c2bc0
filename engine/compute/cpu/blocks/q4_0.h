#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// d (q - 8), with 4-bit q.
struct Q4_0 {
    static constexpr BlockType type = BlockType::q4_0;
    static constexpr int elements = 32;
    static constexpr bool is_integer = true;
    static constexpr int groups = 1;

    struct Block {
        std::uint16_t d;
        std::uint8_t quants[16]; ///< low four bits: numbers 0 to 15, high ones: 16 to 31
    };
    static_assert(sizeof(Block) == 18);

    static void decode(const Block &block, float *out) {
        const float d = from_f16(block.d);
        for (int i = 0; i < 16; ++i) {
            out[i] = d * static_cast<float>((block.quants[i] & 15) - 8);
            out[16 + i] = d * static_cast<float>((block.quants[i] >> 4) - 8);
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        Integers<Simd, groups> integers;
        typename Simd::Words nibbles[4];
        Simd::template words<4>(rows, block + offsetof(Block, quants), nibbles);
        split_nibbles(nibbles, integers.words);
        integers.scale[0] = Simd::halves(rows, block + offsetof(Block, d));
        integers.minimum[0] = integers.scale[0] * -8.0F;
        sink(0, integers);
    }
};

} // namespace
} // namespace spillway
