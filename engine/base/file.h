#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace spillway {

/// A file opened for reading. Move-only; closes itself. All functions throw Error(io or not_found) naming the
/// path.
class File {
  public:
    /// `direct` opens with O_DIRECT: offsets, sizes and memory must then be aligned to the drive's blocks.
    static File open(const std::filesystem::path &path, bool direct = false);
    /// Like open(direct), but answers an invalid File where the file system refuses O_DIRECT.
    static File try_open_direct(const std::filesystem::path &path);

    File() = default;
    File(File &&other) noexcept;
    File &operator=(File &&other) noexcept;
    File(const File &) = delete;
    File &operator=(const File &) = delete;
    ~File();

    [[nodiscard]] bool valid() const noexcept { return descriptor_ >= 0; }
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    [[nodiscard]] const std::filesystem::path &path() const noexcept { return path_; }
    [[nodiscard]] std::uint64_t size() const;

    /// Fills `out` from `offset`; throws Error(damaged) where the file ends before.
    void read_at(std::uint64_t offset, std::span<std::byte> out) const;

  private:
    File(int descriptor, std::filesystem::path path) : descriptor_(descriptor), path_(std::move(path)) {}

    int descriptor_ = -1;
    std::filesystem::path path_;
};

/// What a file was when it was looked at: a cache or plan made for it is stale when this differs.
struct FileIdentity {
    std::filesystem::path path;
    std::uint64_t size = 0;
    std::int64_t modified_ns = 0;
    bool operator==(const FileIdentity &) const = default;
};
FileIdentity identify(const std::filesystem::path &path);

/// The whole of a small file as bytes (text files, /proc, /sys).
std::string read_text(const std::filesystem::path &path);

/// Writes PATH whole or not at all: PATH.incomplete, flushed to the drive, then renamed. Throws Error(io); the
/// old file is then still there.
void write_whole(const std::filesystem::path &path, std::string_view bytes);

/// XDG folders, or below `--data-dir` where one was given: settings, sessions, measured speeds.
std::filesystem::path default_data_dir();

} // namespace spillway
