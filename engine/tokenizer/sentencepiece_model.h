#pragma once

#include "tokenizer/tokenizer.h"

#include <string>

namespace spillway {

/// The vocabulary as a sentencepiece.ModelProto, serialised (protobuf wire format; the fields and their numbers
/// are those of sentencepiece_model.proto). Written by hand: Debian's library comes without the generated
/// headers. A BPE model with the identity normaliser that escapes spaces and adds none of its own; byte
/// fallback where all 256 byte pieces are there. A vocabulary without a piece for unknown text gets one behind
/// its last: an id that is none of the vocabulary's.
std::string sentencepiece_model(const Vocabulary &vocabulary);

} // namespace spillway
