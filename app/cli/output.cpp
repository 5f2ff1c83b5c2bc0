#include "output.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace spillway::cli {

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void print_json(const nlohmann::json &value) {
    // Bytes that are no UTF-8 (half a character at the end of a text) must not make the whole answer fail.
    print(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

int report(const Error &error) {
    if (error.code() == ErrorCode::interrupted) {
        return 130;
    }
    std::fprintf(stderr, "error: %s\n", error.message().c_str());
    std::fprintf(stderr, "hint: %s\n",
                 error.hint().empty() ? "See spillway-cli --help." : error.hint().c_str());
    return error.code() == ErrorCode::does_not_fit ? 3 : 1;
}

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::show(const std::string &text) {
    if (terminal_) {
        std::fprintf(stderr, "\r\033[K%s", text.c_str());
        std::fflush(stderr);
        shown_ = true;
    }
}

void ProgressLine::clear() {
    if (shown_) {
        std::fprintf(stderr, "\r\033[K");
        std::fflush(stderr);
        shown_ = false;
    }
}

std::string describe(const Plan &plan) {
    const TierUse &ram = plan.tier(Tier::ram);
    std::size_t resident = 0;
    std::size_t streamed = 0;
    for (int layer = 0; layer < static_cast<int>(plan.layers); ++layer) {
        ++(plan.layer_tier(layer) == Tier::ram ? resident : streamed);
    }
    std::string text = plan.model_name + ", " + format_bytes(plan.model_bytes) + ", " +
                       std::to_string(plan.layers) + " layers: " + std::to_string(resident) + " in RAM, " +
                       std::to_string(streamed) + " read from the drive\n";
    text += "RAM    " + format_bytes(ram.planned()) + " of " + format_bytes(ram.budget) + ": weights " +
            format_bytes(ram.used.weights) + ", context " + format_bytes(ram.used.context) + ", staging " +
            format_bytes(ram.used.staging) + ", scratch " + format_bytes(ram.used.scratch) + "\n";
    text += "Peak   " + format_bytes(plan.peak_ram) + " with the program itself\n";
    text += "Speed  about " + format_speed(plan.prediction.seconds_per_token) +
            "; limit: " + std::string(limit_name(plan.prediction.limit)) + "\n";
    for (const std::string &reason : plan.reasons) {
        text += "- " + reason + "\n";
    }
    return text;
}

} // namespace spillway::cli
