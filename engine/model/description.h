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
};

/// A matrix [rows, cols], row-major, cols contiguous; a vector has one row. Its bytes lie in one piece in a
/// file.
struct Tensor {
    std::string name; ///< as in the file
    Role role = Role::token_embedding;
    int layer = -1; ///< -1: belongs to no layer
    BlockType type = BlockType::f32;
    std::uint64_t rows = 0;
    std::uint64_t cols = 0;
    std::size_t file = 0; ///< index into ModelDescription::files
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;

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
