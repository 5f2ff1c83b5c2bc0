#pragma once

#include "base/file.h"
#include "model/description.h"

#include <cstddef>
#include <span>

namespace spillway {

/// Reads a tensor that is_strided() row-major into `out` [rows, cols], tensor.bytes long. Reads the file in
/// order in pieces of 1 MiB at most, so that a transposed matrix is read once from beginning to end. Throws
/// Error(io, damaged) naming the file.
void gather(const File &file, const Tensor &tensor, std::span<std::byte> out);

} // namespace spillway
