#pragma once

#include "spillway.h"

#include <string>
#include <string_view>

namespace spillway::cli {

/// Standard output, at once.
void print(std::string_view text);
/// One JSON object and a line end.
void print_json(const nlohmann::json &value);

/// "error: ..." and "hint: ..." on standard error; the exit status that belongs to the error.
int report(const Error &error);

/// A line on standard error that overwrites itself, on a terminal only; nothing elsewhere.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    void show(const std::string &text);
    void clear();

  private:
    bool terminal_;
    bool shown_ = false;
};

/// Plain lines for people about a plan.
std::string describe(const Plan &plan);

} // namespace spillway::cli
