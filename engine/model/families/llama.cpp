#include "model/families/llama.h"

#include "base/error.h"
#include "model/families/tensor_map.h"

#include <cmath>
#include <limits>

namespace spillway {

namespace {

/// The keys of one architecture, checked as they are read.
class Keys {
  public:
    explicit Keys(const Container &container) : container_(container) {}

    /// A size: at least 1, and small enough that the product of two cannot overflow.
    [[nodiscard]] std::size_t size(const std::string &name) const {
        return checked_size(name, metadata().unsigned_integer(key(name)));
    }
    [[nodiscard]] std::size_t size(const std::string &name, std::size_t fallback) const {
        return checked_size(name, metadata().unsigned_integer(key(name), fallback));
    }
    [[nodiscard]] std::size_t count(const std::string &name) const {
        return static_cast<std::size_t>(metadata().unsigned_integer(key(name), 0));
    }
    /// A finite number above 0.
    [[nodiscard]] float positive(const std::string &name, double fallback) const {
        return checked_positive(name, metadata().number(key(name), fallback));
    }
    [[nodiscard]] float positive(const std::string &name) const {
        return checked_positive(name, metadata().number(key(name)));
    }
    [[nodiscard]] std::string text(const std::string &name) const { return metadata().text(key(name), ""); }

    [[nodiscard]] Error contradiction(const std::string &what) const {
        return {ErrorCode::damaged, container_.source() + ": " + what + ".",
                "The file's key/values contradict each other: get it from another place."};
    }
    [[nodiscard]] Error unsupported(const std::string &what) const {
        return {ErrorCode::unsupported, container_.source() + ": " + what + ".",
                "This variant of the architecture is not supported yet: choose another model."};
    }
    static std::string key(const std::string &name) { return "llama." + name; }

  private:
    [[nodiscard]] const Metadata &metadata() const { return container_.metadata; }

    [[nodiscard]] std::size_t checked_size(const std::string &name, std::uint64_t value) const {
        if (value == 0 || value > std::numeric_limits<std::int32_t>::max()) {
            throw contradiction(key(name) + " is " + std::to_string(value) + ", which is no size");
        }
        return static_cast<std::size_t>(value);
    }
    [[nodiscard]] float checked_positive(const std::string &name, double value) const {
        const auto number = static_cast<float>(value);
        if (!std::isfinite(number) || number <= 0) {
            throw contradiction(key(name) + " is " + std::to_string(value) + ", not a number above 0");
        }
        return number;
    }

    const Container &container_;
};

void refuse_unsupported(const Keys &keys) {
    if (keys.count("expert_count") > 0) {
        throw keys.unsupported("it is a mixture of " + std::to_string(keys.count("expert_count")) +
                               " experts (" + Keys::key("expert_count") + "), which is not computed yet");
    }
    const std::string scaling = keys.text("rope.scaling.type");
    if (!scaling.empty() && scaling != "none") {
        throw keys.unsupported("it uses the rope scaling " + scaling + ", which is not computed yet");
    }
}

void check_heads(const Keys &keys, const DecoderSpec &spec) {
    if (spec.heads % spec.kv_heads != 0) {
        throw keys.contradiction(std::to_string(spec.heads) + " query heads cannot share " +
                                 std::to_string(spec.kv_heads) +
                                 " key and value heads (llama.attention.head_count_kv)");
    }
    if (keys.size("attention.value_length", spec.head_dim) != spec.head_dim) {
        throw keys.unsupported("keys and values of different lengths are not computed yet");
    }
    if (spec.rope_dims % 2 != 0 || spec.rope_dims > spec.head_dim) {
        throw keys.contradiction("llama.rope.dimension_count " + std::to_string(spec.rope_dims) +
                                 " is odd or above the head's " + std::to_string(spec.head_dim));
    }
}

std::size_t default_head_dim(const Keys &keys, const DecoderSpec &spec) {
    if (spec.width % spec.heads != 0) {
        throw keys.contradiction("the width " + std::to_string(spec.width) + " cannot be divided among " +
                                 std::to_string(spec.heads) + " heads");
    }
    return spec.width / spec.heads;
}

/// The vocabulary that the file itself tells of; else the embedding's rows.
std::size_t vocabulary_size(const Keys &keys, const Container &container) {
    if (container.metadata.contains("tokenizer.ggml.tokens")) {
        return container.metadata.texts("tokenizer.ggml.tokens").size();
    }
    return keys.size("vocab_size");
}

DecoderSpec read_spec(const Container &container) {
    const Keys keys(container);
    refuse_unsupported(keys);
    DecoderSpec spec;
    spec.layers = keys.size("block_count");
    spec.width = keys.size("embedding_length");
    spec.heads = keys.size("attention.head_count");
    spec.kv_heads = keys.size("attention.head_count_kv", spec.heads);
    spec.head_dim = container.metadata.contains(Keys::key("attention.key_length"))
                        ? keys.size("attention.key_length")
                        : default_head_dim(keys, spec);
    spec.feed_forward = keys.size("feed_forward_length");
    spec.vocabulary = vocabulary_size(keys, container);
    spec.context_length = keys.size("context_length");
    spec.norm = NormKind::rms;
    spec.norm_epsilon = keys.positive("attention.layer_norm_rms_epsilon");
    spec.rope = RopeKind::adjacent_pairs;
    spec.rope_dims = keys.size("rope.dimension_count", spec.head_dim);
    spec.rope_base = keys.positive("rope.freq_base", 10000.0);
    spec.activation = Activation::silu;
    spec.gated = true;
    spec.attention_scale = 1.0F / std::sqrt(static_cast<float>(spec.head_dim));
    check_heads(keys, spec);
    return spec;
}

void take_layer(TensorMap &tensors, const DecoderSpec &spec, int layer) {
    const std::string prefix = "blk." + std::to_string(layer) + ".";
    const auto name = [&](const char *what) { return prefix + what + ".weight"; };
    tensors.vector(Role::attention_norm, name("attn_norm"), spec.width, layer);
    tensors.matrix(Role::attention_q, name("attn_q"), spec.query_width(), spec.width, layer);
    tensors.matrix(Role::attention_k, name("attn_k"), spec.kv_width(), spec.width, layer);
    tensors.matrix(Role::attention_v, name("attn_v"), spec.kv_width(), spec.width, layer);
    tensors.matrix(Role::attention_output, name("attn_output"), spec.width, spec.query_width(), layer);
    tensors.vector(Role::feed_forward_norm, name("ffn_norm"), spec.width, layer);
    tensors.matrix(Role::feed_forward_gate, name("ffn_gate"), spec.feed_forward, spec.width, layer);
    tensors.matrix(Role::feed_forward_up, name("ffn_up"), spec.feed_forward, spec.width, layer);
    tensors.matrix(Role::feed_forward_down, name("ffn_down"), spec.width, spec.feed_forward, layer);
}

} // namespace

void describe_llama(const Container &container, ModelDescription &description) {
    const DecoderSpec spec = read_spec(container);
    TensorMap tensors(container);
    tensors.matrix(Role::token_embedding, "token_embd.weight", spec.vocabulary, spec.width);
    if (tensors.contains("rope_freqs.weight")) {
        tensors.vector(Role::rope_factors, "rope_freqs.weight", spec.rope_dims / 2);
    }
    // The first missing layer throws, so a false block_count costs nothing.
    for (std::size_t layer = 0; layer < spec.layers; ++layer) {
        take_layer(tensors, spec, static_cast<int>(layer));
    }
    tensors.vector(Role::output_norm, "output_norm.weight", spec.width);
    if (tensors.contains("output.weight")) {
        tensors.matrix(Role::output, "output.weight", spec.vocabulary, spec.width);
    }
    description.spec = spec;
    description.tensors = tensors.finish();
}

} // namespace spillway
