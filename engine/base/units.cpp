#include "base/units.h"

#include "base/error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

namespace spillway {

namespace {

struct Unit {
    std::string_view name;
    double bytes;
};

constexpr std::array units = std::to_array<Unit>({
    {"", 1},
    {"b", 1},
    {"kib", 1024.0},
    {"mib", 1024.0 * 1024},
    {"gib", 1024.0 * 1024 * 1024},
    {"tib", 1024.0 * 1024 * 1024 * 1024},
    {"kb", 1e3},
    {"mb", 1e6},
    {"gb", 1e9},
    {"tb", 1e12},
});

/// Three significant digits without exponent: 1.34, 12.2, 201.
std::string three_digits(double value) {
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    std::string result = text.data();
    return result;
}

std::string two_digits(double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", value < 9.95 ? 1 : 0, value);
    return text.data();
}

std::string one_decimal(double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

std::string scaled(double value, std::string_view suffix) {
    constexpr std::array<std::string_view, 5> names = {"B", "kB", "MB", "GB", "TB"};
    std::size_t step = 0;
    while (value >= 999.5 && step + 1 < names.size()) {
        value /= 1000;
        ++step;
    }
    std::string number =
        step == 0 ? std::to_string(static_cast<long long>(std::llround(value))) : three_digits(value);
    return number + " " + std::string(names[step]) + std::string(suffix);
}

} // namespace

std::uint64_t parse_size(std::string_view text) {
    // A count of bytes is exact, however long; the rest goes through a double.
    std::uint64_t bytes = 0;
    const auto [digits_end, digits_status] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    if (digits_status == std::errc() && digits_end == text.data() + text.size() &&
        bytes <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return bytes;
    }
    const auto wrong = [&] {
        return Error(ErrorCode::invalid_argument, "\"" + std::string(text) + "\" is not a size.",
                     "Write a number and KiB, MiB, GiB, KB, MB or GB, for example 6GiB.");
    };
    double number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc() || !std::isfinite(number) || number < 0) {
        throw wrong();
    }
    std::string unit;
    for (const char c : std::string_view(end, text.data() + text.size())) {
        if (c != ' ') {
            unit += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    const auto found = std::ranges::find(units, unit, &Unit::name);
    if (found == units.end() || number * found->bytes >= std::ldexp(1.0, 63)) {
        throw wrong();
    }
    return static_cast<std::uint64_t>(number * found->bytes);
}

std::string format_bytes(std::uint64_t bytes) {
    return scaled(static_cast<double>(bytes), "");
}

std::string format_rate(double bytes_per_second) {
    return scaled(bytes_per_second, "/s");
}

std::string format_seconds(double seconds) {
    if (seconds < 0.9995) {
        return two_digits(seconds * 1e3) + " ms";
    }
    if (seconds < 99.95) {
        // One decimal: a prediction and a measurement of some ten seconds differ in the third digit.
        return one_decimal(seconds) + " s";
    }
    if (seconds < 120) {
        return two_digits(seconds) + " s";
    }
    if (seconds < 7200) {
        return two_digits(seconds / 60) + " min";
    }
    return two_digits(seconds / 3600) + " h";
}

std::string format_speed(double seconds_per_token) {
    if (seconds_per_token > 1) {
        return format_seconds(seconds_per_token) + " per token";
    }
    return two_digits(1 / std::max(seconds_per_token, 1e-9)) + " tokens/s";
}

} // namespace spillway
