#include "tokenizer/bpe.h"

#include "base/error.h"
#include "tokenizer/bpe_merges.h"
#include "tokenizer/byte_alphabet.h"
#include "tokenizer/piece_tokenizer.h"
#include "tokenizer/pretokenizer.h"

#include <array>

namespace spillway {

namespace {

class BpeTokenizer final : public PieceTokenizer {
  public:
    BpeTokenizer(const Vocabulary &vocabulary, const PretokenizerRules &rules)
        : PieceTokenizer(vocabulary), pretokenizer_(rules), merges_(pieces(), vocabulary.merges),
          whole_words_(rules.whole_words) {
        for (unsigned byte = 0; byte < byte_ids_.size(); ++byte) {
            byte_ids_[byte] = pieces().find(byte_character(static_cast<unsigned char>(byte))).value_or(-1);
        }
    }

  protected:
    void encode_plain(std::string_view text, std::vector<int> &ids) const override {
        std::vector<std::int32_t> word_ids;
        for (const std::string_view word : pretokenizer_.split(text)) {
            if (const auto whole = whole_word(word)) {
                ids.push_back(*whole);
                continue;
            }
            word_ids.clear();
            for (const char byte : word) {
                word_ids.push_back(byte_ids_[static_cast<unsigned char>(byte)]);
            }
            merges_.apply(word_ids);
            append(word_ids, ids);
        }
    }

    [[nodiscard]] std::string plain_bytes(int id) const override { return bytes_of_piece(pieces().text(id)); }

  private:
    [[nodiscard]] std::optional<int> whole_word(std::string_view word) const {
        if (!whole_words_) {
            return std::nullopt;
        }
        std::string piece;
        for (const char byte : word) {
            piece += byte_character(static_cast<unsigned char>(byte));
        }
        return pieces().find(piece);
    }

    /// A byte for which the vocabulary has no piece becomes the piece for unknown text; without one it is lost,
    /// as in every tokenizer of such a vocabulary.
    void append(const std::vector<std::int32_t> &word_ids, std::vector<int> &ids) const {
        for (const std::int32_t id : word_ids) {
            if (id >= 0) {
                ids.push_back(id);
            } else if (unknown()) {
                ids.push_back(*unknown());
            }
        }
    }

    Pretokenizer pretokenizer_;
    BpeMerges merges_;
    bool whole_words_;
    std::array<std::int32_t, 256> byte_ids_{};
};

} // namespace

std::unique_ptr<Tokenizer> make_bpe_tokenizer(const Vocabulary &vocabulary) {
    const PretokenizerRules *rules = find_pretokenizer_rules(vocabulary.pre);
    if (rules == nullptr) {
        throw Error(ErrorCode::unsupported,
                    "The pre-tokenisation \"" + vocabulary.pre.substr(0, 64) +
                        "\" (tokenizer.ggml.pre) is not known.",
                    "Known ones: " + known_pretokenizers() + ".");
    }
    return std::make_unique<BpeTokenizer>(vocabulary, *rules);
}

} // namespace spillway
