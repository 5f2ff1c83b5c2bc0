#pragma once

#include "compute/cpu/blocks/bf16.h"
#include "compute/cpu/blocks/f16.h"
#include "compute/cpu/blocks/f32.h"
#include "compute/cpu/blocks/iq4_nl.h"
#include "compute/cpu/blocks/iq4_xs.h"
#include "compute/cpu/blocks/q2_k.h"
#include "compute/cpu/blocks/q3_k.h"
#include "compute/cpu/blocks/q4_0.h"
#include "compute/cpu/blocks/q4_1.h"
#include "compute/cpu/blocks/q4_k.h"
#include "compute/cpu/blocks/q5_0.h"
#include "compute/cpu/blocks/q5_1.h"
#include "compute/cpu/blocks/q5_k.h"
#include "compute/cpu/blocks/q6_k.h"
#include "compute/cpu/blocks/q8_0.h"

namespace spillway {
namespace {

template <class... Types> struct TypeList {};

/// Every block type that the processor computes with. A new one: a file here, its name in this list, its data
/// in tests/data/blocks.
using AllBlocks =
    TypeList<F32, F16, BF16, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q2_K, Q3_K, Q4_K, Q5_K, Q6_K, IQ4_NL, IQ4_XS>;

/// A row of blocks as numbers.
template <class Type> void dequantize(const std::byte *row, std::size_t cols, float *out) {
    for (std::size_t col = 0; col < cols; col += Type::elements, row += sizeof(typename Type::Block)) {
        typename Type::Block block;
        std::memcpy(&block, row, sizeof(block));
        Type::decode(block, out + col);
    }
}

} // namespace
} // namespace spillway
