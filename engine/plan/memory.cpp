#include "plan/memory.h"

#include "base/units.h"
#include "compute/device.h"

#include <algorithm>

namespace spillway {

std::uint64_t kv_cache_bytes(const DecoderSpec &spec, std::size_t context, std::size_t sequences) {
    const std::uint64_t positions = round_up(context, kv_block_positions);
    return sequences * positions * spec.layers * 2 * spec.kv_width() * sizeof(float);
}

namespace {

/// Hands out consecutive aligned stretches.
class Stretches {
  public:
    std::uint64_t take(std::uint64_t bytes) {
        const std::uint64_t offset = used_;
        used_ += round_up(bytes, 64);
        return offset;
    }
    [[nodiscard]] std::uint64_t used() const { return used_; }

  private:
    std::uint64_t used_ = 0;
};

} // namespace

ScratchLayout scratch_layout(const DecoderSpec &spec, std::size_t rows, std::size_t logit_rows,
                             std::uint64_t attention_bytes) {
    const auto floats = [rows](std::size_t columns) { return rows * columns * sizeof(float); };
    const std::size_t widest = std::max({spec.width, spec.query_width(), spec.feed_forward});
    Stretches stretches;
    ScratchLayout layout;
    layout.rows = rows;
    layout.hidden = stretches.take(floats(spec.width));
    layout.normed = stretches.take(floats(spec.width));
    layout.q = stretches.take(floats(spec.query_width()));
    layout.k = stretches.take(floats(spec.kv_width()));
    layout.v = stretches.take(floats(spec.kv_width()));
    layout.mixed = stretches.take(floats(spec.query_width()));
    layout.gate = stretches.take(floats(spec.feed_forward));
    layout.up = stretches.take(floats(spec.feed_forward));
    layout.projected = stretches.take(floats(spec.width));
    layout.cosines = stretches.take(floats(spec.rope_dims / 2));
    layout.sines = stretches.take(floats(spec.rope_dims / 2));
    layout.activations = stretches.take(Activations::scratch_bytes(rows, widest));
    layout.attention = stretches.take(attention_bytes);
    layout.logits = stretches.take(logit_rows * spec.vocabulary * sizeof(float));
    layout.bytes = stretches.used();
    return layout;
}

} // namespace spillway
