#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// d s (q - 32), with 6-bit q and a signed 8-bit s for each 16 numbers.
struct Q6_K {
    static constexpr BlockType type = BlockType::q6_k;
    static constexpr int elements = 256;
    static constexpr bool is_integer = true;
    static constexpr int groups = 2;

    struct Block {
        std::uint8_t
            low_bits[128]; ///< each 64 bytes: 64 numbers in the low four bits, then 64 in the high ones
        std::uint8_t high_bits[64]; ///< each 32 bytes: four times 32 numbers, the first in the lowest two bits
        std::int8_t scales[16];
        std::uint16_t d;
    };
    static_assert(sizeof(Block) == 210);

    static void decode(const Block &block, float *out) {
        const float d = from_f16(block.d);
        for (int i = 0; i < elements; ++i) {
            const int low = (block.low_bits[i / 128 * 64 + i % 64] >> (i % 128 / 64 * 4)) & 15;
            const int high = (block.high_bits[i / 128 * 32 + i % 32] >> (i % 128 / 32 * 2)) & 3;
            const float scale = d * static_cast<float>(block.scales[i / 16]);
            out[i] = scale * static_cast<float>((low | high << 4) - 32);
        }
    }

    template <class Simd, class Sink>
    static void unpack(const Rows<Simd> &rows, std::size_t block, const Sink &sink) {
        using Words = typename Simd::Words;
        Words scales[4];
        Simd::template words<4>(rows, block + offsetof(Block, scales), scales);
        const typename Simd::Floats d = Simd::halves(rows, block + offsetof(Block, d));
        for (int half = 0; half < 2; ++half) {
            const auto offset = static_cast<std::size_t>(half) * 32;
            Words low_bits[16];
            Words high_bits[8];
            Simd::template words<16>(rows, block + offsetof(Block, low_bits) + 2 * offset, low_bits);
            Simd::template words<8>(rows, block + offsetof(Block, high_bits) + offset, high_bits);
            for (int quarter = 0; quarter < 4; ++quarter) {
                const int part = 4 * half + quarter;
                Integers<Simd, groups> integers;
                for (int i = 0; i < 8; ++i) {
                    const Words low = (low_bits[quarter % 2 * 8 + i] >> (quarter / 2 * 4)) & 0x0f0f0f0fU;
                    integers.words[i] = low | ((high_bits[i] >> (2 * quarter)) & 0x03030303U) << 4;
                }
                for (int group = 0; group < groups; ++group) {
                    // s + 128 unsigned, so that its byte can be taken like any other.
                    const Words s = byte_of<Words>(scales[part / 2] ^ 0x80808080U, part % 2 * 2 + group);
                    integers.scale[group] = d * (Simd::to_floats(s) - 128.0F);
                    integers.minimum[group] = integers.scale[group] * -32.0F;
                }
                sink(part, integers);
            }
        }
    }
};

} // namespace
} // namespace spillway
