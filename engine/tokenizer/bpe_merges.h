#pragma once

#include "tokenizer/pieces.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spillway {

/// The merge rules of a byte-level vocabulary (Sennrich et al. 2016), as a table from pairs of ids. Immutable.
class BpeMerges {
  public:
    /// `merges`: "left right" in the pieces' own writing, best first. Throws Error(damaged) for one that is no
    /// pair; one whose parts or result are no pieces can never apply and is left out.
    BpeMerges(const Pieces &pieces, const std::vector<std::string> &merges);

    struct Merge {
        std::uint32_t rank = 0; ///< lower goes first
        std::int32_t result = -1;
    };
    [[nodiscard]] std::optional<Merge> find(std::int32_t left, std::int32_t right) const;

    /// Merges neighbours, the best rule first and of equal ones the leftmost, until none applies. In place.
    /// n ids take about n log n steps, whatever they are. -1 stands for what is no piece and never merges.
    void apply(std::vector<std::int32_t> &ids) const;

  private:
    struct Slot {
        std::int32_t left = -1; ///< -1: empty
        std::int32_t right = -1;
        Merge merge;
    };
    [[nodiscard]] std::size_t slot_of(std::int32_t left, std::int32_t right) const;

    std::vector<Slot> slots_; ///< open addressing; a power of two of them
};

} // namespace spillway
