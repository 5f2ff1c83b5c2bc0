#pragma once

#include "tokenizer/tokenizer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// The pieces of a vocabulary, packed: one pool of characters instead of a string each, and a hash table of
/// ids. Immutable.
class Pieces {
  public:
    /// `kinds` is empty (all normal) or as long as `pieces`. Throws Error(damaged) otherwise, and where there
    /// are no pieces.
    Pieces(const std::vector<std::string> &pieces, const std::vector<PieceKind> &kinds);

    [[nodiscard]] int size() const { return static_cast<int>(kinds_.size()); }
    [[nodiscard]] bool contains(int id) const { return id >= 0 && id < size(); }
    /// Both throw Error(invalid_argument) for an id that is none.
    [[nodiscard]] std::string_view text(int id) const;
    [[nodiscard]] PieceKind kind(int id) const;
    /// The id of a text; the lowest where a vocabulary holds it twice.
    [[nodiscard]] std::optional<int> find(std::string_view text) const;

    /// Control pieces, and the piece for unknown text: they mark something and are no text themselves.
    [[nodiscard]] bool is_special(int id) const;

  private:
    void check(int id) const;
    [[nodiscard]] std::string_view stored(std::size_t id) const;
    void index();

    std::string pool_;
    std::vector<std::uint32_t> ends_; ///< of each piece in the pool
    std::vector<std::uint8_t> kinds_;
    std::vector<std::int32_t> slots_; ///< open addressing, -1: empty; a power of two of them
};

} // namespace spillway
