#pragma once

#include "compute/cpu/blocks/iq4_nl.h"

namespace spillway {
namespace {

/// d (s - 32) value(q), with 4-bit q and a 6-bit s for each 32 numbers.
struct IQ4_XS {
    static constexpr BlockType type = BlockType::iq4_xs;
    static constexpr int elements = 256;
    static constexpr bool is_integer = true;
    static constexpr int groups = 1;

    struct Block {
        std::uint16_t d;
        std::uint16_t scales_high;   ///< two bits for each 32 numbers
        std::uint8_t scales_low[4];  ///< four bits for each
        std::uint8_t quants[8 * 16]; ///< each 16: low four bits: numbers 0 to 15, high ones: 16 to 31
    };
    static_assert(sizeof(Block) == 136);

    static void decode(const Block &block, float *out) {
        const float d = from_f16(block.d);
        for (int part = 0; part < 8; ++part) {
            const int low = (block.scales_low[part / 2] >> (4 * (part % 2))) & 15;
            const int high = (block.scales_high >> (2 * part)) & 3;
            const float scale = d * static_cast<float>((low | high << 4) - 32);
            for (int i = 0; i < 16; ++i) {
                const int quants = block.quants[16 * part + i];
                out[32 * part + i] = scale * static_cast<float>(iq4_values[quants & 15]);
                out[32 * part + 16 + i] = scale * static_cast<float>(iq4_values[quants >> 4]);
            }
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        using Words = typename Simd::Words;
        Words d_and_high;
        Words scales_low;
        Simd::template words<1>(rows, block + offsetof(Block, d), &d_and_high);
        Simd::template words<1>(rows, block + offsetof(Block, scales_low), &scales_low);
        const typename Simd::Floats d = Simd::low_halves(d_and_high);
        for (int part = 0; part < 8; ++part) {
            Integers<Simd, groups> integers;
            Words nibbles[4];
            Simd::template words<4>(rows, block + offsetof(Block, quants) + 16 * static_cast<std::size_t>(part),
                                    nibbles);
            split_nibbles(nibbles, integers.words);
            for (auto &word : integers.words) {
                word = Simd::look_up(iq4_unsigned_values, word);
            }
            const Words low = (scales_low >> (4 * part)) & 15U;
            const Words high = (d_and_high >> (16 + 2 * part)) & 3U;
            integers.scale[0] = d * (Simd::to_floats(low | high << 4) - 32.0F);
            integers.minimum[0] = integers.scale[0] * -128.0F;
            sink(part, integers);
        }
    }
};

} // namespace
} // namespace spillway
