#include "base/block_type.h"

#include <algorithm>
#include <array>

namespace spillway {

namespace {

using enum BlockType;

constexpr std::array table = std::to_array<BlockTypeInfo>({
    {f32, "F32", 1, 4},
    {f16, "F16", 1, 2},
    {q4_0, "Q4_0", 32, 18},
    {q4_1, "Q4_1", 32, 20},
    {q5_0, "Q5_0", 32, 22},
    {q5_1, "Q5_1", 32, 24},
    {q8_0, "Q8_0", 32, 34},
    {q8_1, "Q8_1", 32, 36},
    {q2_k, "Q2_K", 256, 84},
    {q3_k, "Q3_K", 256, 110},
    {q4_k, "Q4_K", 256, 144},
    {q5_k, "Q5_K", 256, 176},
    {q6_k, "Q6_K", 256, 210},
    {q8_k, "Q8_K", 256, 292},
    {iq2_xxs, "IQ2_XXS", 256, 66},
    {iq2_xs, "IQ2_XS", 256, 74},
    {iq3_xxs, "IQ3_XXS", 256, 98},
    {iq1_s, "IQ1_S", 256, 50},
    {iq4_nl, "IQ4_NL", 32, 18},
    {iq3_s, "IQ3_S", 256, 110},
    {iq2_s, "IQ2_S", 256, 82},
    {iq4_xs, "IQ4_XS", 256, 136},
    {i8, "I8", 1, 1},
    {i16, "I16", 1, 2},
    {i32, "I32", 1, 4},
    {i64, "I64", 1, 8},
    {f64, "F64", 1, 8},
    {iq1_m, "IQ1_M", 256, 56},
    {bf16, "BF16", 1, 2},
    {tq1_0, "TQ1_0", 256, 54},
    {tq2_0, "TQ2_0", 256, 66},
    {mxfp4, "MXFP4", 32, 17},
    {nvfp4, "NVFP4", 64, 36},
    {q1_0, "Q1_0", 128, 18},
    {q2_0, "Q2_0", 64, 18},
});

} // namespace

std::span<const BlockTypeInfo> block_types() {
    return table;
}

const BlockTypeInfo *find_block_type(std::uint32_t id) {
    const auto found = std::ranges::find(table, static_cast<BlockType>(id), &BlockTypeInfo::type);
    return found == table.end() ? nullptr : &*found;
}

const BlockTypeInfo &block_type_info(BlockType type) {
    return *find_block_type(static_cast<std::uint32_t>(type));
}

std::size_t row_bytes(BlockType type, std::size_t elements) {
    const BlockTypeInfo &info = block_type_info(type);
    return elements / info.elements * info.bytes;
}

} // namespace spillway
