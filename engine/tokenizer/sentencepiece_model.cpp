#include "tokenizer/sentencepiece_model.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace spillway {

namespace {

/// Protobuf messages, field by field.
class Message {
  public:
    void number(std::uint32_t field, std::uint64_t value) {
        tag(field, 0);
        varint(value);
    }
    void real(std::uint32_t field, float value) {
        tag(field, 5);
        const auto bits = std::bit_cast<std::uint32_t>(value);
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes_ += static_cast<char>(bits >> shift & 0xFFU);
        }
    }
    void text(std::uint32_t field, std::string_view value) {
        tag(field, 2);
        varint(value.size());
        bytes_ += value;
    }
    void message(std::uint32_t field, const Message &value) { text(field, value.bytes_); }

    [[nodiscard]] std::string take() { return std::move(bytes_); }

  private:
    void tag(std::uint32_t field, std::uint32_t wire_type) { varint(field << 3U | wire_type); }
    void varint(std::uint64_t value) {
        while (value >= 0x80) {
            bytes_ += static_cast<char>((value & 0x7FU) | 0x80U);
            value >>= 7U;
        }
        bytes_ += static_cast<char>(value);
    }

    std::string bytes_;
};

namespace field {
// ModelProto
constexpr std::uint32_t pieces = 1;
constexpr std::uint32_t trainer = 2;
constexpr std::uint32_t normalizer = 3;
// ModelProto.SentencePiece
constexpr std::uint32_t piece = 1;
constexpr std::uint32_t score = 2;
constexpr std::uint32_t type = 3;
// TrainerSpec
constexpr std::uint32_t model_type = 3;
constexpr std::uint32_t byte_fallback = 35;
// NormalizerSpec
constexpr std::uint32_t name = 1;
constexpr std::uint32_t add_dummy_prefix = 3;
constexpr std::uint32_t remove_extra_whitespaces = 4;
constexpr std::uint32_t escape_whitespaces = 5;
} // namespace field

constexpr std::uint64_t bpe_model_type = 2;

PieceKind kind_of(const Vocabulary &vocabulary, std::size_t id) {
    return vocabulary.kinds.empty() ? PieceKind::normal : vocabulary.kinds[id];
}

/// The library wants exactly one unknown piece; converted files have several, or call theirs a control piece.
std::optional<std::size_t> unknown_piece(const Vocabulary &vocabulary) {
    const auto found = std::ranges::find(vocabulary.kinds, PieceKind::unknown);
    if (found != vocabulary.kinds.end()) {
        return static_cast<std::size_t>(found - vocabulary.kinds.begin());
    }
    return vocabulary.unknown ? std::optional(static_cast<std::size_t>(*vocabulary.unknown)) : std::nullopt;
}

/// A name that no text contains.
std::string placeholder(std::size_t id) {
    return "\x01unused " + std::to_string(id);
}

void add_piece(Message &model, std::string_view name, float score, PieceKind kind) {
    Message piece;
    piece.text(field::piece, name);
    piece.real(field::score, score);
    piece.number(field::type, static_cast<std::uint64_t>(kind));
    model.message(field::pieces, piece);
}

bool has_all_bytes(const Vocabulary &vocabulary) {
    std::size_t bytes = 0;
    for (const PieceKind kind : vocabulary.kinds) {
        bytes += kind == PieceKind::byte ? 1 : 0;
    }
    return bytes == 256;
}

void add_pieces(Message &model, const Vocabulary &vocabulary, bool byte_fallback) {
    const std::optional<std::size_t> unknown = unknown_piece(vocabulary);
    std::unordered_set<std::string_view> seen;
    for (std::size_t id = 0; id < vocabulary.pieces.size(); ++id) {
        const std::string &name = vocabulary.pieces[id];
        PieceKind kind = id == unknown ? PieceKind::unknown : kind_of(vocabulary, id);
        if ((kind == PieceKind::byte && !byte_fallback) || (kind == PieceKind::unknown && id != unknown)) {
            kind = PieceKind::unused;
        }
        const float score = vocabulary.scores.empty() ? 0 : vocabulary.scores[id];
        // The library takes no empty piece and none twice; files hold both as padding.
        if (!name.empty() && seen.insert(name).second) {
            add_piece(model, name, score, kind);
        } else {
            add_piece(model, placeholder(id), score,
                      kind == PieceKind::unknown ? PieceKind::unknown : PieceKind::unused);
        }
    }
    if (!unknown) {
        add_piece(model, placeholder(vocabulary.pieces.size()), 0, PieceKind::unknown);
    }
}

} // namespace

std::string sentencepiece_model(const Vocabulary &vocabulary) {
    Message model;
    const bool byte_fallback = has_all_bytes(vocabulary);
    add_pieces(model, vocabulary, byte_fallback);
    Message trainer;
    trainer.number(field::model_type, bpe_model_type);
    trainer.number(field::byte_fallback, byte_fallback ? 1 : 0);
    model.message(field::trainer, trainer);

    Message normalizer;
    normalizer.text(field::name, "identity");
    normalizer.number(field::add_dummy_prefix, 0);
    normalizer.number(field::remove_extra_whitespaces, 0);
    normalizer.number(field::escape_whitespaces, 1);
    model.message(field::normalizer, normalizer);
    return model.take();
}

} // namespace spillway
