#include "base/buffer.h"
#include "base/error.h"
#include "base/file.h"
#include "hardware/drives.h"
#include "hardware/probe.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace spillway {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t block = 4096;

/// From the /sys folder of a block device down to that of the drive: a partition lies in its drive's folder, a
/// mapped volume (dm-0) names what it lies on in slaves/.
fs::path drive_folder(fs::path folder) {
    constexpr int most_layers = 8;
    std::error_code error;
    for (int layer = 0; layer < most_layers; ++layer) {
        if (fs::exists(folder / "partition", error)) {
            folder = folder.parent_path();
        }
        std::vector<fs::path> below;
        for (const fs::directory_entry &entry : fs::directory_iterator(folder / "slaves", error)) {
            below.push_back(entry.path());
        }
        if (below.empty()) {
            return folder;
        }
        if (below.size() > 1) {
            return {};
        }
        folder = fs::canonical(below.front(), error);
    }
    return {};
}

bool reads_direct(int descriptor) {
    const Buffer memory(block);
    const bool works = descriptor >= 0 && pread(descriptor, memory.data(), block, 0) >= 0;
    if (descriptor >= 0) {
        close(descriptor);
    }
    return works;
}

/// A file without a name, which vanishes when it is closed.
bool folder_takes_direct(const fs::path &folder) {
    const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        return false;
    }
    const std::vector<std::byte> zeros(block);
    const bool written = write(descriptor, zeros.data(), block) == static_cast<ssize_t>(block);
    const std::string same = "/proc/self/fd/" + std::to_string(descriptor);
    const bool works = written && reads_direct(open(same.c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC));
    close(descriptor);
    return works;
}

/// Where nothing may be written, the first file that can be read tells.
bool first_file_takes_direct(const fs::path &folder) {
    std::error_code error;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, error)) {
        if (entry.is_regular_file(error)) {
            return reads_direct(open(entry.path().c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC));
        }
    }
    return false;
}

Error cannot_look(const fs::path &path) {
    return {errno == ENOENT ? ErrorCode::not_found : ErrorCode::io,
            "Cannot look at " + path.string() + ": " + system_message(errno) + ".",
            "Check that it is there and that you may read it."};
}

} // namespace

std::string drive_under(dev_t device, const Mount *mount, const fs::path &sys) {
    std::error_code error;
    fs::path folder;
    if (major(device) != 0) {
        const std::string number = std::to_string(major(device)) + ":" + std::to_string(minor(device));
        folder = fs::canonical(sys / "dev/block" / number, error);
    } else if (mount != nullptr && mount->source.starts_with("/dev/")) {
        // btrfs and such give their files numbers of their own.
        folder = fs::canonical(sys / "class/block" / fs::path(mount->source).filename(), error);
    }
    return error || folder.empty() ? std::string() : drive_folder(folder).filename().string();
}

Storage storage_of(const fs::path &path) {
    struct stat status {};
    struct statvfs space {};
    if (stat(path.c_str(), &status) != 0 || statvfs(path.c_str(), &space) != 0) {
        throw cannot_look(path);
    }
    const std::vector<Mount> mounts = parse_mounts(text_or_nothing("/proc/self/mountinfo"));
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    const Mount *mount = error ? nullptr : mount_of(mounts, real);
    Storage storage;
    storage.path = path;
    storage.device = drive_under(status.st_dev, mount);
    storage.file_system = mount == nullptr ? "" : mount->file_system;
    storage.size = std::uint64_t{space.f_blocks} * space.f_frsize;
    storage.free = std::uint64_t{space.f_bavail} * space.f_frsize;
    if (S_ISREG(status.st_mode)) {
        storage.direct_io = reads_direct(open(path.c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC));
    } else if (S_ISDIR(status.st_mode)) {
        storage.direct_io = folder_takes_direct(path) || first_file_takes_direct(path);
    }
    const std::string logical =
        text_or_nothing("/sys/class/block/" + storage.device + "/queue/logical_block_size");
    storage.alignment = std::max(storage.alignment, static_cast<std::uint32_t>(std::atoi(logical.c_str())));
    return storage;
}

} // namespace spillway
