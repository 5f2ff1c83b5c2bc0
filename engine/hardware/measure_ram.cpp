#include "hardware/measure_ram.h"

#include "base/units.h"
#include "hardware/probe.h"
#include "hardware/timed_rate.h"

#include <algorithm>
#include <array>
#include <pthread.h>
#include <sched.h>

namespace spillway {

namespace {

/// Values between two looks at the clock: well under a millisecond.
constexpr std::size_t chunk_values = 64 * KiB / sizeof(std::uint64_t);

std::uint64_t last_level_bytes(const Machine &machine) {
    int level = 0;
    for (const Cache &cache : machine.caches) {
        level = std::max(level, cache.level);
    }
    std::uint64_t bytes = 0;
    for (const Cache &cache : machine.caches) {
        bytes += cache.level == level ? cache.bytes * static_cast<std::uint64_t>(cache.instances) : 0;
    }
    return bytes;
}

/// Independent sums, so that no addition waits for another and the compiler can use wide registers.
std::uint64_t sum_of(std::span<const std::uint64_t> values) {
    constexpr std::size_t lanes = 16;
    std::array<std::uint64_t, lanes> sums{};
    for (std::size_t i = 0; i + lanes <= values.size(); i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sums[lane] += values[i + lane];
        }
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t lane : sums) {
        sum += lane;
    }
    return sum;
}

} // namespace

RamProbe::RamProbe(const Machine &machine, std::size_t threads, const std::stop_token &stop) {
    for (std::size_t i = 0; i < threads; ++i) {
        processors_.push_back(
            machine.cores.empty() ? -1 : machine.cores[i % machine.cores.size()].processors.front());
    }
    const std::uint64_t wanted = std::max(4 * last_level_bytes(machine), 64 * MiB);
    const std::uint64_t most = std::max(free_ram() / 4, 16 * MiB);
    memory_ = Buffer(round_up(std::min(wanted, most), threads * chunk_values * sizeof(std::uint64_t)));
    // Each thread writes its part first, so that it lies in the memory of its own node.
    timed_rate(threads, 0, stop, [&](std::size_t thread, const std::atomic<bool> &) {
        pin(thread);
        const std::span<std::uint64_t> values = share(thread, threads);
        for (std::size_t at = 0; at < values.size() && !stop.stop_requested(); at += chunk_values) {
            std::ranges::fill(values.subspan(at, chunk_values), thread + 1);
        }
        return std::uint64_t{0};
    });
}

std::span<std::uint64_t> RamProbe::share(std::size_t thread, std::size_t threads) const {
    const std::span<std::uint64_t> all = memory_.as<std::uint64_t>();
    const std::size_t count = all.size() / threads;
    return all.subspan(thread * count, count);
}

void RamProbe::pin(std::size_t thread) const {
    if (processors_[thread] < 0) {
        return;
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(processors_[thread]), &set);
    // Refused in some containers; the thread then runs where the system puts it.
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

double RamProbe::rate(std::size_t threads, double seconds, const std::stop_token &stop) {
    return timed_rate(threads, seconds, stop, [&](std::size_t thread, const std::atomic<bool> &over) {
        pin(thread);
        const std::span<const std::uint64_t> values = share(thread, threads);
        std::uint64_t sum = 0;
        std::uint64_t bytes = 0;
        for (std::size_t at = 0; !over;
             at = (at + chunk_values) % (values.size() / chunk_values * chunk_values)) {
            sum += sum_of(values.subspan(at, chunk_values));
            bytes += chunk_values * sizeof(std::uint64_t);
        }
        sum_ += sum;
        return bytes;
    });
}

} // namespace spillway
