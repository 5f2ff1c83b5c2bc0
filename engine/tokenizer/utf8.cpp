#include "tokenizer/utf8.h"

namespace spillway {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

struct Lead {
    std::size_t length; ///< of the character; 0: no character begins so
    unsigned char second_least;
    unsigned char second_most;
};

/// Which second bytes may follow: these bounds shut out overlong forms, surrogates and what is above U+10FFFF.
Lead lead_of(unsigned char byte) {
    if (byte < 0x80) {
        return {1, 0, 0};
    }
    if (byte < 0xC2 || byte > 0xF4) {
        return {0, 0, 0};
    }
    if (byte < 0xE0) {
        return {2, 0x80, 0xBF};
    }
    if (byte < 0xF0) {
        const unsigned char least = byte == 0xE0 ? 0xA0 : 0x80;
        const unsigned char most = byte == 0xED ? 0x9F : 0xBF;
        return {3, least, most};
    }
    const unsigned char least = byte == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = byte == 0xF4 ? 0x8F : 0xBF;
    return {4, least, most};
}

} // namespace

Utf8Start utf8_start(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const Lead lead = lead_of(byte(0));
    if (lead.length == 0) {
        return {Utf8Start::ill_formed, 1};
    }
    for (std::size_t i = 1; i < lead.length; ++i) {
        if (i == text.size()) {
            return {Utf8Start::incomplete, i};
        }
        const unsigned char least = i == 1 ? lead.second_least : 0x80;
        const unsigned char most = i == 1 ? lead.second_most : 0xBF;
        if (byte(i) < least || byte(i) > most) {
            return {Utf8Start::ill_formed, i};
        }
    }
    return {Utf8Start::character, lead.length};
}

std::size_t valid_utf8_length(std::string_view text) {
    std::size_t length = 0;
    while (length < text.size()) {
        const Utf8Start start = utf8_start(text.substr(length));
        if (start.kind != Utf8Start::character) {
            break;
        }
        length += start.bytes;
    }
    return length;
}

std::string Utf8Stream::push(std::string_view bytes) {
    pending_ += bytes;
    std::string out;
    std::string_view rest = pending_;
    while (!rest.empty()) {
        const Utf8Start start = utf8_start(rest);
        if (start.kind == Utf8Start::incomplete) {
            break;
        }
        out += start.kind == Utf8Start::character ? rest.substr(0, start.bytes) : replacement;
        rest.remove_prefix(start.bytes);
    }
    pending_.erase(0, pending_.size() - rest.size());
    return out;
}

std::string Utf8Stream::finish() {
    if (pending_.empty()) {
        return {};
    }
    pending_.clear();
    return std::string(replacement);
}

} // namespace spillway
