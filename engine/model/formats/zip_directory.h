#pragma once

#include "base/file.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// A file within a zip archive; its bytes lie in one piece, uncompressed.
struct ZipEntry {
    std::string name;
    std::uint64_t offset = 0; ///< of the first byte of its content, from the archive's beginning
    std::uint64_t size = 0;   ///< of the content; it ends before the directory, checked
};

/// The directory of a zip archive whose entries are stored, not compressed (PKWARE APPNOTE 6.3.10), as PyTorch
/// writes them. Sizes are taken from the central directory: local headers may hold zeros.
struct ZipDirectory {
    std::vector<ZipEntry> entries; ///< sorted by name; names are unique
    std::uint64_t offset = 0;      ///< of the central directory
    std::uint64_t hash = 0;        ///< FNV-1a of the central directory

    /// Null when there is none.
    [[nodiscard]] const ZipEntry *find(std::string_view name) const;
};

/// Whether a file that begins with these bytes claims to be a zip archive.
bool is_zip(std::span<const std::byte> beginning);

/// Reads the end records, the central directory and the entries' local headers. Every number is checked against
/// the file's size before it is used. Throws Error (damaged, unsupported) naming the file and the entry or the
/// offset: a file that was cut off has no end record, so it is found here.
ZipDirectory read_zip_directory(const File &file);

} // namespace spillway
