#pragma once

#include "base/file.h"

#include <cstddef>
#include <filesystem>
#include <vector>

namespace spillway {

/// What offsets, sizes and memory of direct reads are multiples of: the page, and at least the block of every
/// common drive and file system. Buffered reads keep to it too, so that there is one path to test.
inline constexpr std::size_t read_alignment = 4096;

/// Files opened alike: all for direct reads, or all for buffered ones.
struct FileSet {
    std::vector<File> files;
    bool direct = false;
};

/// Direct if `allow_direct` and each file takes a direct read. Throws Error(not_found, io).
FileSet open_files(const std::vector<std::filesystem::path> &paths, bool allow_direct);

} // namespace spillway
