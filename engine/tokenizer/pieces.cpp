#include "tokenizer/pieces.h"

#include "base/error.h"

#include <bit>
#include <functional>
#include <limits>

namespace spillway {

Pieces::Pieces(const std::vector<std::string> &pieces, const std::vector<PieceKind> &kinds) {
    if (pieces.empty() || (!kinds.empty() && kinds.size() != pieces.size())) {
        throw Error(ErrorCode::damaged,
                    "The vocabulary has " + std::to_string(pieces.size()) + " pieces and " +
                        std::to_string(kinds.size()) + " kinds of pieces.",
                    "The model's file is damaged: get it again.");
    }
    std::size_t bytes = 0;
    for (const std::string &piece : pieces) {
        bytes += piece.size();
    }
    if (bytes > std::numeric_limits<std::uint32_t>::max()) {
        throw Error(ErrorCode::damaged, "The vocabulary's pieces take over 4 GiB.",
                    "The model's file is damaged: get it again.");
    }
    pool_.reserve(bytes);
    ends_.reserve(pieces.size());
    for (const std::string &piece : pieces) {
        pool_ += piece;
        ends_.push_back(static_cast<std::uint32_t>(pool_.size()));
    }
    kinds_.assign(pieces.size(), static_cast<std::uint8_t>(PieceKind::normal));
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        kinds_[i] = static_cast<std::uint8_t>(kinds[i]);
    }
    index();
}

void Pieces::index() {
    slots_.assign(std::bit_ceil(kinds_.size() * 2), -1);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t id = 0; id < kinds_.size(); ++id) {
        std::size_t slot = std::hash<std::string_view>{}(stored(id)) & mask;
        while (slots_[slot] >= 0 && stored(static_cast<std::size_t>(slots_[slot])) != stored(id)) {
            slot = (slot + 1) & mask;
        }
        if (slots_[slot] < 0) {
            slots_[slot] = static_cast<std::int32_t>(id);
        }
    }
}

std::string_view Pieces::stored(std::size_t id) const {
    const std::uint32_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::string_view(pool_).substr(begin, ends_[id] - begin);
}

void Pieces::check(int id) const {
    if (!contains(id)) {
        throw Error(ErrorCode::invalid_argument,
                    "There is no token " + std::to_string(id) + "; the vocabulary has " +
                        std::to_string(size()) + ".",
                    "Use ids from 0 to " + std::to_string(size() - 1) + ".");
    }
}

std::string_view Pieces::text(int id) const {
    check(id);
    return stored(static_cast<std::size_t>(id));
}

PieceKind Pieces::kind(int id) const {
    check(id);
    return static_cast<PieceKind>(kinds_[static_cast<std::size_t>(id)]);
}

std::optional<int> Pieces::find(std::string_view text) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = std::hash<std::string_view>{}(text)&mask; slots_[slot] >= 0;
         slot = (slot + 1) & mask) {
        if (stored(static_cast<std::size_t>(slots_[slot])) == text) {
            return slots_[slot];
        }
    }
    return std::nullopt;
}

bool Pieces::is_special(int id) const {
    const PieceKind found = kind(id);
    return found == PieceKind::control || found == PieceKind::unknown;
}

} // namespace spillway
