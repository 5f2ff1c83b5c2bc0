#pragma once

#include "base/block_type.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace spillway {

/// Consecutive rows of one matrix [.., cols], where they lie in the device's memory: a whole resident matrix,
/// or a slice of a streamed one.
struct MatrixSlice {
    BlockType type = BlockType::f32;
    std::size_t cols = 0;
    std::size_t first_row = 0; ///< of the whole matrix
    std::size_t rows = 0;
    const std::byte *data = nullptr;
};

/// 32 neighbouring activations as 16-bit integers with one scale: value = scale * integer. Their rounding is
/// about 1e-5 of the block's largest value (8-bit blocks, which others use, change greedy texts). The order of
/// the 64 bytes is the affair of the kernels that made them.
struct ActivationBlock {
    static constexpr std::size_t elements = 32;

    std::int16_t integers[elements];
    float scale;
    float half_sums[2]; ///< scale * sum of the integers: of the first 16, of the last 16,
    float sum;          ///< of all 32; for weights with a minimum or an offset
};

/// Activation rows made ready for products, once for all matrices that read them: against float weights
/// `values` is used, against quantised ones `blocks`. Plain pointers, `blocks` into scratch that the caller
/// owns; made by Device::prepare.
struct Activations {
    std::size_t rows = 0;
    std::size_t cols = 0;
    const float *values = nullptr;           ///< [rows, cols]
    const ActivationBlock *blocks = nullptr; ///< [rows, blocks_per_row(cols)], the last one zero-padded

    static constexpr std::size_t blocks_per_row(std::size_t cols) {
        return (cols + ActivationBlock::elements - 1) / ActivationBlock::elements;
    }
    /// Bytes of scratch that prepare() needs.
    static constexpr std::size_t scratch_bytes(std::size_t rows, std::size_t cols) {
        return rows * blocks_per_row(cols) * sizeof(ActivationBlock);
    }
};

/// One query row of an attention: a position of one sequence, and where that sequence's keys and values lie.
/// Positions come in blocks of `block_positions`; position p is row p % block_positions of block p /
/// block_positions.
struct AttentionRow {
    std::size_t positions = 0;        ///< it sees [0, positions)
    const float *const *key_blocks;   ///< each [block_positions, kv_heads * head_dim]
    const float *const *value_blocks; ///< likewise
};

struct AttentionShape {
    std::size_t heads = 0;
    std::size_t kv_heads = 0;
    std::size_t head_dim = 0;
    std::size_t block_positions = 0;
    float scale = 0;
};

/// The few operations of a forward pass. All matrices are row-major f32 in the device's memory. Results do not
/// depend on the number of threads, the slicing, or how many rows are computed together: each output number is
/// summed by one thread in one fixed order. Called by one thread at a time; nothing throws after construction.
class Device {
  public:
    virtual ~Device() = default;

    [[nodiscard]] virtual std::string description() const = 0; ///< "AVX-512 VNNI, 2 threads"
    /// Whether matrices of this type can be multiplied and embeddings of it read.
    [[nodiscard]] virtual bool supports(BlockType type) const = 0;

    /// x [rows, cols] -> Activations in `scratch` (Activations::scratch_bytes, 64-byte aligned). `x` must stay.
    virtual Activations prepare(const float *x, std::size_t rows, std::size_t cols,
                                std::span<std::byte> scratch) = 0;

    /// y[r * y_stride + first_row + i] = dot(matrix row i, activation row r), for all r and the slice's rows i.
    virtual void matmul(const MatrixSlice &matrix, const Activations &x, float *y, std::size_t y_stride) = 0;

    /// One stored row (of an embedding) as f32: out [cols].
    virtual void dequantize_row(BlockType type, const std::byte *row, std::size_t cols, float *out) = 0;

    /// out = x / sqrt(mean(x^2) + epsilon) * weight, per row. (Zhang and Sennrich 2019.) out may be x.
    virtual void rms_norm(const float *x, const float *weight, float epsilon, std::size_t rows,
                          std::size_t width, float *out) = 0;

    /// Rotary embedding in place on the first `dims` of each head: x [rows, heads * head_dim], with the cosines
    /// and sines of each row, [rows, dims / 2] (Su et al. 2021). Pairs are neighbours or the two halves.
    virtual void rope(float *x, const float *cosines, const float *sines, std::size_t rows, std::size_t heads,
                      std::size_t head_dim, std::size_t dims, bool adjacent_pairs) = 0;

    /// out [rows, heads * head_dim] = softmax(scale * q k^T) v per row and head; q has out's shape. Grouped
    /// heads share keys. `scratch`: attention_scratch_bytes.
    virtual void attention(const AttentionShape &shape, std::span<const AttentionRow> rows, const float *q,
                           float *out, std::span<std::byte> scratch) = 0;
    [[nodiscard]] virtual std::size_t attention_scratch_bytes(std::size_t positions) const = 0;

    /// out = silu(gate) * up, element by element, n = rows * width. out may be gate.
    virtual void silu_gate(const float *gate, const float *up, std::size_t n, float *out) = 0;

    /// x += y, n numbers.
    virtual void add(float *x, const float *y, std::size_t n) = 0;
};

} // namespace spillway
