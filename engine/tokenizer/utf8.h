#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace spillway {

/// What a text begins with.
struct Utf8Start {
    enum Kind {
        character,  ///< a whole, valid character of `bytes` bytes
        incomplete, ///< the beginning of one; the text ends too early
        ill_formed, ///< `bytes` bytes that can never become valid (a maximal ill-formed part)
    };
    Kind kind = character;
    std::size_t bytes = 0;
};

/// Looks at the beginning of `text`, which is not empty (Unicode standard, table 3-7).
Utf8Start utf8_start(std::string_view text);

/// The length of the longest beginning of `text` that is valid UTF-8.
std::size_t valid_utf8_length(std::string_view text);

/// Joins bytes that come in pieces into whole characters.
class Utf8Stream {
  public:
    /// The whole characters that are complete now; the rest waits. Bytes that can never become valid give
    /// U+FFFD at once (one per maximal ill-formed part, as the Unicode standard recommends).
    std::string push(std::string_view bytes);
    /// What still waits, as U+FFFD; "" if nothing does.
    std::string finish();
    [[nodiscard]] bool waiting() const { return !pending_.empty(); }

  private:
    std::string pending_; ///< at most three bytes: the beginning of one character
};

} // namespace spillway
