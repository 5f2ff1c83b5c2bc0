#include "hardware/measure_storage.h"

#include "base/error.h"
#include "base/units.h"
#include "hardware/timed_rate.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace spillway {

namespace {

constexpr std::uint64_t alignment = 4096;

bool takes_direct_reads(const File &file) {
    const Buffer memory(alignment);
    return file.valid() && pread(file.descriptor(), memory.data(), alignment, 0) >= 0;
}

} // namespace

StorageProbe::StorageProbe(const std::vector<std::filesystem::path> &files) {
    open(files);
    if (!std::ranges::all_of(files_, [](const Sized &sized) { return takes_direct_reads(sized.file); })) {
        direct_ = false;
        open(files);
    }
}

void StorageProbe::open(const std::vector<std::filesystem::path> &paths) {
    files_.clear();
    for (const std::filesystem::path &path : paths) {
        File file = direct_ ? File::try_open_direct(path) : File::open(path);
        const std::uint64_t bytes = identify(path).size;
        if (bytes > 0) {
            files_.push_back({std::move(file), bytes});
        }
    }
}

double StorageProbe::rate(std::size_t block, std::size_t depth, double seconds, const std::stop_token &stop) {
    if (memory_.size() < block * depth) {
        memory_ = Buffer(); // the old one first
        memory_ = Buffer(block * depth);
        // As the reads of weights do: some drives read twice as fast into large pages. Only a hint.
        madvise(memory_.data(), memory_.size(), MADV_HUGEPAGE);
        std::memset(memory_.data(), 1, memory_.size()); // else the first reads would pay for the pages
    }
    return timed_rate(depth, seconds, stop, [&](std::size_t thread, const std::atomic<bool> &over) {
        std::uint64_t bytes = 0;
        while (!over) {
            bytes += read_next(block, memory_.data() + thread * block);
        }
        return bytes;
    });
}

/// Reads the block that comes next in the files' order; a file's last one may be short.
std::uint64_t StorageProbe::read_next(std::size_t block, std::byte *memory) {
    std::uint64_t whole = 0;
    for (const Sized &sized : files_) {
        whole += round_up(sized.bytes, block);
    }
    std::uint64_t at = round_down(next_.fetch_add(block), block) % whole;
    const Sized *sized = files_.data();
    for (; at >= round_up(sized->bytes, block); ++sized) {
        at -= round_up(sized->bytes, block);
    }
    const int descriptor = sized->file.descriptor();
    const std::uint64_t length = std::min<std::uint64_t>(block, round_up(sized->bytes - at, alignment));
    ssize_t result = 0;
    do {
        result = pread(descriptor, memory, length, static_cast<off_t>(at));
    } while (result < 0 && errno == EINTR);
    if (result < 0) {
        throw Error(ErrorCode::io,
                    "Cannot read " + std::to_string(length) + " bytes at byte " + std::to_string(at) + " of " +
                        sized->file.path().string() + ": " + system_message(errno) + ".",
                    "Check the drive, or measure with another file.");
    }
    if (result == 0) {
        throw Error(ErrorCode::damaged, sized->file.path().string() + " became shorter while it was read.",
                    "Wait until whoever writes to it has finished, and measure again.");
    }
    if (!direct_) {
        posix_fadvise(descriptor, static_cast<off_t>(at), static_cast<off_t>(length), POSIX_FADV_DONTNEED);
    }
    return static_cast<std::uint64_t>(result);
}

} // namespace spillway
