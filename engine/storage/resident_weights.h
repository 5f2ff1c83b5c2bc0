#pragma once

#include "base/buffer.h"
#include "storage/direct_reader.h"
#include "storage/slice_cycle.h"

#include <functional>

namespace spillway {

/// The resident matrices: one piece of memory, each matrix widened to whole blocks, so that direct reads put
/// the bytes where they stay. `matrices` and `reader` must outlive it.
class ResidentWeights {
  public:
    /// Takes the memory. `piece_bytes`: of one read.
    ResidentWeights(const std::vector<StoredMatrix> &matrices, std::uint64_t piece_bytes, DirectReader &reader);

    /// Reads everything. The reader must have nothing in flight before, and has nothing afterwards; on an
    /// exception the memory is given back.
    void load(const std::function<void(std::size_t, std::uint64_t)> &progress, const std::stop_token &stop);

    /// Null for a matrix that is not resident, and before load().
    [[nodiscard]] const std::byte *data(std::size_t matrix) const;
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

  private:
    struct Place {
        std::size_t matrix = 0;
        Extent extent;
        std::uint64_t offset = 0; ///< of the extent in memory_
    };
    struct Piece {
        std::size_t place = 0;
        std::uint64_t begin = 0; ///< within the extent
        std::uint64_t bytes = 0;
        std::uint64_t wanted = 0; ///< of them, the matrix's
    };
    void read_all(const std::function<void(std::size_t, std::uint64_t)> &progress, const std::stop_token &stop);
    [[nodiscard]] Piece piece_at(std::size_t place, std::uint64_t begin) const;
    void submit(const Piece &piece, std::uint64_t id);

    const std::vector<StoredMatrix> &matrices_;
    DirectReader &reader_;
    std::uint64_t piece_bytes_;
    std::vector<Place> places_;
    std::uint64_t bytes_ = 0;
    Buffer memory_;
    bool loaded_ = false;
};

} // namespace spillway
