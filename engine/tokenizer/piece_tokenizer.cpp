#include "tokenizer/piece_tokenizer.h"

#include "base/error.h"
#include "tokenizer/utf8.h"

#include <algorithm>
#include <array>

namespace spillway {

namespace {

/// Control pieces that end a text or a turn in the families that we know; a file names only one or two of them.
constexpr std::array<std::string_view, 7> end_names = {
    "<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end_of_text|>", "</s>", "<end_of_turn>", "<|end|>"};

void check_id(const Pieces &pieces, std::optional<int> id, std::string_view what) {
    if (id && !pieces.contains(*id)) {
        throw Error(ErrorCode::damaged,
                    "The vocabulary's " + std::string(what) + " id " + std::to_string(*id) +
                        " is none of its " + std::to_string(pieces.size()) + " pieces.",
                    "The model's file is damaged: get it again.");
    }
}

std::vector<int> find_end_ids(const Pieces &pieces, const Vocabulary &vocabulary) {
    std::vector<int> ids;
    const auto add = [&](std::optional<int> id) {
        if (id && std::ranges::find(ids, *id) == ids.end()) {
            ids.push_back(*id);
        }
    };
    add(vocabulary.eos);
    add(vocabulary.eot);
    for (const std::string_view name : end_names) {
        const std::optional<int> id = pieces.find(name);
        if (id && pieces.kind(*id) == PieceKind::control) {
            add(id);
        }
    }
    return ids;
}

} // namespace

PieceTokenizer::PieceTokenizer(const Vocabulary &vocabulary)
    : pieces_(vocabulary.pieces, vocabulary.kinds), special_(pieces_), bos_(vocabulary.bos),
      unknown_(vocabulary.unknown), add_bos_(vocabulary.add_bos) {
    check_id(pieces_, vocabulary.bos, "beginning-of-sequence");
    check_id(pieces_, vocabulary.eos, "end-of-sequence");
    check_id(pieces_, vocabulary.eot, "end-of-turn");
    check_id(pieces_, vocabulary.unknown, "unknown-text");
    end_ids_ = find_end_ids(pieces_, vocabulary);
}

std::vector<int> PieceTokenizer::encode(std::string_view text, bool parse_special) const {
    std::vector<int> ids;
    for (const SpecialPieces::Part &part : special_.split(text, parse_special)) {
        if (part.id >= 0) {
            ids.push_back(part.id);
        } else {
            encode_plain(part.text, ids);
        }
    }
    return ids;
}

std::string PieceTokenizer::piece_bytes(int id) const {
    if (pieces_.is_special(id) || pieces_.kind(id) == PieceKind::user_defined) {
        return std::string(pieces_.text(id));
    }
    return plain_bytes(id);
}

std::string PieceTokenizer::decode(std::span<const int> ids, bool with_special) const {
    std::string text;
    Utf8Stream characters;
    bool first = drops_first_space();
    for (const int id : ids) {
        if (pieces_.is_special(id)) {
            if (with_special) {
                text += characters.finish();
                text += pieces_.text(id);
            }
            continue;
        }
        std::string bytes = piece_bytes(id);
        if (first && bytes.starts_with(' ')) {
            bytes.erase(0, 1);
        }
        first = false;
        text += characters.push(bytes);
    }
    return text + characters.finish();
}

} // namespace spillway
