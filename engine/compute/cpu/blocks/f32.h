#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

/// IEEE 754 binary32.
struct F32 {
    static constexpr BlockType type = BlockType::f32;
    static constexpr int elements = 1;
    static constexpr bool is_integer = false;

    using Block = float;

    static void decode(const Block &block, float *out) { *out = block; }

    template <class Simd> static typename Simd::Floats load(const Block *blocks) { return Simd::load(blocks); }
};

} // namespace
} // namespace spillway
