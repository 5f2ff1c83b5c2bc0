#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// d s q - dmin m, with 2-bit q, and 4-bit s and m for each 16 numbers.
struct Q2_K {
    static constexpr BlockType type = BlockType::q2_k;
    static constexpr int elements = 256;
    static constexpr bool is_integer = true;
    static constexpr int groups = 2;

    struct Block {
        std::uint8_t scales[16]; ///< for each 16 numbers: s in the low four bits, m in the high ones
        std::uint8_t quants[64]; ///< each 32 bytes: four times 32 numbers, the first in the lowest two bits
        std::uint16_t d;
        std::uint16_t dmin;
    };
    static_assert(sizeof(Block) == 84);

    static void decode(const Block &block, float *out) {
        const float d = from_f16(block.d);
        const float dmin = from_f16(block.dmin);
        for (int i = 0; i < elements; ++i) {
            const int scales = block.scales[i / 16];
            const int quant = (block.quants[i / 128 * 32 + i % 32] >> (i % 128 / 32 * 2)) & 3;
            const float scale = d * static_cast<float>(scales & 15);
            out[i] = scale * static_cast<float>(quant) - dmin * static_cast<float>(scales >> 4);
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        using Words = typename Simd::Words;
        Words d_and_dmin;
        Words scales[4];
        Simd::template words<1>(rows, block + offsetof(Block, d), &d_and_dmin);
        Simd::template words<4>(rows, block + offsetof(Block, scales), scales);
        const typename Simd::Floats d = Simd::low_halves(d_and_dmin);
        const typename Simd::Floats dmin = Simd::high_halves(d_and_dmin);
        for (int half = 0; half < 2; ++half) {
            Words quants[8];
            Simd::template words<8>(rows, block + offsetof(Block, quants) + 32 * static_cast<std::size_t>(half),
                                    quants);
            for (int quarter = 0; quarter < 4; ++quarter) {
                const int part = 4 * half + quarter;
                Integers<Simd, groups> integers;
                for (int i = 0; i < 8; ++i) {
                    integers.words[i] = (quants[i] >> (2 * quarter)) & 0x03030303U;
                }
                for (int group = 0; group < groups; ++group) {
                    const Words both = byte_of(scales[part / 2], part % 2 * 2 + group);
                    integers.scale[group] = d * Simd::to_floats(both & 15U);
                    integers.minimum[group] = -(dmin * Simd::to_floats(both >> 4));
                }
                sink(part, integers);
            }
        }
    }
};

} // namespace
} // namespace spillway
