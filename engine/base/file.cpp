#include "base/file.h"

#include "base/error.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace spillway {

namespace {

Error failed(const std::string &action, const std::filesystem::path &path, int number) {
    const ErrorCode code = number == ENOENT ? ErrorCode::not_found : ErrorCode::io;
    std::string hint = "Check that the file is there and that you may read it.";
    if (number == ENOSPC || number == EDQUOT) {
        hint = "Free some space on that drive and try again.";
    }
    return {code, "Cannot " + action + " " + path.string() + ": " + system_message(number) + ".", hint};
}

int open_for_reading(const std::filesystem::path &path, bool direct) {
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (direct ? O_DIRECT : 0));
}

} // namespace

File File::open(const std::filesystem::path &path, bool direct) {
    const int descriptor = open_for_reading(path, direct);
    if (descriptor < 0) {
        throw failed("open", path, errno);
    }
    return {descriptor, path};
}

File File::try_open_direct(const std::filesystem::path &path) {
    const int descriptor = open_for_reading(path, true);
    if (descriptor < 0 && errno != EINVAL && errno != EOPNOTSUPP) {
        throw failed("open", path, errno);
    }
    return {descriptor, path};
}

File::File(File &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

File &File::operator=(File &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(path_, other.path_);
    return *this;
}

File::~File() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

std::uint64_t File::size() const {
    struct stat info {};
    if (fstat(descriptor_, &info) != 0) {
        throw failed("look at", path_, errno);
    }
    return static_cast<std::uint64_t>(info.st_size);
}

void File::read_at(std::uint64_t offset, std::span<std::byte> out) const {
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t n =
            ::pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            throw failed("read", path_, errno);
        }
        if (n == 0) {
            throw Error(ErrorCode::damaged,
                        path_.string() + " ends at byte " + std::to_string(offset + done) + ", " +
                            std::to_string(out.size() - done) + " bytes too early.",
                        "The copy or download was cut off: get the file again.");
        }
        done += static_cast<std::size_t>(n);
    }
}

FileIdentity identify(const std::filesystem::path &path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        throw failed("look at", path, errno);
    }
    return {path, static_cast<std::uint64_t>(info.st_size),
            static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec};
}

std::string read_text(const std::filesystem::path &path) {
    const File file = File::open(path);
    std::string text;
    std::array<char, 16384> part{};
    for (;;) {
        const ssize_t n = ::read(file.descriptor(), part.data(), part.size());
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            throw failed("read", path, errno);
        }
        if (n == 0) {
            return text;
        }
        text.append(part.data(), static_cast<std::size_t>(n));
    }
}

void write_whole(const std::filesystem::path &path, std::string_view bytes) {
    const std::filesystem::path unfinished = path.string() + ".incomplete";
    const int descriptor = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        throw failed("create", unfinished, errno);
    }
    const auto give_up = [&](int number) {
        ::close(descriptor);
        ::unlink(unfinished.c_str());
        return failed("write", path, number);
    };
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::write(descriptor, bytes.data() + done, bytes.size() - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            throw give_up(errno);
        }
        done += static_cast<std::size_t>(n);
    }
    if (::fsync(descriptor) != 0) {
        throw give_up(errno);
    }
    ::close(descriptor);
    if (::rename(unfinished.c_str(), path.c_str()) != 0) {
        const int number = errno;
        ::unlink(unfinished.c_str());
        throw failed("write", path, number);
    }
}

std::filesystem::path default_data_dir() {
    if (const char *xdg = std::getenv("XDG_DATA_HOME"); xdg != nullptr && *xdg != '\0') {
        return std::filesystem::path(xdg) / "spillway";
    }
    const char *home = std::getenv("HOME");
    return std::filesystem::path(home != nullptr ? home : ".") / ".local" / "share" / "spillway";
}

} // namespace spillway
