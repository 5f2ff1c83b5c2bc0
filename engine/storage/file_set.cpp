#include "storage/file_set.h"

#include "base/buffer.h"

#include <sys/stat.h>
#include <unistd.h>

namespace spillway {

namespace {

/// Some file systems take the flag and then refuse the read, so one is tried. Anything but a regular file
/// could block for ever and is not read directly.
bool takes_direct_reads(const File &file, const Buffer &block) {
    struct stat status {};
    return fstat(file.descriptor(), &status) == 0 && S_ISREG(status.st_mode) &&
           pread(file.descriptor(), block.data(), block.size(), 0) >= 0;
}

bool open_all_direct(const std::vector<std::filesystem::path> &paths, std::vector<File> &files) {
    const Buffer block(read_alignment);
    for (const std::filesystem::path &path : paths) {
        files.push_back(File::try_open_direct(path));
        if (!files.back().valid() || !takes_direct_reads(files.back(), block)) {
            return false;
        }
    }
    return true;
}

} // namespace

FileSet open_files(const std::vector<std::filesystem::path> &paths, bool allow_direct) {
    FileSet set;
    set.direct = allow_direct && open_all_direct(paths, set.files);
    if (!set.direct) {
        set.files.clear();
        for (const std::filesystem::path &path : paths) {
            set.files.push_back(File::open(path));
        }
    }
    return set;
}

} // namespace spillway
