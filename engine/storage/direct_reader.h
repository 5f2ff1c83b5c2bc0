#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace spillway {

/// One read. With direct reads, offset, bytes and destination are multiples of alignment(); the end of the
/// request may lie behind the end of the file: only what is there arrives, the rest of the memory may be
/// zeroed.
struct ReadRequest {
    std::size_t file = 0; ///< index into the reader's files
    std::uint64_t offset = 0;
    std::size_t bytes = 0;
    std::byte *destination = nullptr;
    std::uint64_t id = 0;     ///< the caller's; unique among the requests in flight
    std::size_t required = 0; ///< a file that ends before offset + required is damaged
};

enum class ReadMode { io_uring_direct, threads_direct, io_uring_buffered, threads_buffered };

struct ReaderOptions {
    std::size_t depth = 32; ///< requests in flight at most
    /// Bytes in flight at most (but one request always): what a stop may have to wait for. 10 ms of a fast
    /// drive, and enough to keep it busy.
    std::size_t bytes_in_flight = std::size_t{64} << 20;
    bool allow_io_uring = true;
    bool allow_direct = true;
    /// wait() gives up when no read at all has come back for this long: a drive that hangs.
    std::chrono::milliseconds patience = std::chrono::seconds(60);
};

/// Reads of several files, many in flight, each completing on its own. Used by one thread.
/// Direct reads (no page cache) where every file allows them, io_uring where the kernel allows it, else
/// threads.
class DirectReader {
  public:
    virtual ~DirectReader() = default; ///< cancels or waits for what is in flight before memory may be freed

    /// Never blocks: beyond the options' `depth` and `bytes_in_flight`, requests wait in a queue.
    virtual void submit(const ReadRequest &request) = 0;

    /// Blocks until request `id` is complete. Short reads are continued, EINTR and EAGAIN retried; after that
    /// throws Error(io, damaged) naming file and offset, once per failed request, or Error(interrupted) within
    /// 50 ms of a stop. A request that is not known is taken as complete.
    virtual void wait(std::uint64_t id, const std::stop_token &stop) = 0;

    /// Whether wait(id) would return (or throw the request's error) at once; does not block.
    virtual bool done(std::uint64_t id) = 0;

    /// Forgets the requests that still wait in the queue. Those in flight go on.
    virtual void drop_queued() = 0;

    /// Returns once nothing is in flight; queued requests are dropped. Errors are swallowed here and only here:
    /// what is cancelled is not wanted. Throws Error(interrupted) on a stop, with reads still in flight then.
    virtual void cancel_all(const std::stop_token &stop = {}) = 0;

    [[nodiscard]] virtual ReadMode mode() const = 0;
    [[nodiscard]] virtual std::size_t alignment() const = 0;
    /// Bytes that had arrived when submit(), wait() or done() was last called.
    [[nodiscard]] virtual std::uint64_t bytes_read() const = 0;
};

/// Opens the files. Throws Error(not_found, io) naming the one that cannot be opened.
std::unique_ptr<DirectReader> make_reader(const std::vector<std::filesystem::path> &files,
                                          const ReaderOptions &options = {});

/// "direct reads through io_uring", for people.
std::string read_mode_name(ReadMode mode);

} // namespace spillway
