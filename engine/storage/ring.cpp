#include "storage/ring.h"

namespace spillway {

std::optional<std::size_t> Ring::allocate(std::size_t bytes) {
    std::size_t begin = begins_.empty() ? 0 : head_;
    const std::size_t tail = begins_.empty() ? 0 : begins_.front();
    if (begins_.empty() || head_ > tail) { // free: from the head to the end, and from the beginning to the tail
        if (bytes > bytes_ - begin) {
            begin = 0;
            if (bytes > tail) {
                return std::nullopt;
            }
        }
    } else if (bytes > tail - head_) { // free: from the head to the tail; nothing where they meet
        return std::nullopt;
    }
    begins_.push_back(begin);
    head_ = begin + bytes;
    return begin;
}

} // namespace spillway
