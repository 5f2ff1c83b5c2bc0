#pragma once

#include <cstddef>
#include <deque>
#include <optional>

namespace spillway {

/// Places in a circular memory, given out and taken back in the same order. A piece lies in one stretch: where
/// it does not fit before the end, the rest there stays unused and it goes to the beginning.
class Ring {
  public:
    explicit Ring(std::size_t bytes) : bytes_(bytes) {}

    /// Where `bytes` (> 0) are free, or nothing as long as older pieces are in the way.
    std::optional<std::size_t> allocate(std::size_t bytes);
    /// Gives back the oldest piece.
    void release() { begins_.pop_front(); }
    void clear() { begins_.clear(); }

    [[nodiscard]] bool empty() const noexcept { return begins_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_; }

  private:
    std::size_t bytes_;
    std::size_t head_ = 0; ///< end of the newest piece
    std::deque<std::size_t> begins_;
};

} // namespace spillway
