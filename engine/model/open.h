#pragma once

#include "model/description.h"
#include "model/metadata.h"

namespace spillway {

/// A model's headers: the description, and the raw key/values out of which the tokenizer is built.
struct ModelHeaders {
    ModelDescription description;
    Metadata metadata;
};

/// Reads the headers of the model at `path` and checks everything that can be checked without its weights:
/// container, keys, every tensor's name, shape, type and extent. Throws Error (not_found, damaged, unsupported)
/// that names the file and the tensor or key.
ModelHeaders open_model_headers(const std::filesystem::path &path);

} // namespace spillway
