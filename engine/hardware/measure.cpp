#include "hardware/measure.h"

#include "base/error.h"
#include "base/units.h"
#include "hardware/measure_ram.h"
#include "hardware/measure_storage.h"
#include "hardware/probe.h"

#include <algorithm>
#include <array>
#include <future>

namespace spillway {

namespace {

constexpr std::string_view storage_name = "storage to RAM";
constexpr std::string_view ram_name = "RAM to processor";
constexpr std::string_view both_name = "storage and RAM together";

/// One way to read a drive.
struct StoragePoint {
    std::size_t block = 0;
    std::size_t depth = 0;
    double rate = 0;
};

/// In the order of their bytes in flight.
constexpr std::array<StoragePoint, 9> storage_points = {{{MiB, 1},
                                                         {4 * MiB, 1},
                                                         {MiB, 4},
                                                         {16 * MiB, 1},
                                                         {4 * MiB, 4},
                                                         {MiB, 16},
                                                         {16 * MiB, 4},
                                                         {4 * MiB, 16},
                                                         {16 * MiB, 16}}};

/// Reports the steps done; the number of steps is known from the start.
class Steps {
  public:
    Steps(const MeasureProgress &progress, std::size_t all) : progress_(progress), all_(all) {}

    void done(std::string_view what, std::size_t count = 1) {
        done_ += count;
        if (progress_) {
            progress_(what, static_cast<double>(done_) / static_cast<double>(all_));
        }
    }

  private:
    const MeasureProgress &progress_;
    std::size_t all_;
    std::size_t done_ = 0;
};

std::vector<std::size_t> thread_counts(std::size_t most) {
    std::vector<std::size_t> counts;
    for (std::size_t threads = 1; threads < most; threads *= 2) {
        counts.push_back(threads);
    }
    counts.push_back(most);
    return counts;
}

/// Points with more bytes in flight than the drive reads in a tenth of a second bring nothing and cannot be
/// stopped in time; points that take an eighth of the free RAM would push others out.
StoragePoint measure_storage(StorageProbe &storage, double seconds, const std::stop_token &stop, Steps &steps) {
    constexpr double longest = 0.1;
    const std::uint64_t most = free_ram() / 8;
    StoragePoint best = storage_points.front();
    for (StoragePoint point : storage_points) {
        const std::size_t bytes = point.block * point.depth;
        if (best.rate == 0 || (static_cast<double>(bytes) < longest * best.rate && bytes <= most)) {
            point.rate = storage.rate(point.block, point.depth, seconds, stop);
            best = point.rate > best.rate ? point : best;
        }
        steps.done(storage_name);
    }
    return best;
}

std::string how_storage(const StorageProbe &storage, const StoragePoint &point) {
    return std::string(storage.direct() ? "direct" : "buffered") + " reads, " +
           std::to_string(point.block / MiB) + " MiB, " + std::to_string(point.depth) + " at once";
}

std::string how_ram(std::size_t threads, std::uint64_t bytes) {
    return "read by " + std::to_string(threads) + (threads == 1 ? " thread, " : " threads, ") +
           std::to_string(bytes / MiB) + " MiB";
}

/// Both at the same time, for twice as long, since these are the numbers that count.
void measure_together(StorageProbe &storage, const StoragePoint &point, RamProbe &ram, std::size_t threads,
                      double seconds, const std::stop_token &stop, Links &links) {
    std::future<double> storage_rate = std::async(
        std::launch::async, [&] { return storage.rate(point.block, point.depth, 2 * seconds, stop); });
    const double ram_rate = ram.rate(threads, 2 * seconds, stop);
    links.storage_to_ram_together = {storage_rate.get(), Source::measured,
                                     how_storage(storage, point) + ", while RAM is read"};
    links.ram_to_cpu_together = {ram_rate, Source::measured,
                                 how_ram(threads, ram.bytes()) + ", while storage is read"};
}

} // namespace

Links measure_links(const Machine &machine, const MeasureRequest &request, const std::stop_token &stop,
                    const MeasureProgress &progress) {
    if (!machine.this_system) {
        throw Error(ErrorCode::invalid_argument,
                    machine.name + " is another PC: its links cannot be measured here.",
                    "Run `spillway-cli probe --measure` on that PC.");
    }
    const double seconds = request.seconds_per_point;
    const std::size_t threads = request.threads > 0 ? static_cast<std::size_t>(request.threads)
                                                    : std::max<std::size_t>(machine.cores.size(), 1);
    const std::vector<std::size_t> counts = thread_counts(threads);
    StorageProbe storage(request.files);
    Steps steps(progress, (storage.empty() ? 0 : storage_points.size() + 2) + counts.size());
    Links links;
    StoragePoint best;
    if (!storage.empty()) {
        best = measure_storage(storage, seconds, stop, steps);
        links.storage_to_ram = {best.rate, Source::measured, how_storage(storage, best)};
    }
    RamProbe ram(machine, threads, stop);
    for (const std::size_t count : counts) {
        const double rate = ram.rate(count, seconds, stop);
        if (!links.ram_to_cpu || rate > links.ram_to_cpu->bytes_per_s) {
            links.ram_to_cpu = {rate, Source::measured, how_ram(count, ram.bytes())};
        }
        steps.done(ram_name);
    }
    if (!storage.empty()) {
        measure_together(storage, best, ram, threads, seconds, stop, links);
        steps.done(both_name, 2);
    }
    return links;
}

} // namespace spillway
