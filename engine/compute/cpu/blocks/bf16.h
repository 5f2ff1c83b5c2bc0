#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// The upper half of a binary32.
struct BF16 {
    static constexpr BlockType type = BlockType::bf16;
    static constexpr int elements = 1;
    static constexpr bool is_integer = false;

    using Block = std::uint16_t;

    static void decode(const Block &block, float *out) { *out = from_bf16(block); }

    template <class Simd> static typename Simd::Floats load(const Block *blocks) {
        return Simd::load_bf16(blocks);
    }
};

} // namespace
} // namespace spillway
