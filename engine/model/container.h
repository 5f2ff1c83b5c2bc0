#pragma once

#include "base/block_type.h"
#include "base/file.h"
#include "model/metadata.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spillway {

/// A tensor as a file format tells of it, before a family says what it is for.
struct StoredTensor {
    std::string name;
    std::vector<std::uint64_t> shape; ///< the contiguous dimension first, as GGUF writes it; none is 0
    BlockType type = BlockType::f32;
    std::size_t file = 0;     ///< index into Container::files
    std::uint64_t offset = 0; ///< from the file's beginning
    std::uint64_t bytes = 0;  ///< inside the file, checked
};

/// What a format's reader makes of a model's files: names, shapes and extents, all checked against the file's
/// size, none of them understood yet.
struct Container {
    std::string format; ///< "GGUF v3"
    std::vector<FileIdentity> files;
    Metadata metadata;
    std::vector<StoredTensor> tensors; ///< names are unique
    std::uint64_t header_hash = 0;     ///< of all bytes before the weights

    /// The first file's path, for messages.
    [[nodiscard]] std::string source() const { return files.front().path.string(); }
};

/// "576 x 49152", the contiguous dimension first.
std::string shape_text(const std::vector<std::uint64_t> &shape);

} // namespace spillway
