#include "tokenizer/special_pieces.h"

#include <algorithm>

namespace spillway {

SpecialPieces::SpecialPieces(const Pieces &pieces) {
    for (int id = 0; id < pieces.size(); ++id) {
        const bool user_defined = pieces.kind(id) == PieceKind::user_defined;
        const std::string_view text = pieces.text(id);
        if ((user_defined || pieces.is_special(id)) && !text.empty()) {
            entries_[static_cast<unsigned char>(text.front())].push_back({std::string(text), id, user_defined});
        }
    }
    for (std::vector<Entry> &list : entries_) {
        std::ranges::stable_sort(list, std::greater<>{}, [](const Entry &entry) { return entry.text.size(); });
        list.shrink_to_fit();
    }
}

const SpecialPieces::Entry *SpecialPieces::longest_at(std::string_view text, bool parse_special) const {
    for (const Entry &entry : entries_[static_cast<unsigned char>(text.front())]) {
        if ((entry.always || parse_special) && text.starts_with(entry.text)) {
            return &entry;
        }
    }
    return nullptr;
}

std::vector<SpecialPieces::Part> SpecialPieces::split(std::string_view text, bool parse_special) const {
    std::vector<Part> parts;
    std::size_t plain = 0; // where the plain text before `at` begins
    const auto end_plain = [&](std::size_t end) {
        if (end > plain) {
            parts.push_back({text.substr(plain, end - plain)});
        }
    };
    for (std::size_t at = 0; at < text.size();) {
        const Entry *entry = longest_at(text.substr(at), parse_special);
        if (entry == nullptr) {
            ++at;
            continue;
        }
        end_plain(at);
        parts.push_back({{}, entry->id});
        at += entry->text.size();
        plain = at;
    }
    end_plain(text.size());
    return parts;
}

} // namespace spillway
