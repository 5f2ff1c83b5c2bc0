#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// What a vocabulary says about one of its pieces (the values are GGUF's).
enum class PieceKind { normal = 1, unknown = 2, control = 3, user_defined = 4, unused = 5, byte = 6 };

/// A vocabulary as it comes out of a model's file; what a tokenizer is built from.
struct Vocabulary {
    std::string model; ///< "gpt2": byte-level BPE; "llama": SentencePiece
    std::string pre;   ///< name of the pre-tokenisation, e.g. "smollm"
    std::vector<std::string> pieces;
    std::vector<float> scores;
    std::vector<PieceKind> kinds;
    std::vector<std::string> merges; ///< "left right", best first
    std::optional<int> bos, eos, eot, unknown, padding;
    bool add_bos = false;
    bool add_eos = false;
    bool add_space_prefix = true;
    std::string chat_template; ///< Jinja source, "" where the file has none
};

/// Text to ids and back. Immutable after construction; safe from several threads.
class Tokenizer {
  public:
    virtual ~Tokenizer() = default;

    /// Ids of UTF-8 `text`, without BOS or EOS. With `parse_special`, pieces such as <|im_end|> in the text
    /// become their one id; without, they are ordinary characters. Invalid UTF-8 is kept as bytes where the
    /// vocabulary can.
    [[nodiscard]] virtual std::vector<int> encode(std::string_view text, bool parse_special) const = 0;

    /// The bytes that `id` stands for within a text: may be part of a character. Special pieces give their
    /// name.
    [[nodiscard]] virtual std::string piece_bytes(int id) const = 0;

    /// The text of a sequence; a leading word mark is dropped where the vocabulary adds one. Special pieces are
    /// left out unless `with_special`. Incomplete characters become U+FFFD.
    [[nodiscard]] virtual std::string decode(std::span<const int> ids, bool with_special = false) const = 0;

    [[nodiscard]] virtual int size() const = 0;
    [[nodiscard]] virtual bool is_special(int id) const = 0;
    /// Ids that end a text or a turn (end of sequence, end of turn, and what the vocabulary marks so).
    [[nodiscard]] virtual std::span<const int> end_ids() const = 0;
    [[nodiscard]] virtual std::optional<int> bos() const = 0;
    [[nodiscard]] virtual bool adds_bos() const = 0;
    /// The piece as the vocabulary writes it ("Ġthe", "▁the", "<0x0A>").
    [[nodiscard]] virtual std::string piece_name(int id) const = 0;
};

/// Throws Error(unsupported) naming a model or pre-tokenisation that is not known, with the list of those that
/// are; Error(damaged) where lists disagree in length.
std::unique_ptr<Tokenizer> make_tokenizer(Vocabulary vocabulary);

/// Whether vocabularies of this kind put BOS in front where the file does not say.
bool adds_bos_by_default(std::string_view model, std::string_view pre);

/// Puts BOS in front where the vocabulary asks for it and the text does not begin with it already.
std::vector<int> encode_prompt(const Tokenizer &tokenizer, std::string_view text, bool parse_special);

} // namespace spillway
