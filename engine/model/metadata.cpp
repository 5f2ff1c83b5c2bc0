#include "model/metadata.h"

#include "base/error.h"

#include <array>
#include <charconv>
#include <type_traits>

namespace spillway {

namespace {

/// A chat template is a few thousand bytes; a longer text is of no use to people.
constexpr std::size_t longest_shown_text = 8000;
constexpr std::size_t longest_shown_item = 40;
constexpr std::size_t shown_items = 4;

std::string damaged_prefix(const std::string &source) {
    return source.empty() ? "The" : source + ": the";
}

Error missing(const std::string &source, std::string_view key) {
    return {ErrorCode::damaged, damaged_prefix(source) + " key " + std::string(key) + " is missing.",
            "The file was not converted completely: get it from another place or convert the model again."};
}

Error wrong_kind(const std::string &source, std::string_view key, std::string_view expected) {
    return {ErrorCode::damaged,
            damaged_prefix(source) + " key " + std::string(key) + " is not " + std::string(expected) + ".",
            "The file was converted by a tool that this program does not understand: convert the model again."};
}

/// Cuts between characters, never within one.
std::string shortened(const std::string &text, std::size_t most) {
    if (text.size() <= most) {
        return text;
    }
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return text.substr(0, end) + "...";
}

std::string shown(double value) {
    std::array<char, 32> digits{};
    // Floats are stored in 32 bits mostly: nine digits would show 1e-05 as 9.99999975e-06.
    const auto [end, status] =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::general, 6);
    return {digits.data(), end};
}

std::string shown(bool value) {
    return value ? "true" : "false";
}

std::string shown(std::int64_t value) {
    return std::to_string(value);
}

std::string shown(const std::string &value) {
    return shortened(value, longest_shown_item);
}

template <typename T> std::string shown_list(const std::vector<T> &values, std::string_view noun) {
    std::string line = std::to_string(values.size()) + " " + std::string(noun);
    for (std::size_t i = 0; i < values.size() && i < shown_items; ++i) {
        line += i == 0 ? ": " : ", ";
        line += shown(static_cast<const T &>(values[i]));
    }
    return line + (values.size() > shown_items ? ", ..." : "");
}

} // namespace

const MetadataValue *Metadata::find(std::string_view key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
}

const MetadataValue &Metadata::require(std::string_view key) const {
    const MetadataValue *value = find(key);
    if (value == nullptr) {
        throw missing(source_, key);
    }
    return *value;
}

std::uint64_t Metadata::unsigned_integer(std::string_view key) const {
    const MetadataValue &value = require(key);
    if (const auto *number = std::get_if<std::uint64_t>(&value)) {
        return *number;
    }
    if (const auto *number = std::get_if<std::int64_t>(&value); number != nullptr && *number >= 0) {
        return static_cast<std::uint64_t>(*number);
    }
    throw wrong_kind(source_, key, "a whole number of 0 or more");
}

std::uint64_t Metadata::unsigned_integer(std::string_view key, std::uint64_t fallback) const {
    return contains(key) ? unsigned_integer(key) : fallback;
}

double Metadata::number(std::string_view key) const {
    const MetadataValue &value = require(key);
    if (const auto *number = std::get_if<double>(&value)) {
        return *number;
    }
    if (const auto *number = std::get_if<std::uint64_t>(&value)) {
        return static_cast<double>(*number);
    }
    if (const auto *number = std::get_if<std::int64_t>(&value)) {
        return static_cast<double>(*number);
    }
    throw wrong_kind(source_, key, "a number");
}

double Metadata::number(std::string_view key, double fallback) const {
    return contains(key) ? number(key) : fallback;
}

bool Metadata::boolean(std::string_view key, bool fallback) const {
    const MetadataValue *value = find(key);
    if (value == nullptr) {
        return fallback;
    }
    if (const auto *flag = std::get_if<bool>(value)) {
        return *flag;
    }
    throw wrong_kind(source_, key, "true or false");
}

std::string Metadata::text(std::string_view key) const {
    if (const auto *text = std::get_if<std::string>(&require(key))) {
        return *text;
    }
    throw wrong_kind(source_, key, "a text");
}

std::string Metadata::text(std::string_view key, std::string fallback) const {
    return contains(key) ? text(key) : std::move(fallback);
}

const std::vector<std::string> &Metadata::texts(std::string_view key) const {
    if (const auto *list = std::get_if<std::vector<std::string>>(&require(key))) {
        return *list;
    }
    throw wrong_kind(source_, key, "a list of texts");
}

std::vector<std::int64_t> Metadata::integers(std::string_view key) const {
    if (const auto *list = std::get_if<std::vector<std::int64_t>>(&require(key))) {
        return *list;
    }
    throw wrong_kind(source_, key, "a list of whole numbers");
}

std::vector<double> Metadata::numbers(std::string_view key) const {
    const MetadataValue &value = require(key);
    if (const auto *list = std::get_if<std::vector<double>>(&value)) {
        return *list;
    }
    if (const auto *list = std::get_if<std::vector<std::int64_t>>(&value)) {
        return {list->begin(), list->end()};
    }
    throw wrong_kind(source_, key, "a list of numbers");
}

std::string describe(const MetadataValue &value) {
    return std::visit(
        [](const auto &v) -> std::string {
            using T = std::decay_t<decltype(v)>;
            if constexpr (std::is_same_v<T, std::string>) {
                return shortened(v, longest_shown_text);
            } else if constexpr (std::is_same_v<T, std::uint64_t>) {
                return std::to_string(v);
            } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
                return shown_list(v, "strings");
            } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>> ||
                                 std::is_same_v<T, std::vector<double>>) {
                return shown_list(v, "numbers");
            } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
                return std::to_string(v.size()) + " flags";
            } else {
                return shown(v);
            }
        },
        value);
}

} // namespace spillway
