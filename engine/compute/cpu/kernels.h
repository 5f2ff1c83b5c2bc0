#pragma once

#include "base/block_type.h"
#include "compute/device.h"

#include <cstddef>

namespace spillway {

// What one instruction set offers. Each kernels_*.cpp is compiled with that set's flags and exports one table.
// Whatever those files include must have internal linkage (anonymous namespaces) and use no templates or inline
// functions of the standard library: the linker keeps one copy of a shared inline function, and if it kept the
// one with AVX instructions the program would die on processors without them. A test looks for such symbols.
// For the same reason everything here is plain data.

/// Rows [begin, end) of a matrix slice times all rows of x.
struct ProductArguments {
    const std::byte *data; ///< the slice's row 0
    std::size_t row_bytes;
    std::size_t cols;
    std::size_t begin;
    std::size_t end;
    const Activations *x;
    float *y; ///< y[r * y_stride + i] is the slice's row i times row r of x
    std::size_t y_stride;
};

/// What can be done with matrices of one block type.
struct TypeKernels {
    BlockType type;
    void (*product)(const ProductArguments &arguments);
    void (*dequantize)(const std::byte *row, std::size_t cols, float *out);
};

/// Neighbouring queries of one attention that read the same keys: `count` (1 to max_queries) of them.
struct AttentionTile {
    static constexpr std::size_t max_queries = 4;

    std::size_t count;
    const float *q[max_queries];        ///< each [head_dim]
    float *out[max_queries];            ///< each [head_dim]; must not overlap q
    std::size_t positions[max_queries]; ///< query i sees [0, positions[i]); at least 1
    const float *const *key_blocks;     ///< as in AttentionRow
    const float *const *value_blocks;
    std::size_t block_positions;
    std::size_t row_stride; ///< floats from one position of a block to the next
    std::size_t column;     ///< of the head's first number in such a row
    std::size_t head_dim;
    float scale;
};

/// The operations of Device for one thread; see there.
struct Kernels {
    const char *description;
    std::size_t row_group; ///< matrix rows that a product computes side by side: chunks are multiples of it
    const TypeKernels *types;
    std::size_t type_count;

    void (*prepare_row)(const float *x, std::size_t cols, ActivationBlock *blocks);
    void (*rms_norm_row)(const float *x, const float *weight, float epsilon, std::size_t width, float *out);
    void (*rope_row)(float *x, const float *cosines, const float *sines, std::size_t heads,
                     std::size_t head_dim, std::size_t dims, bool adjacent_pairs);
    void (*attention_tile)(const AttentionTile &tile);
    void (*silu_gate)(const float *gate, const float *up, std::size_t n, float *out);
    void (*add)(float *x, const float *y, std::size_t n);
};

const Kernels &scalar_kernels();
const Kernels &avx2_kernels();
const Kernels &avx512_kernels();

} // namespace spillway
