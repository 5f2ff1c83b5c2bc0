#pragma once

#include "base/buffer.h"
#include "compute/device.h"
#include "model/decoder_spec.h"
#include "plan/memory.h"

#include <cstddef>
#include <span>
#include <vector>

namespace spillway {

/// Keys and values of several texts, in blocks of kv_block_positions positions. Blocks are counted: a fork
/// shares those of its origin and copies one only when it writes into it. Memory is taken at once and never
/// grows. One thread.
class KvCache {
  public:
    KvCache(const DecoderSpec &spec, std::size_t context, std::size_t sequences);

    /// Room for positions up to `positions` in `sequence`, in blocks of its own from `first_new` on. Throws
    /// Error(does_not_fit) where the cache is full.
    void reserve(std::size_t sequence, std::size_t first_new, std::size_t positions);
    /// Keeps the first `positions` of a sequence and gives the other blocks back.
    void truncate(std::size_t sequence, std::size_t positions);
    /// `to` becomes a copy of the first `positions` of `from`, sharing its blocks.
    void fork(std::size_t from, std::size_t to, std::size_t positions);

    /// Where `layer` keeps one position's keys or values: [kv_width].
    [[nodiscard]] float *key(std::size_t sequence, std::size_t layer, std::size_t position) const;
    [[nodiscard]] float *value(std::size_t sequence, std::size_t layer, std::size_t position) const;

    /// Pointers to `layer`'s part of each block of a sequence, for Device::attention: appended to `keys` and
    /// `values`.
    void append_blocks(std::size_t sequence, std::size_t layer, std::vector<const float *> &keys,
                       std::vector<const float *> &values) const;

    [[nodiscard]] std::size_t blocks_in_use() const;
    [[nodiscard]] std::uint64_t block_bytes() const { return block_floats_ * sizeof(float); }

  private:
    [[nodiscard]] float *block(std::size_t index) const {
        return memory_.as<float>().data() + index * block_floats_;
    }
    std::size_t take_block();
    void drop_block(std::size_t index);

    std::size_t kv_width_;
    std::size_t block_floats_; ///< one block: layers x {keys, values} x positions x kv_width
    Buffer memory_;
    std::vector<int> references_;                     ///< by block; 0: free
    std::vector<std::vector<std::size_t>> sequences_; ///< blocks of each
};

} // namespace spillway
