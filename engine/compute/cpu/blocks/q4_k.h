#pragma once

#include "compute/cpu/blocks/k_scales.h"

namespace spillway {
namespace {

/// d s q - dmin m, with 4-bit q, and 6-bit s and m for each 32 numbers.
struct Q4_K {
    static constexpr BlockType type = BlockType::q4_k;
    static constexpr int elements = 256;
    static constexpr bool is_integer = true;
    static constexpr int groups = 1;

    struct Block {
        std::uint16_t d;
        std::uint16_t dmin;
        std::uint8_t scales[12];  ///< see k_scales.h
        std::uint8_t quants[128]; ///< each 32 bytes: 32 numbers in the low four bits, then 32 in the high ones
    };
    static_assert(sizeof(Block) == 144);

    static void decode(const Block &block, float *out) {
        const float d = from_f16(block.d);
        const float dmin = from_f16(block.dmin);
        for (int part = 0; part < 8; ++part) {
            const KScale factors = k_scale(block.scales, part);
            const float scale = d * static_cast<float>(factors.scale);
            const float minimum = dmin * static_cast<float>(factors.minimum);
            for (int i = 0; i < 32; ++i) {
                const int quant = (block.quants[part / 2 * 32 + i] >> (part % 2 * 4)) & 15;
                out[32 * part + i] = scale * static_cast<float>(quant) - minimum;
            }
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        using Words = typename Simd::Words;
        const KScales<Simd> scales(rows, block);
        for (int pair = 0; pair < 4; ++pair) {
            Words quants[8];
            Simd::template words<8>(rows, block + offsetof(Block, quants) + 32 * static_cast<std::size_t>(pair),
                                    quants);
            for (int odd = 0; odd < 2; ++odd) {
                Integers<Simd, groups> integers;
                for (int i = 0; i < 8; ++i) {
                    integers.words[i] = (quants[i] >> (4 * odd)) & 0x0f0f0f0fU;
                }
                scales.get(2 * pair + odd, integers.scale[0], integers.minimum[0]);
                sink(2 * pair + odd, integers);
            }
        }
    }
};

} // namespace
} // namespace spillway
