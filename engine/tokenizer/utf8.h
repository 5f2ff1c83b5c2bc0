#pragma once

#include <string>
#include <string_view>

namespace spillway {

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
