#include "run/kv_cache.h"

#include "base/error.h"

#include <algorithm>
#include <cstring>

namespace spillway {

namespace {

std::size_t blocks_for(std::size_t positions) {
    return (positions + kv_block_positions - 1) / kv_block_positions;
}

} // namespace

KvCache::KvCache(const DecoderSpec &spec, std::size_t context, std::size_t sequences)
    : kv_width_(spec.kv_width()), block_floats_(spec.layers * 2 * kv_block_positions * spec.kv_width()),
      memory_(kv_cache_bytes(spec, context, sequences)), references_(blocks_for(context) * sequences, 0),
      sequences_(sequences) {}

std::size_t KvCache::take_block() {
    const auto free = std::ranges::find(references_, 0);
    if (free == references_.end()) {
        throw Error(ErrorCode::does_not_fit, "The context is full.",
                    "Plan for a longer context or fewer texts.");
    }
    *free = 1;
    return static_cast<std::size_t>(free - references_.begin());
}

void KvCache::drop_block(std::size_t index) {
    --references_[index];
}

void KvCache::reserve(std::size_t sequence, std::size_t first_new, std::size_t positions) {
    std::vector<std::size_t> &blocks = sequences_[sequence];
    for (std::size_t i = first_new / kv_block_positions; i < blocks.size(); ++i) {
        if (references_[blocks[i]] > 1) {
            const std::size_t own = take_block();
            std::memcpy(block(own), block(blocks[i]), block_bytes());
            drop_block(blocks[i]);
            blocks[i] = own;
        }
    }
    while (blocks.size() < blocks_for(positions)) {
        blocks.push_back(take_block());
    }
}

void KvCache::truncate(std::size_t sequence, std::size_t positions) {
    std::vector<std::size_t> &blocks = sequences_[sequence];
    while (blocks.size() > blocks_for(positions)) {
        drop_block(blocks.back());
        blocks.pop_back();
    }
}

void KvCache::fork(std::size_t from, std::size_t to, std::size_t positions) {
    truncate(to, 0);
    sequences_[to].assign(sequences_[from].begin(),
                          sequences_[from].begin() + static_cast<std::ptrdiff_t>(blocks_for(positions)));
    for (const std::size_t index : sequences_[to]) {
        ++references_[index];
    }
}

float *KvCache::key(std::size_t sequence, std::size_t layer, std::size_t position) const {
    return block(sequences_[sequence][position / kv_block_positions]) +
           (layer * 2 * kv_block_positions + position % kv_block_positions) * kv_width_;
}

float *KvCache::value(std::size_t sequence, std::size_t layer, std::size_t position) const {
    return key(sequence, layer, position) + kv_block_positions * kv_width_;
}

void KvCache::append_blocks(std::size_t sequence, std::size_t layer, std::vector<const float *> &keys,
                            std::vector<const float *> &values) const {
    for (const std::size_t index : sequences_[sequence]) {
        const float *layer_keys = block(index) + layer * 2 * kv_block_positions * kv_width_;
        keys.push_back(layer_keys);
        values.push_back(layer_keys + kv_block_positions * kv_width_);
    }
}

std::size_t KvCache::blocks_in_use() const {
    return static_cast<std::size_t>(std::ranges::count_if(references_, [](int n) { return n > 0; }));
}

} // namespace spillway
