#include "tokenizer/sentencepiece.h"

#include "base/error.h"
#include "tokenizer/piece_tokenizer.h"
#include "tokenizer/sentencepiece_model.h"
#include "tokenizer/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <sentencepiece_processor.h>

namespace spillway {

namespace {

constexpr std::string_view word_mark = "\xE2\x96\x81"; // U+2581, stands for a space

std::string byte_piece(unsigned byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    return {'<', '0', 'x', digits[byte >> 4U], digits[byte & 0xFU], '>'};
}

class SentencePieceTokenizer final : public PieceTokenizer {
  public:
    explicit SentencePieceTokenizer(const Vocabulary &vocabulary)
        : PieceTokenizer(vocabulary), add_space_prefix_(vocabulary.add_space_prefix) {
        const auto status = processor_.LoadFromSerializedProto(sentencepiece_model(vocabulary));
        if (!status.ok()) {
            throw Error(ErrorCode::damaged,
                        "The SentencePiece vocabulary cannot be used: " + status.ToString() + ".",
                        "The model's file is damaged or was converted wrongly: get it again.");
        }
        for (unsigned byte = 0; byte < byte_ids_.size(); ++byte) {
            const std::optional<int> id = pieces().find(byte_piece(byte));
            byte_ids_[byte] = id && pieces().kind(*id) == PieceKind::byte ? *id : -1;
        }
    }

  protected:
    /// The space in front is put there by us and not by the library: only valid UTF-8 goes through the library,
    /// and of a text that it sees in parts only the first may get one.
    void encode_plain(std::string_view text, std::vector<int> &ids) const override {
        std::string part = add_space_prefix_ ? " " : "";
        while (!text.empty()) {
            const std::size_t valid = valid_utf8_length(text);
            part += text.substr(0, valid);
            encode_valid(part, ids);
            part.clear();
            text.remove_prefix(valid);
            if (!text.empty()) {
                const std::size_t bad = utf8_start(text).bytes;
                append_bytes(text.substr(0, bad), ids);
                text.remove_prefix(bad);
            }
        }
    }

    [[nodiscard]] std::string plain_bytes(int id) const override {
        const std::string_view piece = pieces().text(id);
        if (pieces().kind(id) == PieceKind::byte && piece.size() == 6) {
            unsigned byte = 0;
            const auto [end, status] = std::from_chars(piece.data() + 3, piece.data() + 5, byte, 16);
            if (status == std::errc() && end == piece.data() + 5) {
                return {static_cast<char>(byte)};
            }
        }
        std::string text(piece);
        for (std::size_t at = 0; (at = text.find(word_mark, at)) != std::string::npos; ++at) {
            text.replace(at, word_mark.size(), " ");
        }
        return text;
    }

    [[nodiscard]] bool drops_first_space() const override { return add_space_prefix_; }

  private:
    void encode_valid(const std::string &text, std::vector<int> &ids) const {
        std::vector<int> part;
        const auto status = processor_.Encode(text, &part);
        if (!status.ok()) {
            throw Error(ErrorCode::internal, "The text cannot be tokenised: " + status.ToString() + ".",
                        "Try another text.");
        }
        std::ranges::copy_if(part, std::back_inserter(ids), [&](int id) { return pieces().contains(id); });
    }

    void append_bytes(std::string_view bytes, std::vector<int> &ids) const {
        for (const char byte : bytes) {
            const int id = byte_ids_[static_cast<unsigned char>(byte)];
            if (id >= 0) {
                ids.push_back(id);
            } else if (unknown()) {
                ids.push_back(*unknown());
            }
        }
    }

    sentencepiece::SentencePieceProcessor processor_;
    bool add_space_prefix_;
    std::array<int, 256> byte_ids_{};
};

} // namespace

std::unique_ptr<Tokenizer> make_sentencepiece_tokenizer(const Vocabulary &vocabulary) {
    return std::make_unique<SentencePieceTokenizer>(vocabulary);
}

} // namespace spillway
