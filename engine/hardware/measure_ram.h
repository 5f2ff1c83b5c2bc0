#pragma once

#include "base/buffer.h"
#include "hardware/machine.h"

#include <atomic>
#include <span>
#include <stop_token>
#include <vector>

namespace spillway {

/// Reads memory that is too large for any cache, with threads pinned to cores.
class RamProbe {
  public:
    /// Takes four times the last-level caches, 64 MiB at least, but no more than a quarter of the free RAM. The
    /// most threads that rate() will be asked for is `threads`. Throws Error(interrupted), std::bad_alloc.
    RamProbe(const Machine &machine, std::size_t threads, const std::stop_token &stop);

    /// Bytes per second read by `threads` threads.
    double rate(std::size_t threads, double seconds, const std::stop_token &stop);

    [[nodiscard]] std::uint64_t bytes() const noexcept { return memory_.size(); }

  private:
    [[nodiscard]] std::span<std::uint64_t> share(std::size_t thread, std::size_t threads) const;
    void pin(std::size_t thread) const;

    std::vector<int> processors_; ///< by thread
    Buffer memory_;
    std::atomic<std::uint64_t> sum_ = 0; ///< keeps the compiler from leaving the reads out
};

} // namespace spillway
