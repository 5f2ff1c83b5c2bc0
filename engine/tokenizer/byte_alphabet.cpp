#include "tokenizer/byte_alphabet.h"

#include <array>
#include <cstddef>

namespace spillway {

namespace {

/// Two bytes of UTF-8 at most: the highest code point is U+0143.
struct Character {
    std::array<char, 2> bytes{};
    std::size_t length = 0;
};

constexpr bool stands_for_itself(unsigned byte) {
    return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

constexpr Character encoded(unsigned code_point) {
    if (code_point < 0x80) {
        return {{static_cast<char>(code_point)}, 1};
    }
    return {{static_cast<char>(0xC0U | (code_point >> 6U)), static_cast<char>(0x80U | (code_point & 0x3FU))},
            2};
}

struct Alphabet {
    std::array<Character, 256> characters{};
    /// The byte of each code point below 0x144, or -1.
    std::array<int, 0x144> bytes{};
};

constexpr Alphabet make_alphabet() {
    Alphabet alphabet;
    alphabet.bytes.fill(-1);
    unsigned next = 0x100;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const unsigned code_point = stands_for_itself(byte) ? byte : next++;
        alphabet.characters[byte] = encoded(code_point);
        alphabet.bytes[code_point] = static_cast<int>(byte);
    }
    return alphabet;
}

constexpr Alphabet alphabet = make_alphabet();

} // namespace

std::string_view byte_character(unsigned char byte) {
    const Character &character = alphabet.characters[byte];
    return {character.bytes.data(), character.length};
}

std::string bytes_of_piece(std::string_view piece) {
    std::string bytes;
    for (std::size_t i = 0; i < piece.size();) {
        const auto lead = static_cast<unsigned char>(piece[i]);
        const bool two = (lead & 0xE0U) == 0xC0U && i + 1 < piece.size();
        const unsigned code_point =
            two ? (lead & 0x1FU) << 6U | (static_cast<unsigned char>(piece[i + 1]) & 0x3FU) : lead;
        const bool one_or_two = two || lead < 0x80;
        if (one_or_two && code_point < alphabet.bytes.size() && alphabet.bytes[code_point] >= 0) {
            bytes += static_cast<char>(alphabet.bytes[code_point]);
            i += two ? 2 : 1;
        } else {
            bytes += piece[i];
            ++i;
        }
    }
    return bytes;
}

} // namespace spillway
