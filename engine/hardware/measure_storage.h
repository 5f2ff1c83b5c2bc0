#pragma once

#include "base/buffer.h"
#include "base/file.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <vector>

namespace spillway {

/// Reads files from end to end, over and over, several reads at once: direct ones where all files allow them.
/// Where not, what was read is put out of the page cache, so that the next round comes from the drive again.
class StorageProbe {
  public:
    /// Throws Error(not_found, io); files without bytes are left out.
    explicit StorageProbe(const std::vector<std::filesystem::path> &files);

    [[nodiscard]] bool empty() const noexcept { return files_.empty(); }
    [[nodiscard]] bool direct() const noexcept { return direct_; }

    /// Bytes per second of reads of `block` bytes, `depth` at once.
    double rate(std::size_t block, std::size_t depth, double seconds, const std::stop_token &stop);

  private:
    struct Sized {
        File file;
        std::uint64_t bytes = 0;
    };
    void open(const std::vector<std::filesystem::path> &paths);
    std::uint64_t read_next(std::size_t block, std::byte *memory);

    std::vector<Sized> files_;
    bool direct_ = true;
    Buffer memory_;
    std::atomic<std::uint64_t> next_ = 0; ///< bytes handed out to be read, over all rounds
};

} // namespace spillway
