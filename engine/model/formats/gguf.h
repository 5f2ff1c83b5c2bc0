#pragma once

#include "model/container.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace spillway {

/// Whether a file that begins with these bytes claims to be GGUF.
bool is_gguf(std::span<const std::byte> beginning);

/// Reads the header of a GGUF file, version 2 or 3 (ggml, docs/gguf.md): key/values and tensor infos. The
/// weights are not touched. Every count, length, offset and size is checked against the file's size before
/// anything is allocated by it. Throws Error (damaged, unsupported) naming the file and the key or tensor.
Container read_gguf(const std::filesystem::path &path);

} // namespace spillway
