#pragma once

#include "run/stop_texts.h"
#include "tokenizer/tokenizer.h"
#include "tokenizer/utf8.h"

#include <string>
#include <vector>

namespace spillway {

/// Turns generated ids into text for people: whole characters, up to a stop text.
class TextWriter {
  public:
    TextWriter(const Tokenizer &tokenizer, std::vector<std::string> stop_texts)
        : tokenizer_(tokenizer), stop_(std::move(stop_texts)) {}

    /// The text that became certain with `id`. Special pieces have no text.
    std::string push(int id);
    /// What was held back, when no further id comes.
    std::string finish();
    [[nodiscard]] bool stopped() const { return stop_.found(); }

  private:
    const Tokenizer &tokenizer_;
    Utf8Stream characters_;
    StopTexts stop_;
};

} // namespace spillway
