#pragma once

#include "base/error.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace spillway {

/// The file contradicts itself or ends too early. `what`: "the entry a/b lies behind the end".
inline Error damaged_file(const std::filesystem::path &path, const std::string &what) {
    return {ErrorCode::damaged, path.string() + ": " + what + ".",
            "The copy or download is damaged or was cut off: get this file again."};
}

/// Sound, as far as it goes, but not for this program.
inline Error unsupported_file(const std::filesystem::path &path, const std::string &what, std::string hint) {
    return {ErrorCode::unsupported, path.string() + ": " + what + ".", std::move(hint)};
}

/// Text out of a file, as it can be put into a message: short, on one line, without control characters.
inline std::string quotable(std::string_view text) {
    constexpr std::size_t longest = 160;
    std::string result(text.substr(0, longest));
    for (char &c : result) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
            c = '?';
        }
    }
    return result + (text.size() > longest ? "..." : "");
}

} // namespace spillway
