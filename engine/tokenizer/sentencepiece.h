#pragma once

#include "tokenizer/tokenizer.h"

#include <memory>

namespace spillway {

/// SentencePiece (Kudo and Richardson 2018), BPE kind, through the library. Throws Error(damaged) where it
/// refuses the vocabulary.
std::unique_ptr<Tokenizer> make_sentencepiece_tokenizer(const Vocabulary &vocabulary);

} // namespace spillway
