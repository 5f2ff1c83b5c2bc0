#pragma once

#include "base/block_type.h"
#include "base/file.h"
#include "model/decoder_spec.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spillway {

/// What a tensor is for. A family maps its own names to these.
enum class Role {
    token_embedding,
    attention_norm,
    attention_q,
    attention_k,
    attention_v,
    attention_output,
    feed_forward_norm,
    feed_forward_gate,
    feed_forward_up,
    feed_forward_down,
    output_norm,
    output, ///< absent where the embedding is used (tied)
    rope_factors,

    // Where a norm has a bias (LayerNorm) or a matrix one; each is added to what the one without `_bias` gives.
    attention_norm_bias,
    attention_output_bias,
    feed_forward_norm_bias,
    feed_forward_gate_bias,
    feed_forward_up_bias,
    feed_forward_down_bias,
    output_norm_bias,
    output_bias, ///< added to the logits

    /// In place of q, k and v: one matrix of rows [heads, 3, head_dim], each head's query, key and value in
    /// turn.
    attention_qkv,
    attention_qkv_bias,

    /// A norm of the embedding's rows (spec.row_width()), before they are padded to the residual stream.
    embedding_norm,
    embedding_norm_bias,

    /// Between output_norm and the output matrix: a matrix down to the embedding's width, spec.activation, and
    /// this norm.
    output_dense,
    output_dense_bias,
    output_dense_norm,
    output_dense_norm_bias,
};

/// A matrix [rows, cols], row-major, cols contiguous; a vector has one row. Its bytes lie in one piece in a
/// file, unless it is_strided().
struct Tensor {
    std::string name; ///< as in the file
    Role role = Role::token_embedding;
    int layer = -1; ///< -1: belongs to no layer
    BlockType type = BlockType::f32;
    std::uint64_t rows = 0;
    std::uint64_t cols = 0;
    std::size_t file = 0; ///< index into ModelDescription::files
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0; ///< rows * cols numbers

    /// Both 0 for nearly every tensor. Else, in elements: [r, c] lies r * row_stride + c * col_stride elements
    /// behind `offset`, as in a transposed matrix. Such a tensor cannot be streamed: it is gathered when it is
    /// loaded (model/formats/gather.h) and always resident. The types are f32, f16 and bf16.
    std::uint64_t row_stride = 0;
    std::uint64_t col_stride = 0;
    [[nodiscard]] bool is_strided() const { return col_stride != 0; }

    /// A vector or scalar table: always resident, converted to f32.
    [[nodiscard]] bool is_vector() const { return rows == 1; }
};

/// What a model is, from its headers only: no weight has been read. A plain value.
struct ModelDescription {
    std::string name;
    std::string architecture; ///< "llama"
    std::string format;       ///< "GGUF v3"
    std::string type_summary; ///< "Q4_1": the type that holds most bytes
    DecoderSpec spec;
    std::vector<FileIdentity> files;
    std::vector<Tensor> tensors; ///< in the order in which a sweep uses them
    std::uint64_t bytes = 0;     ///< of all tensors
    std::uint64_t parameters = 0;
    std::uint64_t header_hash =
        0; ///< of everything before the weights: the model's identity in plans and caches
    /// The file's own key/values as text, long arrays abbreviated: for people.
    std::vector<std::pair<std::string, std::string>> metadata;

    [[nodiscard]] const Tensor *find(Role role, int layer = -1) const;
    /// The matrix of the output head: `output`, or the tied embedding.
    [[nodiscard]] const Tensor &output_matrix() const;
};

} // namespace spillway
