#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// What the name in `tokenizer.ggml.pre` stands for.
struct PretokenizerRules {
    std::string_view name;
    std::vector<std::string_view> patterns; ///< applied one after another, each to the parts of the one before
    bool whole_words = false;               ///< a word that is a piece is taken as it is, without merging
    bool add_bos = false;                   ///< where the file does not say
};

/// Null for a name that is not known.
const PretokenizerRules *find_pretokenizer_rules(std::string_view name);
/// "gpt-2, smollm, ...": for messages.
std::string known_pretokenizers();

/// Divides a text into the words within which merging happens. Immutable; safe from several threads.
class Pretokenizer {
  public:
    explicit Pretokenizer(const PretokenizerRules &rules);
    ~Pretokenizer();
    Pretokenizer(Pretokenizer &&) noexcept;
    Pretokenizer &operator=(Pretokenizer &&) noexcept;

    /// The words in order; together they are the text. Bytes that are no UTF-8 form words of their own.
    [[nodiscard]] std::vector<std::string_view> split(std::string_view text) const;

  private:
    class Pattern;
    std::vector<Pattern> patterns_;
};

} // namespace spillway
