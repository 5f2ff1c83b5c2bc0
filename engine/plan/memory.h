#pragma once

#include "model/decoder_spec.h"

#include <cstdint>

namespace spillway {

/// Positions per block of the key-value cache.
inline constexpr std::size_t kv_block_positions = 32;

/// Bytes of the key-value cache in f32 for `sequences` texts of `context` positions each, in whole blocks.
std::uint64_t kv_cache_bytes(const DecoderSpec &spec, std::size_t context, std::size_t sequences);

/// Where the decoder's scratch keeps what, for `rows` positions at once. One description for the plan, which
/// counts the bytes, and for the decoder, which takes them.
struct ScratchLayout {
    std::size_t rows = 0;
    std::uint64_t hidden = 0;      ///< [rows, width]: offsets in bytes, 64-byte aligned
    std::uint64_t normed = 0;      ///< [rows, width]
    std::uint64_t q = 0;           ///< [rows, heads * head_dim]
    std::uint64_t k = 0;           ///< [rows, kv_heads * head_dim]
    std::uint64_t v = 0;           ///< likewise
    std::uint64_t mixed = 0;       ///< [rows, heads * head_dim]: attention's result
    std::uint64_t gate = 0;        ///< [rows, feed_forward]
    std::uint64_t up = 0;          ///< [rows, feed_forward]
    std::uint64_t projected = 0;   ///< [rows, width]
    std::uint64_t cosines = 0;     ///< [rows, rope_dims / 2]
    std::uint64_t sines = 0;       ///< likewise
    std::uint64_t activations = 0; ///< Activations::scratch_bytes of the widest product
    std::uint64_t attention = 0;   ///< Device::attention_scratch_bytes
    std::uint64_t logits = 0;      ///< [logit_rows, vocabulary]
    std::uint64_t bytes = 0;
};

/// `logit_rows`: rows of which logits are wanted at once; `attention_bytes`: cpu_attention_scratch_bytes().
ScratchLayout scratch_layout(const DecoderSpec &spec, std::size_t rows, std::size_t logit_rows,
                             std::uint64_t attention_bytes);

} // namespace spillway
