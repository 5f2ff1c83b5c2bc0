#include "hardware/memory.h"

#include "base/units.h"
#include "hardware/mounts.h"
#include "hardware/probe.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace spillway {

namespace {

/// One cgroup that this process's memory counts in.
struct MemoryGroup {
    std::uint64_t limit = 0;
    std::uint64_t used = 0;
    std::uint64_t reclaimable = 0; ///< file cache, counted in `used`
};

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const std::string digits = trimmed(text);
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return status == std::errc() ? std::optional(value) : std::nullopt;
}

/// Nothing for a folder without a limit ("max", or no such file, as in the topmost group).
std::optional<MemoryGroup> read_group(const std::filesystem::path &folder, bool version_2) {
    const auto limit = number(text_or_nothing(folder / (version_2 ? "memory.max" : "memory.limit_in_bytes")));
    const auto used =
        number(text_or_nothing(folder / (version_2 ? "memory.current" : "memory.usage_in_bytes")));
    if (!limit || !used) {
        return std::nullopt;
    }
    const std::string statistics = text_or_nothing(folder / "memory.stat");
    const std::string prefix = version_2 ? "" : "total_"; // with all groups below, as `used` is
    return MemoryGroup{*limit, *used,
                       number_after(statistics, prefix + "inactive_file").value_or(0) +
                           number_after(statistics, prefix + "active_file").value_or(0)};
}

/// The group `path` of the hierarchy mounted as `mount`, and all above it that can be seen.
void read_groups(const std::filesystem::path &root, const Mount &mount, const std::filesystem::path &path,
                 std::vector<MemoryGroup> &groups) {
    const std::filesystem::path top = root / mount.point.relative_path();
    // In a container the mount shows the container's group as its root, or the path is another namespace's.
    std::filesystem::path folder = top;
    if (is_below(path, mount.root)) {
        folder = (top / path.lexically_relative(mount.root)).lexically_normal();
    }
    if (!is_below(folder, top) || !std::filesystem::exists(folder)) {
        folder = top;
    }
    for (;; folder = folder.parent_path()) {
        if (const auto group = read_group(folder, mount.file_system == "cgroup2")) {
            groups.push_back(*group);
        }
        if (!is_below(folder.parent_path(), top)) {
            return;
        }
    }
}

/// All memory groups that this process is in: lines "4:memory:/path" are of version 1, "0::/path" of version 2.
std::vector<MemoryGroup> memory_groups(const std::filesystem::path &root) {
    const std::vector<Mount> mounts = parse_mounts(text_or_nothing(root / "proc/self/mountinfo"));
    std::vector<MemoryGroup> groups;
    std::istringstream lines(text_or_nothing(root / "proc/self/cgroup"));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) {
            continue;
        }
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::filesystem::path path = line.substr(second + 1);
        for (const Mount &mount : mounts) {
            const bool version_2 = mount.file_system == "cgroup2" && controllers.empty();
            const bool version_1 = mount.file_system == "cgroup" && has_word(controllers, "memory") &&
                                   has_word(mount.options, "memory");
            if (version_1 || version_2) {
                read_groups(root, mount, path, groups);
                break;
            }
        }
    }
    return groups;
}

} // namespace

std::optional<std::uint64_t> number_after(std::string_view text, std::string_view key) {
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        const bool begins_line = at == 0 || text[at - 1] == '\n';
        std::string_view rest = text.substr(at + key.size());
        const std::size_t digits = rest.find_first_not_of(": \t");
        if (begins_line && digits != 0 && digits != std::string_view::npos) {
            return number(rest.substr(digits, rest.find('\n') - digits));
        }
    }
    return std::nullopt;
}

std::uint64_t total_ram(const std::filesystem::path &root) {
    return number_after(text_or_nothing(root / "proc/meminfo"), "MemTotal").value_or(0) * KiB;
}

std::uint64_t free_ram(const std::filesystem::path &root) {
    const std::string meminfo = text_or_nothing(root / "proc/meminfo");
    const std::uint64_t total = number_after(meminfo, "MemTotal").value_or(0) * KiB;
    std::uint64_t free = number_after(meminfo, "MemAvailable").value_or(0) * KiB;
    for (const MemoryGroup &group : memory_groups(root)) {
        if (group.limit < total) {
            const std::uint64_t kept = group.used - std::min(group.used, group.reclaimable);
            free = std::min(free, group.limit - std::min(group.limit, kept));
        }
    }
    return free;
}

std::optional<std::uint64_t> ram_limit(const std::filesystem::path &root) {
    const std::uint64_t total = total_ram(root);
    std::optional<std::uint64_t> tightest;
    for (const MemoryGroup &group : memory_groups(root)) {
        if (group.limit < total) {
            tightest = std::min(tightest.value_or(group.limit), group.limit);
        }
    }
    return tightest;
}

std::uint64_t free_ram() {
    return free_ram("/");
}

std::optional<std::uint64_t> ram_limit() {
    return ram_limit("/");
}

std::uint64_t resident_bytes() {
    return number_after(text_or_nothing("/proc/self/status"), "VmRSS").value_or(0) * KiB;
}

std::uint64_t peak_resident_bytes() {
    return number_after(text_or_nothing("/proc/self/status"), "VmHWM").value_or(0) * KiB;
}

} // namespace spillway
