#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// The 16 values that a 4-bit number of IQ4_NL and IQ4_XS stands for.
constexpr std::int8_t iq4_values[16] = {-127, -104, -83, -65, -49, -35, -22, -10,
                                        1,    13,   25,  38,  53,  69,  89,  113};

/// The same plus 128, as the unsigned bytes of Integers.
constexpr std::uint8_t iq4_unsigned_values[16] = {1,   24,  45,  63,  79,  93,  106, 118,
                                                  129, 141, 153, 166, 181, 197, 217, 241};

/// d value(q), with 4-bit q.
struct IQ4_NL {
    static constexpr BlockType type = BlockType::iq4_nl;
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
            out[i] = d * static_cast<float>(iq4_values[block.quants[i] & 15]);
            out[16 + i] = d * static_cast<float>(iq4_values[block.quants[i] >> 4]);
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        Integers<Simd, groups> integers;
        typename Simd::Words nibbles[4];
        Simd::template words<4>(rows, block + offsetof(Block, quants), nibbles);
        split_nibbles(nibbles, integers.words);
        for (auto &word : integers.words) {
            word = Simd::look_up(iq4_unsigned_values, word);
        }
        integers.scale[0] = Simd::halves(rows, block + offsetof(Block, d));
        integers.minimum[0] = integers.scale[0] * -128.0F;
        sink(0, integers);
    }
};

} // namespace
} // namespace spillway
