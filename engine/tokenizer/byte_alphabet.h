#pragma once

#include <string>
#include <string_view>

namespace spillway {

/// The printable character that stands for a byte in byte-level vocabularies, as UTF-8: "Ġ" for a space.
/// (Radford et al. 2019: printable Latin-1 bytes stand for themselves, the others, in order, for U+0100 and
/// on.)
std::string_view byte_character(unsigned char byte);

/// The bytes that a piece written in these characters stands for. Characters that stand for no byte are kept.
std::string bytes_of_piece(std::string_view piece);

} // namespace spillway
