#include "base/thread_pool.h"

#include <algorithm>
#include <pthread.h>
#include <sched.h>

namespace spillway {

namespace {

void pause_processor() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/// About 0.4 ms (a pause took 0.1 us where it was measured): the gap between two products of one layer. Longer
/// spinning takes the processor from others, shorter makes each product pay for a wake-up (measured in
/// tests/bench).
constexpr int spins = 4000;

void wait_while_equal(const std::atomic<std::uint32_t> &value, std::uint32_t old) {
    for (int i = 0; i < spins; ++i) {
        if (value.load(std::memory_order_acquire) != old) {
            return;
        }
        pause_processor();
    }
    value.wait(old, std::memory_order_acquire);
}

void pin(std::thread &thread, int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(processor), &set);
    // Refused in some containers; the thread then runs where the system puts it.
    pthread_setaffinity_np(thread.native_handle(), sizeof(set), &set);
}

} // namespace

ThreadPool::ThreadPool(std::size_t threads, std::span<const int> processors) {
    const std::size_t count = std::max<std::size_t>(processors.empty() ? threads : processors.size(), 1);
    try {
        for (std::size_t i = 1; i < count; ++i) {
            workers_.emplace_back([this] { worker(); });
            if (!processors.empty()) {
                pin(workers_.back(), processors[i]);
            }
        }
    } catch (...) { // the system refuses more threads: those that run must end before they go
        stop_workers();
        throw;
    }
}

ThreadPool::~ThreadPool() {
    stop_workers();
}

void ThreadPool::stop_workers() noexcept {
    stopping_ = true;
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
    for (std::thread &thread : workers_) {
        thread.join();
    }
}

void ThreadPool::run(std::size_t count, std::size_t grain,
                     const std::function<void(std::size_t, std::size_t)> &work) {
    grain = std::max<std::size_t>(grain, 1);
    if (workers_.empty() || count <= grain) {
        if (count > 0) {
            work(0, count);
        }
        return;
    }
    job_ = {&work, count, grain};
    next_.store(0, std::memory_order_relaxed);
    inside_.fetch_and(~closed, std::memory_order_release);
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
    work_until_empty();
    std::uint32_t inside = inside_.fetch_or(closed, std::memory_order_acq_rel) | closed;
    while (inside != closed) {
        wait_while_equal(inside_, inside);
        inside = inside_.load(std::memory_order_acquire);
    }
}

void ThreadPool::work_until_empty() {
    for (;;) {
        const std::size_t begin = next_.fetch_add(job_.grain, std::memory_order_relaxed);
        if (begin >= job_.count) {
            return;
        }
        (*job_.work)(begin, std::min(begin + job_.grain, job_.count));
    }
}

/// Takes part in the present job, unless it is over: then its fields are about to change and are not read.
void ThreadPool::help() {
    if ((inside_.fetch_add(1, std::memory_order_acq_rel) & closed) == 0) {
        work_until_empty();
    }
    if (inside_.fetch_sub(1, std::memory_order_acq_rel) == closed + 1) {
        inside_.notify_one();
    }
}

void ThreadPool::worker() {
    std::uint32_t seen = 0;
    for (;;) {
        wait_while_equal(generation_, seen);
        seen = generation_.load(std::memory_order_acquire);
        if (stopping_) {
            return;
        }
        help();
    }
}

} // namespace spillway
