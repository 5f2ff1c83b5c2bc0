#include "plan/plan.h"

namespace spillway {

std::uint64_t Plan::streamed_bytes() const {
    std::uint64_t bytes = 0;
    for (const Part &part : parts) {
        // A single row of the embedding is read, never all of it.
        if (part.tier == Tier::disk && part.kind != PartKind::embedding) {
            bytes += part.bytes;
        }
    }
    return bytes;
}

Tier Plan::layer_tier(int layer) const {
    std::array<std::uint64_t, 3> bytes{};
    for (const Part &part : parts) {
        if (part.layer == layer) {
            bytes[static_cast<std::size_t>(part.tier)] += part.bytes;
        }
    }
    Tier most = Tier::disk;
    for (const Tier tier : all_tiers) {
        if (bytes[static_cast<std::size_t>(tier)] > bytes[static_cast<std::size_t>(most)]) {
            most = tier;
        }
    }
    return most;
}

} // namespace spillway
