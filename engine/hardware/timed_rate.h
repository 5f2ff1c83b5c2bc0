#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>

namespace spillway {

/// One thread's share of a measurement: moves bytes until `over` (to be asked every few milliseconds), answers
/// how many they were.
using RateWork = std::function<std::uint64_t(std::size_t thread, const std::atomic<bool> &over)>;

/// Bytes per second that `threads` threads move together in about `seconds`. Rethrows what one of them throws;
/// throws Error(interrupted) as soon as they have ended after a stop.
double timed_rate(std::size_t threads, double seconds, const std::stop_token &stop, const RateWork &work);

} // namespace spillway
