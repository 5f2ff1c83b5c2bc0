#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// d q, with 8-bit q.
struct Q8_0 {
    static constexpr BlockType type = BlockType::q8_0;
    static constexpr int elements = 32;
    static constexpr bool is_integer = true;
    static constexpr int groups = 1;

    struct Block {
        std::uint16_t d;
        std::int8_t quants[32];
    };
    static_assert(sizeof(Block) == 34);

    static void decode(const Block &block, float *out) {
        const float d = from_f16(block.d);
        for (int i = 0; i < 32; ++i) {
            out[i] = d * static_cast<float>(block.quants[i]);
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        Integers<Simd, groups> integers;
        Simd::template words<8>(rows, block + offsetof(Block, quants), integers.words);
        for (auto &word : integers.words) {
            word ^= 0x80808080U; // q + 128
        }
        integers.scale[0] = Simd::halves(rows, block + offsetof(Block, d));
        integers.minimum[0] = integers.scale[0] * -128.0F;
        sink(0, integers);
    }
};

} // namespace
} // namespace spillway
