#pragma once

#include <cstddef>
#include <cstdint>

namespace spillway {

enum class NormKind { rms, layer };
enum class RopeKind { none, adjacent_pairs, half_split };
enum class Activation { silu, gelu, gelu_tanh };

/// A family as data: all that the one forward pass (run/decoder) has to know beside the tensors. Which optional
/// tensors exist (biases, a norm, rope factors) is read off the model's roles, not told twice.
struct DecoderSpec {
    std::size_t layers = 0;
    std::size_t width = 0;        ///< of the residual stream
    std::size_t heads = 0;        ///< query heads
    std::size_t kv_heads = 0;     ///< key and value heads; heads is a multiple
    std::size_t head_dim = 0;     ///< of one head
    std::size_t feed_forward = 0; ///< inner width
    std::size_t vocabulary = 0;
    std::size_t context_length = 0; ///< the longest sequence the model was trained for

    NormKind norm = NormKind::rms;
    float norm_epsilon = 1e-5F;

    RopeKind rope = RopeKind::adjacent_pairs;
    std::size_t rope_dims = 0; ///< leading dimensions of each head that are turned
    float rope_base = 10000.0F;

    Activation activation = Activation::silu;
    bool gated = true;         ///< feed-forward has gate and up
    float attention_scale = 0; ///< of q.k; 1/sqrt(head_dim) mostly

    /// Of an embedding's row where it is narrower than the residual stream: the row is put in the first
    /// channels, zeros in the others. 0: it is as wide.
    std::size_t embedding_width = 0;

    /// Numbers in a row of the embedding.
    [[nodiscard]] std::size_t row_width() const { return embedding_width != 0 ? embedding_width : width; }
    [[nodiscard]] std::size_t query_width() const { return heads * head_dim; }
    [[nodiscard]] std::size_t kv_width() const { return kv_heads * head_dim; }
    bool operator==(const DecoderSpec &) const = default;
};

} // namespace spillway
