#include "run/vocabulary.h"

#include <limits>

namespace spillway {

namespace {

std::string key(std::string_view name) {
    return "tokenizer.ggml." + std::string(name);
}

std::optional<int> id(const Metadata &metadata, std::string_view name, std::optional<int> fallback = {}) {
    if (!metadata.contains(key(name))) {
        return fallback;
    }
    const std::uint64_t value = metadata.unsigned_integer(key(name));
    // No vocabulary is that large; some tools write -1 as 32 bits for "none".
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
        return std::nullopt;
    }
    return static_cast<int>(value);
}

/// GGUF's 0 (undefined) and numbers that are no kind count as normal.
PieceKind kind_of(std::int64_t value) {
    const bool known =
        value >= static_cast<int>(PieceKind::normal) && value <= static_cast<int>(PieceKind::byte);
    return known ? static_cast<PieceKind>(value) : PieceKind::normal;
}

void read_lists(const Metadata &metadata, Vocabulary &vocabulary) {
    vocabulary.pieces = metadata.texts(key("tokens"));
    if (metadata.contains(key("scores"))) {
        for (const double score : metadata.numbers(key("scores"))) {
            vocabulary.scores.push_back(static_cast<float>(score));
        }
    }
    if (metadata.contains(key("token_type"))) {
        for (const std::int64_t value : metadata.integers(key("token_type"))) {
            vocabulary.kinds.push_back(kind_of(value));
        }
    }
    if (metadata.contains(key("merges"))) {
        vocabulary.merges = metadata.texts(key("merges"));
    }
}

} // namespace

Vocabulary vocabulary_from(const Metadata &metadata) {
    Vocabulary vocabulary;
    vocabulary.model = metadata.text(key("model"));
    vocabulary.pre = metadata.text(key("pre"), "");
    read_lists(metadata, vocabulary);
    // SentencePiece files may leave out the ids that its trainer gives by default.
    const bool sentence_piece = vocabulary.model == "llama";
    const auto by_default = [&](int value) { return sentence_piece ? std::optional(value) : std::nullopt; };
    vocabulary.bos = id(metadata, "bos_token_id", by_default(1));
    vocabulary.eos = id(metadata, "eos_token_id", by_default(2));
    vocabulary.eot = id(metadata, "eot_token_id");
    vocabulary.unknown = id(metadata, "unknown_token_id", by_default(0));
    vocabulary.padding = id(metadata, "padding_token_id");
    vocabulary.add_bos =
        metadata.boolean(key("add_bos_token"), adds_bos_by_default(vocabulary.model, vocabulary.pre));
    vocabulary.add_eos = metadata.boolean(key("add_eos_token"), false);
    vocabulary.add_space_prefix = metadata.boolean(key("add_space_prefix"), sentence_piece);
    vocabulary.chat_template = metadata.text("tokenizer.chat_template", "");
    return vocabulary;
}

} // namespace spillway
