#include "tokenizer/tokenizer.h"

#include "base/error.h"
#include "tokenizer/bpe.h"
#include "tokenizer/pretokenizer.h"
#include "tokenizer/sentencepiece.h"

#include <algorithm>
#include <array>

namespace spillway {

namespace {

constexpr std::string_view byte_level = "gpt2";
constexpr std::string_view sentence_piece = "llama";

/// A kind of tokenizer is one file and one line here.
struct Kind {
    std::string_view model;
    std::unique_ptr<Tokenizer> (*make)(const Vocabulary &vocabulary);
};
constexpr std::array kinds = std::to_array<Kind>({
    {byte_level, make_bpe_tokenizer},
    {sentence_piece, make_sentencepiece_tokenizer},
});

void check_lengths(const Vocabulary &vocabulary) {
    const auto check = [&](std::size_t length, std::string_view what) {
        if (length != 0 && length != vocabulary.pieces.size()) {
            throw Error(ErrorCode::damaged,
                        "The vocabulary has " + std::to_string(vocabulary.pieces.size()) + " pieces but " +
                            std::to_string(length) + " " + std::string(what) + ".",
                        "The model's file is damaged: get it again.");
        }
    };
    check(vocabulary.scores.size(), "scores");
    check(vocabulary.kinds.size(), "kinds of pieces");
}

} // namespace

std::unique_ptr<Tokenizer> make_tokenizer(Vocabulary vocabulary) {
    const auto kind = std::ranges::find(kinds, vocabulary.model, &Kind::model);
    if (kind == kinds.end()) {
        throw Error(ErrorCode::unsupported,
                    "The tokenizer \"" + vocabulary.model.substr(0, 64) +
                        "\" (tokenizer.ggml.model) is not known.",
                    "Known ones: gpt2 (byte-level BPE), llama (SentencePiece).");
    }
    check_lengths(vocabulary);
    return kind->make(vocabulary);
}

bool adds_bos_by_default(std::string_view model, std::string_view pre) {
    if (model == sentence_piece) {
        return true;
    }
    const PretokenizerRules *rules = model == byte_level ? find_pretokenizer_rules(pre) : nullptr;
    return rules != nullptr && rules->add_bos;
}

std::vector<int> encode_prompt(const Tokenizer &tokenizer, std::string_view text, bool parse_special) {
    std::vector<int> ids = tokenizer.encode(text, parse_special);
    const std::optional<int> bos = tokenizer.bos();
    if (tokenizer.adds_bos() && bos && (ids.empty() || ids.front() != *bos)) {
        ids.insert(ids.begin(), *bos);
    }
    return ids;
}

} // namespace spillway
