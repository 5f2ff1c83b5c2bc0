#pragma once

#include "model/metadata.h"
#include "tokenizer/tokenizer.h"

namespace spillway {

/// The vocabulary that a GGUF file's key/values (tokenizer.ggml.*, tokenizer.chat_template) tell of, with the
/// format's defaults where a key is absent. Throws Error(damaged) naming the key that is missing or of another
/// kind.
Vocabulary vocabulary_from(const Metadata &metadata);

} // namespace spillway
