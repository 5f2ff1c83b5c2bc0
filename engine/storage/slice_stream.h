#pragma once

#include "base/buffer.h"
#include "storage/direct_reader.h"
#include "storage/ring.h"
#include "storage/slice_cycle.h"

#include <deque>

namespace spillway {

/// The streamed matrices' slices, read ahead into a ring in the order of the cycle. `matrices` and `reader`
/// must outlive it; nobody else may have requests in flight in the reader while slices are acquired.
class SliceStream {
  public:
    SliceStream(const std::vector<StoredMatrix> &matrices, std::uint64_t slice_bytes, std::uint64_t ring_bytes,
                DirectReader &reader);

    /// Starts the reads of as many slices as the ring has room for. After restart() it waits for the reads that
    /// are still in flight, within 50 ms of a stop.
    void start(const std::stop_token &stop);

    WeightStore::Slice acquire(const std::stop_token &stop);
    [[nodiscard]] bool ready();
    void release();
    /// Back to the first slice. Does not wait: the next start() or acquire() does.
    void restart();

    /// Up to where everything from the slice at hand on is in the ring; nothing where nothing is streamed.
    [[nodiscard]] std::optional<WeightStore::ReadAhead> reached();
    [[nodiscard]] std::uint64_t ring_bytes() const noexcept { return memory_.size(); }

  private:
    struct Piece {
        SlicePlace place;
        std::uint64_t id = 0;
        const std::byte *data = nullptr;
    };
    void read_ahead();

    const std::vector<StoredMatrix> &matrices_;
    DirectReader &reader_;
    SliceCycle cycle_; ///< stands at the next slice to be read
    Buffer memory_;
    Ring ring_;
    std::deque<Piece> pieces_; ///< in the ring, oldest first
    std::uint64_t next_id_ = 1;
    std::uint64_t sweep_ = 0; ///< of the last acquired slice
    bool held_ = false;       ///< the first piece is acquired
    bool restarting_ = false; ///< what is in flight is not wanted, but may still write to the ring
};

} // namespace spillway
