#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// Finds texts that end a generation in text that comes in pieces. What might be the beginning of one is held
/// back.
class StopTexts {
  public:
    /// Empty strings are ignored.
    explicit StopTexts(std::vector<std::string> texts);

    /// Adds a piece; answers what is certain not to belong to a stop text.
    std::string push(std::string_view piece);
    /// A stop text has come; what push() answered ends just before it.
    [[nodiscard]] bool found() const { return found_; }
    /// What is still held back, when nothing more will come.
    std::string finish();

  private:
    std::vector<std::string> texts_;
    std::string held_;
    bool found_ = false;
};

} // namespace spillway
