#include "hardware/timed_rate.h"

#include "base/error.h"
#include "telemetry/recorder.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace spillway {

namespace {

/// Sleeps for `seconds`, or until a stop or until `failed` is set.
void sleep_until_stop(double seconds, const std::stop_token &stop, const std::atomic<bool> &failed) {
    constexpr double step = 0.02;
    const Clock::time_point start = Clock::now();
    std::mutex mutex;
    std::condition_variable_any sleeper;
    std::unique_lock lock(mutex);
    for (double left = seconds; left > 0 && !stop.stop_requested() && !failed;
         left = seconds - seconds_since(start)) {
        sleeper.wait_for(lock, stop, std::chrono::duration<double>(std::min(left, step)), [] { return false; });
    }
}

} // namespace

double timed_rate(std::size_t threads, double seconds, const std::stop_token &stop, const RateWork &work) {
    throw_if_stopped(stop);
    std::atomic<bool> over = false;
    std::atomic<bool> failed = false;
    std::atomic<std::uint64_t> bytes = 0;
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const Clock::time_point start = Clock::now();
    {
        std::vector<std::jthread> crew;
        for (std::size_t i = 0; i < threads; ++i) {
            crew.emplace_back([&, i] {
                try {
                    bytes += work(i, over);
                } catch (...) {
                    const std::lock_guard lock(failure_mutex);
                    failure = std::current_exception();
                    failed = true;
                }
            });
        }
        sleep_until_stop(seconds, stop, failed);
        over = true;
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
    throw_if_stopped(stop);
    return static_cast<double>(bytes) / seconds_since(start);
}

} // namespace spillway
