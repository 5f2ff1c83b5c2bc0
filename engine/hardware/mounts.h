#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace spillway {

/// A line of /proc/self/mountinfo (see proc(5)).
struct Mount {
    std::filesystem::path root;  ///< the folder of the file system that is mounted
    std::filesystem::path point; ///< where
    std::string file_system;     ///< "ext4", "cgroup2"
    std::string source;          ///< "/dev/nvme0n1p2"
    std::string options;         ///< of the file system: "rw,memory"
};

/// Lines that are not as they should be are left out.
std::vector<Mount> parse_mounts(std::string_view mountinfo);

/// The mount on which the absolute `path` lies; null if there is none.
const Mount *mount_of(const std::vector<Mount> &mounts, const std::filesystem::path &path);

/// Whether `word` is one of the comma-separated words of `list`.
bool has_word(std::string_view list, std::string_view word);

/// Whether `path` is `folder` or lies below it.
bool is_below(const std::filesystem::path &path, const std::filesystem::path &folder);

/// A small file's text; "" where there is none or it may not be read, as /proc and /sys often have it.
std::string text_or_nothing(const std::filesystem::path &path);

/// Without spaces and line ends at both ends.
std::string trimmed(std::string_view text);

} // namespace spillway
