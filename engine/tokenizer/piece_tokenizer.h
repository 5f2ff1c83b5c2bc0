#pragma once

#include "tokenizer/pieces.h"
#include "tokenizer/special_pieces.h"
#include "tokenizer/tokenizer.h"

namespace spillway {

/// What the kinds of tokenizers share: pieces, special pieces, decoding. A kind says how plain text becomes ids
/// and what bytes a piece stands for.
class PieceTokenizer : public Tokenizer {
  public:
    /// Throws Error(damaged) where lists disagree in length or an id is none of the vocabulary's.
    explicit PieceTokenizer(const Vocabulary &vocabulary);

    [[nodiscard]] std::vector<int> encode(std::string_view text, bool parse_special) const final;
    [[nodiscard]] std::string piece_bytes(int id) const final;
    [[nodiscard]] std::string decode(std::span<const int> ids, bool with_special) const final;
    [[nodiscard]] int size() const final { return pieces_.size(); }
    [[nodiscard]] bool is_special(int id) const final { return pieces_.is_special(id); }
    [[nodiscard]] std::span<const int> end_ids() const final { return end_ids_; }
    [[nodiscard]] std::optional<int> bos() const final { return bos_; }
    [[nodiscard]] bool adds_bos() const final { return add_bos_; }
    [[nodiscard]] std::string piece_name(int id) const final { return std::string(pieces_.text(id)); }

  protected:
    /// Appends the ids of `text`, which is not empty and follows a special piece or begins the text.
    virtual void encode_plain(std::string_view text, std::vector<int> &ids) const = 0;
    /// The bytes of a piece that is a normal one, a byte or unused.
    [[nodiscard]] virtual std::string plain_bytes(int id) const = 0;
    /// Whether decoding drops one space at the beginning, which encoding put there.
    [[nodiscard]] virtual bool drops_first_space() const { return false; }

    [[nodiscard]] const Pieces &pieces() const { return pieces_; }
    [[nodiscard]] std::optional<int> unknown() const { return unknown_; }

  private:
    Pieces pieces_;
    SpecialPieces special_;
    std::optional<int> bos_;
    std::optional<int> unknown_;
    bool add_bos_;
    std::vector<int> end_ids_;
};

} // namespace spillway
