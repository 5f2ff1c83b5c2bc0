#pragma once

#include "model/formats/header_reader.h"
#include "model/metadata.h"

#include <string>

namespace spillway {

/// Reads the type and the value of a GGUF key (ggml, docs/gguf.md). Lengths are checked against the file's end
/// and against caps before anything is allocated. Throws Error (damaged, unsupported) naming the file and key.
MetadataValue read_gguf_value(HeaderReader &in, const std::string &key);

} // namespace spillway
