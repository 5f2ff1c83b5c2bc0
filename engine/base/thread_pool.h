#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <thread>
#include <vector>

namespace spillway {

/// A fixed crew for data-parallel loops. run() is called by one thread at a time, which works along as number
/// 0. Workers are pinned to the given processors. After a job they look for the next for a fraction of a
/// millisecond, then sleep in a futex: an idle pool uses no processor time.
class ThreadPool {
  public:
    /// `processors`: one operating-system processor number per thread, the caller's first; empty: `threads`
    /// unpinned. The calling thread itself is not pinned.
    explicit ThreadPool(std::size_t threads, std::span<const int> processors = {});
    ~ThreadPool();
    ThreadPool(const ThreadPool &) = delete;
    ThreadPool &operator=(const ThreadPool &) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return workers_.size() + 1; }

    /// Calls work(begin, end) over disjoint ranges that cover [0, count), each of `grain` items but for the
    /// last, from all threads, and returns when all are done. Which thread gets which range is not fixed.
    /// `work` must not throw.
    void run(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)> &work);

  private:
    void stop_workers() noexcept;
    static constexpr std::uint32_t closed = 1U << 31;

    void work_until_empty();
    void help();
    void worker();

    struct Job {
        const std::function<void(std::size_t, std::size_t)> *work = nullptr;
        std::size_t count = 0;
        std::size_t grain = 1;
    };

    std::vector<std::thread> workers_;
    Job job_;
    alignas(64) std::atomic<std::size_t> next_{0};
    alignas(64) std::atomic<std::uint32_t> generation_{
        0}; ///< grows with each job; workers wait for it to change
    /// Workers inside the present job, plus `closed` while no more may come in. run() waits for those inside
    /// only: a worker that the system has not yet let run (another program has its processor) delays nobody.
    alignas(64) std::atomic<std::uint32_t> inside_{closed};
    std::atomic<bool> stopping_{false};
};

} // namespace spillway
