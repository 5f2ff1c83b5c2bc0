#pragma once

#include "tokenizer/tokenizer.h"

#include <memory>

namespace spillway {

/// Byte-level byte-pair encoding (Radford et al. 2019): the text is divided into words by the pre-tokenisation
/// that vocabulary.pre names, and the bytes of each word are merged. Throws Error (unsupported, damaged).
std::unique_ptr<Tokenizer> make_bpe_tokenizer(const Vocabulary &vocabulary);

} // namespace spillway
