#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace spillway {

/// How the numbers of a tensor are stored. The values are the ids of the GGUF format.
enum class BlockType : std::uint32_t {
    f32 = 0,
    f16 = 1,
    q4_0 = 2,
    q4_1 = 3,
    q5_0 = 6,
    q5_1 = 7,
    q8_0 = 8,
    q8_1 = 9,
    q2_k = 10,
    q3_k = 11,
    q4_k = 12,
    q5_k = 13,
    q6_k = 14,
    q8_k = 15,
    iq2_xxs = 16,
    iq2_xs = 17,
    iq3_xxs = 18,
    iq1_s = 19,
    iq4_nl = 20,
    iq3_s = 21,
    iq2_s = 22,
    iq4_xs = 23,
    i8 = 24,
    i16 = 25,
    i32 = 26,
    i64 = 27,
    f64 = 28,
    iq1_m = 29,
    bf16 = 30,
    tq1_0 = 34,
    tq2_0 = 35,
    mxfp4 = 39,
    nvfp4 = 40,
    q1_0 = 41,
    q2_0 = 42,
};

/// A block is `elements` consecutive numbers of one row, stored in `bytes` bytes.
struct BlockTypeInfo {
    BlockType type;
    std::string_view name; ///< as GGUF tools write it, e.g. "Q4_K"
    std::uint32_t elements;
    std::uint32_t bytes;
};

/// Every type of the GGUF format, by id. What the CPU can compute is in compute/cpu/blocks.
std::span<const BlockTypeInfo> block_types();

/// Null when `id` is no type of the format (or one that was removed from it).
const BlockTypeInfo *find_block_type(std::uint32_t id);

/// The entry of a type that is known to exist.
const BlockTypeInfo &block_type_info(BlockType type);

/// Bytes of a row of `elements` numbers; elements must be a multiple of the block's.
std::size_t row_bytes(BlockType type, std::size_t elements);

} // namespace spillway
