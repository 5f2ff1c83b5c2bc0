#include "run/decoder.h"

#include "compute/cpu/cpu_device.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace spillway {

namespace {

/// Multiply-adds of attention between two polls of the stop token.
constexpr std::size_t attention_work_per_poll = std::size_t{1} << 26;

} // namespace

Decoder::Decoder(const DecoderSpec &spec, const Plan &plan, Device &device, Weights &weights, KvCache &cache)
    : spec_(spec), device_(device), weights_(weights), cache_(cache),
      layout_(scratch_layout(spec, plan.prompt_rows, plan.batch, device.attention_scratch_bytes(plan.context))),
      scratch_(layout_.bytes) {
    // theta_i = base^(-2i/dims), divided by the model's own factors where it has some (Su et al. 2021; Llama
    // 3).
    const std::span<const float> factors = weights.vector(Role::rope_factors);
    for (std::size_t i = 0; i < spec.rope_dims / 2; ++i) {
        const double exponent = -2.0 * static_cast<double>(i) / static_cast<double>(spec.rope_dims);
        const double factor = factors.empty() ? 1.0 : static_cast<double>(factors[i]);
        inverse_frequencies_.push_back(std::pow(static_cast<double>(spec.rope_base), exponent) / factor);
    }
}

std::span<float> Decoder::forward(std::span<const DecoderRow> rows, SweepMonitor &monitor) {
    embed(rows, monitor);  // hidden [rows, width]
    set_rope_angles(rows); // cosines, sines [rows, rope_dims / 2]
    for (int layer = 0; layer < static_cast<int>(spec_.layers); ++layer) {
        monitor.enter(static_cast<std::size_t>(layer));
        attention(layer, rows, monitor);           // hidden += attention(norm(hidden))
        feed_forward(layer, rows.size(), monitor); // hidden += feed_forward(norm(hidden))
    }
    monitor.enter(monitor.output_entry());
    return output(rows, monitor); // [wanted, vocabulary]
}

void Decoder::embed(std::span<const DecoderRow> rows, SweepMonitor &monitor) {
    monitor.enter(monitor.embedding_entry());
    const Tensor &embedding = weights_.tensor(Role::token_embedding);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        device_.dequantize_row(embedding.type, weights_.embedding_row(rows[i].token).data(), spec_.width,
                               at(layout_.hidden) + i * spec_.width);
        monitor.computed(0, 0);
    }
}

void Decoder::set_rope_angles(std::span<const DecoderRow> rows) {
    const std::size_t half = inverse_frequencies_.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < half; ++j) {
            const double angle = static_cast<double>(rows[i].position) * inverse_frequencies_[j];
            at(layout_.cosines)[i * half + j] = static_cast<float>(std::cos(angle));
            at(layout_.sines)[i * half + j] = static_cast<float>(std::sin(angle));
        }
    }
}

void Decoder::attention(int layer, std::span<const DecoderRow> rows, SweepMonitor &monitor) {
    const std::size_t n = rows.size();
    float *q = at(layout_.q); // [n, heads * head_dim]
    float *k = at(layout_.k); // [n, kv_heads * head_dim]
    float *v = at(layout_.v); // [n, kv_heads * head_dim]

    norm(Role::attention_norm, layer, at(layout_.hidden), n, at(layout_.normed));
    const Activations normed = prepare(at(layout_.normed), n, spec_.width);
    multiply(Role::attention_q, layer, normed, q, monitor);
    multiply(Role::attention_k, layer, normed, k, monitor);
    multiply(Role::attention_v, layer, normed, v, monitor);

    const bool adjacent = spec_.rope == RopeKind::adjacent_pairs;
    if (spec_.rope != RopeKind::none) {
        device_.rope(q, at(layout_.cosines), at(layout_.sines), n, spec_.heads, spec_.head_dim, spec_.rope_dims,
                     adjacent);
        device_.rope(k, at(layout_.cosines), at(layout_.sines), n, spec_.kv_heads, spec_.head_dim,
                     spec_.rope_dims, adjacent);
    }
    const std::size_t kv_width = spec_.kv_width();
    for (std::size_t i = 0; i < n; ++i) {
        const auto l = static_cast<std::size_t>(layer);
        std::copy_n(k + i * kv_width, kv_width, cache_.key(rows[i].sequence, l, rows[i].position));
        std::copy_n(v + i * kv_width, kv_width, cache_.value(rows[i].sequence, l, rows[i].position));
    }
    attend(layer, rows, monitor); // mixed [n, heads * head_dim]

    multiply(Role::attention_output, layer, prepare(at(layout_.mixed), n, spec_.query_width()),
             at(layout_.projected), monitor);
    device_.add(at(layout_.hidden), at(layout_.projected), n * spec_.width);
}

void Decoder::attend(int layer, std::span<const DecoderRow> rows, SweepMonitor &monitor) {
    key_blocks_.clear();
    value_blocks_.clear();
    // Rows of one text follow each other and share its list of blocks.
    std::vector<std::size_t> first_block(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool same_text = i > 0 && rows[i].sequence == rows[i - 1].sequence;
        first_block[i] = same_text ? first_block[i - 1] : key_blocks_.size();
        if (!same_text) {
            cache_.append_blocks(rows[i].sequence, static_cast<std::size_t>(layer), key_blocks_, value_blocks_);
        }
    }
    attention_rows_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        attention_rows_.push_back({.positions = rows[i].position + 1,
                                   .key_blocks = key_blocks_.data() + first_block[i],
                                   .value_blocks = value_blocks_.data() + first_block[i]});
    }
    const AttentionShape shape{.heads = spec_.heads,
                               .kv_heads = spec_.kv_heads,
                               .head_dim = spec_.head_dim,
                               .block_positions = kv_block_positions,
                               .scale = spec_.attention_scale};
    const std::size_t longest = rows.back().position + 1;
    const std::size_t step =
        std::max<std::size_t>(attention_work_per_poll / (2 * longest * spec_.query_width()), 1);
    const std::span<std::byte> scores(scratch_.data() + layout_.attention, layout_.logits - layout_.attention);
    for (std::size_t i = 0; i < rows.size(); i += step) {
        const std::size_t count = std::min(step, rows.size() - i);
        device_.attention(shape, std::span(attention_rows_).subspan(i, count),
                          at(layout_.q) + i * spec_.query_width(), at(layout_.mixed) + i * spec_.query_width(),
                          scores);
        throw_if_stopped(monitor.stop());
    }
}

void Decoder::feed_forward(int layer, std::size_t rows, SweepMonitor &monitor) {
    norm(Role::feed_forward_norm, layer, at(layout_.hidden), rows, at(layout_.normed));
    const Activations normed = prepare(at(layout_.normed), rows, spec_.width);
    float *gate = at(layout_.gate); // [rows, feed_forward]
    float *up = at(layout_.up);     // [rows, feed_forward]
    multiply(Role::feed_forward_gate, layer, normed, gate, monitor);
    multiply(Role::feed_forward_up, layer, normed, up, monitor);
    device_.silu_gate(gate, up, rows * spec_.feed_forward, gate);
    multiply(Role::feed_forward_down, layer, prepare(gate, rows, spec_.feed_forward), at(layout_.projected),
             monitor);
    device_.add(at(layout_.hidden), at(layout_.projected), rows * spec_.width);
}

std::span<float> Decoder::output(std::span<const DecoderRow> rows, SweepMonitor &monitor) {
    // The rows that want logits move to the front, in order; `hidden` is not needed any more.
    float *hidden = at(layout_.hidden);
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].wants_logits) {
            std::copy_n(hidden + i * spec_.width, spec_.width, hidden + wanted * spec_.width);
            ++wanted;
        }
    }
    if (wanted == 0) {
        weights_.skip(Role::output, -1, monitor);
        return {};
    }
    norm(Role::output_norm, -1, hidden, wanted, at(layout_.normed));
    multiply(Role::output, -1, prepare(at(layout_.normed), wanted, spec_.width), at(layout_.logits), monitor);
    return {at(layout_.logits), wanted * spec_.vocabulary};
}

void Decoder::multiply(Role role, int layer, const Activations &x, float *y, SweepMonitor &monitor) {
    const std::size_t out = weights_.tensor(role, layer).rows;
    weights_.for_each_slice(role, layer, x.rows, monitor,
                            [&](const MatrixSlice &slice) { device_.matmul(slice, x, y, out); });
}

Activations Decoder::prepare(const float *x, std::size_t rows, std::size_t cols) {
    return device_.prepare(x, rows, cols,
                           {scratch_.data() + layout_.activations, Activations::scratch_bytes(rows, cols)});
}

void Decoder::norm(Role role, int layer, const float *x, std::size_t rows, float *out) {
    device_.rms_norm(x, weights_.vector(role, layer).data(), spec_.norm_epsilon, rows, spec_.width, out);
}

} // namespace spillway
