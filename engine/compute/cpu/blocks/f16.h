#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// IEEE 754 binary16.
struct F16 {
    static constexpr BlockType type = BlockType::f16;
    static constexpr int elements = 1;
    static constexpr bool is_integer = false;

    using Block = std::uint16_t;

    static void decode(const Block &block, float *out) { *out = from_f16(block); }

    template <class Simd> static typename Simd::Floats load(const Block *blocks) {
        return Simd::load_f16(blocks);
    }
};

} // namespace
} // namespace spillway
