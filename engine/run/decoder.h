#pragma once

#include "base/buffer.h"
#include "run/kv_cache.h"
#include "run/weights.h"

#include <span>
#include <vector>

namespace spillway {

/// One position to compute: `token` at `position` of text `sequence`. Its keys and values go to the cache;
/// logits are computed only where they are wanted.
struct DecoderRow {
    std::size_t sequence = 0;
    std::size_t position = 0;
    int token = 0;
    bool wants_logits = false;
};

/// The one forward pass, for every family: what differs is in the DecoderSpec and in which tensors exist.
/// Everything it refers to must outlive it. One thread.
class Decoder {
  public:
    Decoder(const DecoderSpec &spec, const Plan &plan, Device &device, Weights &weights, KvCache &cache);

    /// One sweep over all weights. At most plan.prompt_rows rows, of which at most plan.batch want logits; a
    /// row's predecessors in its text are in the cache or before it in `rows`. Answers logits [wanted,
    /// vocabulary] in scratch that the next call overwrites. Throws on a stop or a failed read; the rows'
    /// positions in the cache are then garbage and the caller must truncate them.
    std::span<float> forward(std::span<const DecoderRow> rows, SweepMonitor &monitor);

    [[nodiscard]] std::uint64_t scratch_bytes() const { return scratch_.size(); }

  private:
    void embed(std::span<const DecoderRow> rows, SweepMonitor &monitor);
    void set_rope_angles(std::span<const DecoderRow> rows);
    void attention(int layer, std::span<const DecoderRow> rows, SweepMonitor &monitor);
    void attend(int layer, std::span<const DecoderRow> rows, SweepMonitor &monitor);
    void feed_forward(int layer, std::size_t rows, SweepMonitor &monitor);
    std::span<float> output(std::span<const DecoderRow> rows, SweepMonitor &monitor);

    /// y [rows, out] = x W^T for the matrix `role`; `out` is W's rows.
    void multiply(Role role, int layer, const Activations &x, float *y, SweepMonitor &monitor);
    Activations prepare(const float *x, std::size_t rows, std::size_t cols);
    void norm(Role role, int layer, const float *x, std::size_t rows, float *out);
    [[nodiscard]] float *at(std::uint64_t offset) const {
        return reinterpret_cast<float *>(scratch_.data() + offset);
    }

    const DecoderSpec &spec_;
    Device &device_;
    Weights &weights_;
    KvCache &cache_;
    ScratchLayout layout_;
    Buffer scratch_;
    std::vector<double> inverse_frequencies_; ///< [rope_dims / 2]

    // What attention needs per call, kept to save allocations.
    std::vector<const float *> key_blocks_;
    std::vector<const float *> value_blocks_;
    std::vector<AttentionRow> attention_rows_;
};

} // namespace spillway
