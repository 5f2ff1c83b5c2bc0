#include "model/formats/header_reader.h"

#include <algorithm>
#include <bit>
#include <span>

namespace spillway {

static_assert(std::endian::native == std::endian::little, "model files are read as they are stored");

namespace {

constexpr std::size_t window_bytes = 1 << 20;
constexpr std::uint64_t fnv_offset = 0xcbf29ce484222325U;
constexpr std::uint64_t fnv_prime = 0x100000001b3U;

} // namespace

HeaderReader::HeaderReader(const std::filesystem::path &path)
    : file_(File::open(path)), size_(file_.size()), hash_(fnv_offset),
      window_(static_cast<std::size_t>(std::min<std::uint64_t>(size_, window_bytes))) {}

Error HeaderReader::damaged(const std::string &what) const {
    return {ErrorCode::damaged, file_.path().string() + ": " + what + ".",
            "The file is damaged or was written by a faulty tool: get it again."};
}

Error HeaderReader::unsupported(const std::string &what, const std::string &hint) const {
    return {ErrorCode::unsupported, file_.path().string() + ": " + what + ".", hint};
}

void HeaderReader::require(std::uint64_t bytes) const {
    if (bytes > remaining()) {
        throw damaged("the file ends within " + section_ + ": " + std::to_string(bytes) +
                      " bytes are needed at byte " + std::to_string(position_) + ", the file has " +
                      std::to_string(size_));
    }
}

const std::byte *HeaderReader::take(std::size_t bytes) {
    require(bytes);
    if (end_ - begin_ < bytes) {
        std::memmove(window_.data(), window_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
        const std::uint64_t behind = position_ + end_;
        const std::size_t more =
            static_cast<std::size_t>(std::min<std::uint64_t>(window_.size() - end_, size_ - behind));
        file_.read_at(behind, std::span(window_).subspan(end_, more));
        end_ += more;
    }
    const std::byte *result = window_.data() + begin_;
    for (std::size_t i = 0; i < bytes; ++i) {
        hash_ = (hash_ ^ std::to_integer<std::uint64_t>(result[i])) * fnv_prime;
    }
    begin_ += bytes;
    position_ += bytes;
    return result;
}

std::string HeaderReader::text(std::uint64_t length) {
    require(length);
    std::string result;
    result.reserve(static_cast<std::size_t>(length));
    while (result.size() < length) {
        const std::size_t part =
            static_cast<std::size_t>(std::min<std::uint64_t>(length - result.size(), window_.size()));
        result.append(reinterpret_cast<const char *>(take(part)), part);
    }
    return result;
}

void HeaderReader::skip(std::uint64_t bytes) {
    require(bytes);
    while (bytes > 0) {
        const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, window_.size()));
        take(part);
        bytes -= part;
    }
}

} // namespace spillway
