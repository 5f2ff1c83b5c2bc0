#pragma once

#include "tokenizer/byte_alphabet.h"
#include "tokenizer/tokenizer.h"

#include <string>
#include <vector>

namespace spillway {

/// A byte-level vocabulary for tests: ids 0 to 255 are the bytes, then one piece per merge, then "<|end|>"
/// (control) and "<think>" (user defined).
inline Vocabulary small_byte_vocabulary(const std::vector<std::string> &merges) {
    Vocabulary vocabulary;
    vocabulary.model = "gpt2";
    vocabulary.pre = "gpt-2";
    for (unsigned byte = 0; byte < 256; ++byte) {
        vocabulary.pieces.emplace_back(byte_character(static_cast<unsigned char>(byte)));
    }
    for (const std::string &merge : merges) {
        std::string piece = merge;
        piece.erase(piece.find(' ', 1), 1);
        vocabulary.pieces.push_back(piece);
    }
    vocabulary.merges = merges;
    vocabulary.kinds.assign(vocabulary.pieces.size(), PieceKind::normal);
    vocabulary.pieces.insert(vocabulary.pieces.end(), {"<|end|>", "<think>"});
    vocabulary.kinds.insert(vocabulary.kinds.end(), {PieceKind::control, PieceKind::user_defined});
    return vocabulary;
}

} // namespace spillway
