// How fast a file can be read, and how much of that WeightStore passes on to its caller:
//   storage_bench FILE [SECONDS_PER_POINT]
#include "base/buffer.h"
#include "base/error.h"
#include "base/file.h"
#include "base/units.h"
#include "storage/weight_store.h"
#include "telemetry/recorder.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/mman.h>

using namespace spillway;

namespace {

constexpr std::uint64_t no_limit = GiB;

/// Processor time of the calling thread.
double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Bytes per second of reads of `block` bytes, `depth` in flight, one after another through the file.
double read_rate(const std::filesystem::path &file, std::size_t block, std::size_t depth, double seconds) {
    const auto reader = make_reader({file}, {.depth = depth, .bytes_in_flight = no_limit});
    const std::uint64_t blocks = identify(file).size / block;
    const Buffer memory(block * depth);
    madvise(memory.data(), memory.size(), MADV_HUGEPAGE); // as WeightStore does
    const auto submit = [&](std::uint64_t i) {
        reader->submit({.offset = i % blocks * block,
                        .bytes = block,
                        .destination = memory.data() + i % depth * block,
                        .id = i,
                        .required = block});
    };
    for (std::uint64_t i = 0; i < depth; ++i) {
        submit(i);
    }
    std::uint64_t next = 0;
    for (; next < depth; ++next) { // the first round touches the memory
        reader->wait(next, {});
        submit(next + depth);
    }
    const Clock::time_point start = Clock::now();
    const std::uint64_t first = next;
    for (; seconds_since(start) < seconds; ++next) {
        reader->wait(next, {});
        submit(next + depth);
    }
    return static_cast<double>((next - first) * block) / seconds_since(start);
}

/// Bytes per second that a caller gets who looks at one byte of each page.
double stream_rate(const std::filesystem::path &file, std::uint64_t slice, std::uint64_t ring, double seconds) {
    constexpr std::uint64_t row = 4320; // 7680 weights in q4_0
    WeightStore store(
        {.files = {file},
         .matrices =
             {{.offset = 32, .row_bytes = row, .rows = identify(file).size / row - 1, .streamed = true}},
         .slice_bytes = slice,
         .ring_bytes = ring});
    store.load({}, {});
    std::uint64_t sum = 0;
    const auto take = [&] {
        const WeightStore::Slice slice_now = store.acquire({});
        for (std::uint64_t i = 0; i < slice_now.rows * row; i += 4096) {
            sum += static_cast<std::uint64_t>(slice_now.data[i]);
        }
        store.release();
        return slice_now.rows * row;
    };
    for (std::uint64_t i = 0; i < 2 * ring / slice; ++i) { // the first rounds touch the memory
        take();
    }
    std::uint64_t bytes = 0;
    const double processor_start = thread_seconds();
    const Clock::time_point start = Clock::now();
    while (seconds_since(start) < seconds) {
        bytes += take();
    }
    const double rate = static_cast<double>(bytes) / seconds_since(start);
    const double busy = 100 * (thread_seconds() - processor_start) / seconds_since(start);
    std::printf("  slices of %2llu MiB, ring of %3llu MiB: %9s, caller busy %4.1f %%   (sum %llu)\n",
                static_cast<unsigned long long>(slice / MiB), static_cast<unsigned long long>(ring / MiB),
                format_rate(rate).c_str(), busy, static_cast<unsigned long long>(sum % 1000));
    return rate;
}

void run(const std::filesystem::path &file, double seconds) {
    std::printf("%s: %s, %s\n", file.c_str(), format_bytes(identify(file).size).c_str(),
                read_mode_name(make_reader({file})->mode()).c_str());
    double best = 0;
    double streamed = 0;
    for (int round = 0; round < 2; ++round) { // drives are not the same from one second to the next
        std::printf("round %d\n", round + 1);
        for (const std::size_t block : {MiB, 4 * MiB, 16 * MiB}) {
            for (const std::size_t depth : {1, 4, 16}) {
                const double rate = read_rate(file, block, depth, seconds);
                std::printf("  reads of %2zu MiB, %2zu at once: %9s\n", block / MiB, depth,
                            format_rate(rate).c_str());
                best = std::max(best, rate);
            }
        }
        for (const std::uint64_t slice : {MiB, 4 * MiB, 16 * MiB}) {
            for (const std::uint64_t slices : {4, 16}) {
                streamed = std::max(streamed, stream_rate(file, slice, slices * slice, seconds));
            }
        }
    }
    std::printf("best stream / best reads: %.3f\n", streamed / best);
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: storage_bench FILE [SECONDS_PER_POINT]\n");
        return 2;
    }
    try {
        run(argv[1], argc > 2 ? std::atof(argv[2]) : 1.0);
    } catch (const Error &error) {
        std::fprintf(stderr, "error: %s\nhint: %s\n", error.message().c_str(), error.hint().c_str());
        return 1;
    }
    return 0;
}
