#pragma once

#include "tokenizer/pieces.h"

#include <array>
#include <string_view>
#include <vector>

namespace spillway {

/// Finds the pieces in a text that stand for themselves and are no subject to the vocabulary's rules: control
/// pieces such as <|im_end|> where the caller wants them parsed, and always what the vocabulary calls user
/// defined (a run of spaces, <think>).
class SpecialPieces {
  public:
    explicit SpecialPieces(const Pieces &pieces);

    struct Part {
        std::string_view text; ///< plain text, never empty
        int id = -1;           ///< or a special piece
    };
    /// The text's parts in order. At each place the longest piece counts.
    [[nodiscard]] std::vector<Part> split(std::string_view text, bool parse_special) const;

  private:
    struct Entry {
        std::string text;
        int id;
        bool always; ///< user defined
    };
    [[nodiscard]] const Entry *longest_at(std::string_view text, bool parse_special) const;

    /// By first byte, longest first.
    std::array<std::vector<Entry>, 256> entries_;
};

} // namespace spillway
