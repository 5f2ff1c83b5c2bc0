#include "hardware/mounts.h"

#include "base/error.h"
#include "base/file.h"

#include <algorithm>
#include <sstream>

namespace spillway {

namespace {

/// Spaces and such are written as octal numbers: "/my\040disk".
std::string decoded(std::string_view text) {
    const auto octal = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '7'; };
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && octal(i + 1) && octal(i + 2) && octal(i + 3)) {
            result +=
                static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
            i += 3;
        } else {
            result += text[i];
        }
    }
    return result;
}

} // namespace

std::vector<Mount> parse_mounts(std::string_view mountinfo) {
    std::vector<Mount> mounts;
    std::istringstream lines{std::string(mountinfo)};
    for (std::string line; std::getline(lines, line);) {
        // 36 35 98:0 /root /point rw,noatime [optional fields] - ext4 /dev/sda1 rw
        std::istringstream words(line);
        std::string number, parent, device, root, point, mount_options, word;
        words >> number >> parent >> device >> root >> point >> mount_options;
        while (words >> word && word != "-") {
        }
        Mount mount{
            .root = decoded(root), .point = decoded(point), .file_system = {}, .source = {}, .options = {}};
        if (words >> mount.file_system >> mount.source >> mount.options) {
            mount.source = decoded(mount.source);
            mounts.push_back(std::move(mount));
        }
    }
    return mounts;
}

const Mount *mount_of(const std::vector<Mount> &mounts, const std::filesystem::path &path) {
    const Mount *best = nullptr;
    for (const Mount &mount : mounts) { // a later mount on the same point hides an earlier one
        if (is_below(path, mount.point) &&
            (best == nullptr || mount.point.native().size() >= best->point.native().size())) {
            best = &mount;
        }
    }
    return best;
}

bool has_word(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        if (list.substr(0, comma) == word) {
            return true;
        }
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return false;
}

bool is_below(const std::filesystem::path &path, const std::filesystem::path &folder) {
    const auto [in_path, in_folder] = std::ranges::mismatch(path, folder);
    return in_folder == folder.end() || in_folder->empty();
}

std::string text_or_nothing(const std::filesystem::path &path) {
    try {
        return read_text(path);
    } catch (const Error &) {
        return {};
    }
}

std::string trimmed(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(blank);
    if (begin == std::string_view::npos) {
        return {};
    }
    return std::string(text.substr(begin, text.find_last_not_of(blank) + 1 - begin));
}

} // namespace spillway
