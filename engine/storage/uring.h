#pragma once

#include <cstddef>
#include <liburing.h>
#include <memory>

namespace spillway {

/// Owns an io_uring.
class Uring {
  public:
    /// Null where the kernel forbids io_uring (containers often do) or is too old to read through it.
    /// `requests`: in flight at most; as many cancellations may be queued beside them.
    static std::unique_ptr<Uring> try_create(std::size_t requests);
    ~Uring();
    Uring(const Uring &) = delete;
    Uring &operator=(const Uring &) = delete;

    [[nodiscard]] io_uring *get() noexcept { return &ring_; }

    /// A free entry of the submission queue, zeroed by the prep functions; null when all are taken.
    [[nodiscard]] io_uring_sqe *entry() noexcept { return io_uring_get_sqe(&ring_); }

    /// Hands what was prepared to the kernel. What the kernel cannot take just now stays for the next call.
    /// Throws Error(io).
    void submit();

  private:
    Uring() = default;
    io_uring ring_{};
};

} // namespace spillway
