#include "storage/direct_reader.h"

#include "storage/file_set.h"
#include "storage/thread_reader.h"
#include "storage/uring_reader.h"

namespace spillway {

std::unique_ptr<DirectReader> make_reader(const std::vector<std::filesystem::path> &files,
                                          const ReaderOptions &options) {
    FileSet opened = open_files(files, options.allow_direct);
    if (options.allow_io_uring) {
        if (std::unique_ptr<Uring> uring = Uring::try_create(options.depth)) {
            return std::make_unique<UringReader>(std::move(uring), std::move(opened), options);
        }
    }
    return std::make_unique<ThreadReader>(std::move(opened), options);
}

std::string read_mode_name(ReadMode mode) {
    switch (mode) {
    case ReadMode::io_uring_direct:
        return "direct reads through io_uring";
    case ReadMode::threads_direct:
        return "direct reads by threads";
    case ReadMode::io_uring_buffered:
        return "buffered reads through io_uring";
    case ReadMode::threads_buffered:
        return "buffered reads by threads";
    }
    return {};
}

} // namespace spillway
