#pragma once

#include "base/error.h"
#include "storage/direct_reader.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

namespace spillway {

/// A folder beside the test program: on a drive, where direct reads work, unlike many /tmp.
class TestFolder {
  public:
    [[nodiscard]] std::filesystem::path path() const { return folder_.path().toStdString(); }

  private:
    QTemporaryDir folder_{QCoreApplication::applicationDirPath() + "/storage-XXXXXX"};
};

/// The byte that test files have at `offset`: told by its place alone, different in each file and block.
inline std::byte expected_byte(std::size_t file, std::uint64_t offset) {
    std::uint64_t x = offset / 8 + file * 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return static_cast<std::byte>((x ^ (x >> 31)) >> (offset % 8 * 8));
}

inline std::filesystem::path write_pattern(const std::filesystem::path &folder, std::size_t file,
                                           std::uint64_t bytes) {
    const std::filesystem::path path = folder / ("weights-" + std::to_string(file) + ".bin");
    std::vector<char> content(bytes);
    for (std::uint64_t i = 0; i < bytes; ++i) {
        content[i] = static_cast<char>(expected_byte(file, i));
    }
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(bytes));
    return path;
}

/// The first byte of `bytes` that is not as in the file from `offset` on, if any.
inline std::optional<std::uint64_t> first_difference(std::size_t file, std::uint64_t offset,
                                                     const std::byte *data, std::uint64_t bytes) {
    for (std::uint64_t i = 0; i < bytes; ++i) {
        if (data[i] != expected_byte(file, offset + i)) {
            return i;
        }
    }
    return std::nullopt;
}

inline ReaderOptions options_for(ReadMode mode) {
    ReaderOptions options;
    options.allow_io_uring = mode == ReadMode::io_uring_direct || mode == ReadMode::io_uring_buffered;
    options.allow_direct = mode == ReadMode::io_uring_direct || mode == ReadMode::threads_direct;
    return options;
}

/// One row per mode.
inline void add_modes() {
    QTest::addColumn<ReadMode>("mode");
    for (const ReadMode mode : {ReadMode::io_uring_direct, ReadMode::threads_direct,
                                ReadMode::io_uring_buffered, ReadMode::threads_buffered}) {
        QTest::newRow(read_mode_name(mode).c_str()) << mode;
    }
}

/// The error that `action` throws; fails the test where it throws none.
template <typename Action> std::optional<Error> error_of(Action &&action) {
    try {
        action();
    } catch (const Error &error) {
        return error;
    }
    return std::nullopt;
}

} // namespace spillway

Q_DECLARE_METATYPE(spillway::ReadMode)
