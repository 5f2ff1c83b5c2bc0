#include "storage/read_progress.h"

#include "base/units.h"
#include "storage/file_set.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace spillway {

namespace {

/// Linux reads less than 2 GiB at once, and a completion's result has 31 bits.
constexpr std::size_t most_at_once = GiB;

Error refused(const ReadProgress &read, const File &file, int number) {
    return {ErrorCode::io,
            "Cannot read " + std::to_string(read.length()) + " bytes at byte " +
                std::to_string(read.request.offset + read.position()) + " of " + file.path().string() + ": " +
                system_message(number) + ".",
            "Check the drive and its cable, or copy the file to another drive."};
}

Error cut_off(const ReadProgress &read, const File &file) {
    return {ErrorCode::damaged,
            file.path().string() + " ends at byte " + std::to_string(read.request.offset + read.done) +
                ", but what is needed reaches from byte " + std::to_string(read.request.offset) + " to byte " +
                std::to_string(read.request.offset + read.request.required) + ".",
            "The copy or download was cut off: get the file again."};
}

} // namespace

std::size_t ReadProgress::position() const {
    return round_down(done, read_alignment);
}

std::size_t ReadProgress::length() const {
    return std::min(request.bytes - position(), most_at_once);
}

bool advance(ReadProgress &read, std::int64_t result, const File &file) {
    if (result == -EINTR || result == -EAGAIN) {
        return false;
    }
    if (result < 0) {
        throw refused(read, file, static_cast<int>(-result));
    }
    const std::size_t reached = read.position() + static_cast<std::size_t>(result);
    // A read that brings nothing new has met the end of the file; a short one may have been cut off by a
    // signal.
    if (reached > read.done) {
        read.done = reached;
        return read.done >= read.request.bytes;
    }
    if (read.done < read.request.required) {
        throw cut_off(read, file);
    }
    return true;
}

void read_now(ReadProgress &read, const File &file) {
    ssize_t result = 0;
    do {
        const std::size_t position = read.position();
        result = pread(file.descriptor(), read.request.destination + position, read.length(),
                       static_cast<off_t>(read.request.offset + position));
    } while (!advance(read, result < 0 ? -errno : result, file));
}

Error hangs(const ReadRequest &request, const File &file) {
    return {ErrorCode::io,
            "The read of " + std::to_string(request.bytes) + " bytes at byte " +
                std::to_string(request.offset) + " of " + file.path().string() + " does not come back.",
            "Check the drive: it may be disconnected, too hot or failing."};
}

} // namespace spillway
