#pragma once

#include "storage/file_set.h"
#include "storage/weight_store.h"

#include "base/units.h"

#include <cstdint>
#include <vector>

namespace spillway {

/// Bytes of a file as they are read: widened to whole blocks.
struct Extent {
    std::uint64_t offset = 0; ///< a multiple of read_alignment
    std::uint64_t bytes = 0;  ///< likewise
    std::uint64_t lead = 0;   ///< bytes before the wanted ones
};

constexpr Extent aligned_extent(std::uint64_t offset, std::uint64_t bytes) {
    const std::uint64_t begin = round_down(offset, read_alignment);
    return {begin, round_up(offset + bytes, read_alignment) - begin, offset - begin};
}

/// Consecutive rows of one matrix: the unit of streaming.
struct SlicePlace {
    std::size_t matrix = 0;
    std::uint64_t first_row = 0;
    std::uint64_t rows = 0;
    std::uint64_t sweep = 0; ///< times that the cycle began anew before it
};

/// The slices of the streamed matrices in the order of a sweep, over and over. `matrices` must outlive it.
class SliceCycle {
  public:
    SliceCycle(const std::vector<StoredMatrix> &matrices, std::uint64_t slice_bytes);

    /// Whether nothing is streamed; then there is no current().
    [[nodiscard]] bool empty() const noexcept { return streamed_.empty(); }
    [[nodiscard]] SlicePlace current() const;
    [[nodiscard]] Extent extent(const SlicePlace &place) const;
    void advance();
    void restart();

  private:
    const std::vector<StoredMatrix> &matrices_;
    std::uint64_t slice_bytes_;
    std::vector<std::size_t> streamed_; ///< indices into matrices_
    std::size_t at_ = 0;                ///< index into streamed_
    std::uint64_t first_row_ = 0;
    std::uint64_t sweep_ = 0;
};

} // namespace spillway
