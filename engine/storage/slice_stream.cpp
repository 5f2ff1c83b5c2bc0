#include "storage/slice_stream.h"

#include "base/error.h"

#include <sys/mman.h>

namespace spillway {

SliceStream::SliceStream(const std::vector<StoredMatrix> &matrices, std::uint64_t slice_bytes,
                         std::uint64_t ring_bytes, DirectReader &reader)
    : matrices_(matrices), reader_(reader), cycle_(matrices, slice_bytes), memory_(ring_bytes),
      ring_(ring_bytes) {
    const std::uint64_t least = minimum_ring(matrices, slice_bytes);
    if (ring_bytes < least) {
        throw Error(ErrorCode::invalid_argument,
                    "A ring of " + std::to_string(ring_bytes) +
                        " bytes is too small to stream slices through it.",
                    "Make it " + std::to_string(least) + " bytes or more.");
    }
    // Each read pins the pages anew: large ones halve the caller's part, and some drives (virtio) then read
    // twice as fast (tests/bench/storage_bench). Only a hint, so the answer does not matter.
    madvise(memory_.data(), memory_.size(), MADV_HUGEPAGE);
}

void SliceStream::read_ahead() {
    while (!cycle_.empty()) {
        const SlicePlace place = cycle_.current();
        const Extent extent = cycle_.extent(place);
        const std::optional<std::size_t> begin = ring_.allocate(extent.bytes);
        if (!begin) {
            return;
        }
        const StoredMatrix &matrix = matrices_[place.matrix];
        std::byte *destination = memory_.data() + *begin;
        pieces_.push_back({place, next_id_, destination + extent.lead});
        cycle_.advance();
        reader_.submit({.file = matrix.file,
                        .offset = extent.offset,
                        .bytes = extent.bytes,
                        .destination = destination,
                        .id = next_id_++,
                        .required = extent.lead + place.rows * matrix.row_bytes});
    }
}

WeightStore::Slice SliceStream::acquire(const std::stop_token &stop) {
    if (cycle_.empty() || held_) {
        throw Error(ErrorCode::internal, cycle_.empty()
                                             ? "A slice was asked for, but no matrix is streamed."
                                             : "A slice was asked for before the last was released.");
    }
    start(stop);
    const Piece &piece = pieces_.front();
    try {
        reader_.wait(piece.id, stop);
    } catch (const Error &error) {
        if (error.code() != ErrorCode::interrupted) {
            restart(); // the slice is lost, and with it the sweep
        }
        throw;
    }
    held_ = true;
    sweep_ = piece.place.sweep;
    return {piece.place.matrix, piece.place.first_row, piece.place.rows, piece.data};
}

bool SliceStream::ready() {
    return !held_ && !restarting_ && !pieces_.empty() && reader_.done(pieces_.front().id);
}

void SliceStream::release() {
    if (!held_) {
        throw Error(ErrorCode::internal, "A slice was released that was not acquired.");
    }
    held_ = false;
    pieces_.pop_front();
    ring_.release();
    read_ahead();
}

void SliceStream::restart() {
    reader_.drop_queued();
    pieces_.clear();
    cycle_.restart();
    sweep_ = 0;
    held_ = false;
    restarting_ = true;
}

void SliceStream::start(const std::stop_token &stop) {
    if (restarting_) {
        reader_.cancel_all(stop); // until then, reads may write to the ring
        ring_.clear();
        restarting_ = false;
    }
    read_ahead();
}

std::optional<WeightStore::ReadAhead> SliceStream::reached() {
    if (cycle_.empty()) {
        return std::nullopt;
    }
    SlicePlace place = pieces_.empty() ? cycle_.current() : pieces_.front().place;
    std::uint64_t end = place.first_row;
    for (const Piece &piece : pieces_) {
        if (!reader_.done(piece.id)) {
            break;
        }
        place = piece.place;
        end = place.first_row + place.rows;
    }
    const double rows = static_cast<double>(matrices_[place.matrix].rows);
    return WeightStore::ReadAhead{.matrix = place.matrix,
                                  .fraction = static_cast<double>(end) / rows,
                                  .next_sweep = place.sweep > sweep_};
}

} // namespace spillway
