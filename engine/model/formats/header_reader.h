#pragma once

#include "base/error.h"
#include "base/file.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace spillway {

/// Reads little-endian values one after another from a file's beginning, through a window of 1 MiB, and hashes
/// what it passes (FNV-1a, 64 bits). Nothing is read or allocated beyond the file's end: that throws
/// Error(damaged) naming the file, the byte and what was being read.
class HeaderReader {
  public:
    explicit HeaderReader(const std::filesystem::path &path);

    [[nodiscard]] std::uint64_t position() const { return position_; }
    [[nodiscard]] std::uint64_t remaining() const { return size_ - position_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] std::uint64_t hash() const { return hash_; }

    /// Errors that name the file: the container contradicts itself; it is sound but not for this program.
    [[nodiscard]] Error damaged(const std::string &what) const;
    [[nodiscard]] Error unsupported(const std::string &what, const std::string &hint) const;

    /// What is being read from now on, for messages: "the key/values".
    void enter(std::string_view section) { section_ = section; }

    template <typename T> T value() {
        static_assert(std::is_arithmetic_v<T>);
        T result;
        std::memcpy(&result, take(sizeof(T)), sizeof(T));
        return result;
    }

    /// `length` bytes; the caller has set a cap, the file's end is checked here.
    std::string text(std::uint64_t length);
    void skip(std::uint64_t bytes);

  private:
    /// The next `bytes` (at most the window's size) in one piece; they are consumed.
    const std::byte *take(std::size_t bytes);
    void require(std::uint64_t bytes) const;

    File file_;
    std::uint64_t size_ = 0;
    std::uint64_t position_ = 0;
    std::uint64_t hash_;
    std::string section_;
    std::vector<std::byte> window_;
    std::size_t begin_ = 0; ///< of what was not consumed, within the window
    std::size_t end_ = 0;
};

} // namespace spillway
