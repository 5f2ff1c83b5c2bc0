#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace spillway {

/// One read. With direct reads, offset, bytes and destination are multiples of alignment(); the end of the
/// request may lie behind the end of the file (only what is there arrives).
struct ReadRequest {
    std::size_t file = 0; ///< index into the reader's files
    std::uint64_t offset = 0;
    std::size_t bytes = 0;
    std::byte *destination = nullptr;
    std::uint64_t id = 0; ///< the caller's; unique among the requests in flight
};

enum class ReadMode { io_uring_direct, threads_direct, io_uring_buffered, threads_buffered };

struct ReaderOptions {
    std::size_t depth = 32; ///< requests in flight at most
    bool allow_io_uring = true;
    bool allow_direct = true;
};

/// Reads of several files, many in flight, each completing on its own. Used by one thread.
/// Direct reads (no page cache) where every file allows them, io_uring where the kernel allows it, else
/// threads.
class DirectReader {
  public:
    virtual ~DirectReader() = default; ///< cancels or waits for what is in flight before memory may be freed

    /// Never blocks: beyond `depth` requests wait in a queue.
    virtual void submit(const ReadRequest &request) = 0;

    /// Blocks until request `id` is complete. Short reads are continued, EINTR and EAGAIN retried; after that
    /// throws Error(io, damaged) naming file and offset, or Error(interrupted) within 50 ms of a stop.
    virtual void wait(std::uint64_t id, const std::stop_token &stop) = 0;

    /// Whether request `id` is complete; does not block.
    virtual bool done(std::uint64_t id) = 0;

    /// Returns once nothing is in flight; queued requests are dropped. Errors are swallowed here and only here:
    /// what is cancelled is not wanted.
    virtual void cancel_all() = 0;

    [[nodiscard]] virtual ReadMode mode() const = 0;
    [[nodiscard]] virtual std::size_t alignment() const = 0;
    [[nodiscard]] virtual std::uint64_t bytes_read() const = 0;
};

std::unique_ptr<DirectReader> make_reader(const std::vector<std::filesystem::path> &files,
                                          const ReaderOptions &options = {});

/// "direct reads through io_uring", for people.
std::string read_mode_name(ReadMode mode);

} // namespace spillway
