#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// d (s - 32) (q - 4), with 3-bit q and a 6-bit s for each 16 numbers.
struct Q3_K {
    static constexpr BlockType type = BlockType::q3_k;
    static constexpr int elements = 256;
    static constexpr bool is_integer = true;
    static constexpr int groups = 2;

    struct Block {
        std::uint8_t high_bits[32]; ///< bit b of byte i: the third bit of number 32 b + i
        std::uint8_t quants[64];    ///< each 32 bytes: four times 32 numbers, the first in the lowest two bits
        std::uint8_t scales[12];    ///< 0 to 7: low four bits of s 0 to 7, then of s 8 to 15; 8 to 11: two high
                                    ///< bits, in byte 8 + i % 4 at bit i / 4 * 2
        std::uint16_t d;
    };
    static_assert(sizeof(Block) == 110);

    static void decode(const Block &block, float *out) {
        const float d = from_f16(block.d);
        for (int i = 0; i < elements; ++i) {
            const int s = i / 16;
            const int s_low = (block.scales[s % 8] >> (s / 8 * 4)) & 15;
            const int s_high = (block.scales[8 + s % 4] >> (s / 4 * 2)) & 3;
            const int low = (block.quants[i / 128 * 32 + i % 32] >> (i % 128 / 32 * 2)) & 3;
            const int high = (block.high_bits[i % 32] >> (i / 32)) & 1;
            const float scale = d * static_cast<float>((s_low | s_high << 4) - 32);
            out[i] = scale * static_cast<float>((low | high << 2) - 4);
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        using Words = typename Simd::Words;
        Words high_bits[8];
        Words scales[3];
        Simd::template words<8>(rows, block + offsetof(Block, high_bits), high_bits);
        for (std::size_t i = 0; i < 3; ++i) {
            Simd::template words<1>(rows, block + offsetof(Block, scales) + 4 * i, &scales[i]);
        }
        const typename Simd::Floats d = Simd::halves(rows, block + offsetof(Block, d));
        for (int half = 0; half < 2; ++half) {
            Words quants[8];
            Simd::template words<8>(rows, block + offsetof(Block, quants) + 32 * static_cast<std::size_t>(half),
                                    quants);
            for (int quarter = 0; quarter < 4; ++quarter) {
                const int part = 4 * half + quarter;
                Integers<Simd, groups> integers;
                for (int i = 0; i < 8; ++i) {
                    integers.words[i] = ((quants[i] >> (2 * quarter)) & 0x03030303U) |
                                        ((high_bits[i] >> part) & 0x01010101U) << 2;
                }
                for (int group = 0; group < groups; ++group) {
                    const int s = 2 * part + group;
                    const Words low = (scales[s % 8 / 4] >> (8 * (s % 4) + s / 8 * 4)) & 15U;
                    const Words high = (scales[2] >> (8 * (s % 4) + s / 4 * 2)) & 3U;
                    integers.scale[group] = d * (Simd::to_floats(low | high << 4) - 32.0F);
                    integers.minimum[group] = integers.scale[group] * -4.0F;
                }
                sink(part, integers);
            }
        }
    }
};

} // namespace
} // namespace spillway
