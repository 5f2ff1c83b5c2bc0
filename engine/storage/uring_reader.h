#pragma once

#include "base/error.h"
#include "storage/file_set.h"
#include "storage/read_progress.h"
#include "storage/uring.h"

#include <deque>
#include <unordered_map>

namespace spillway {

/// Reads through io_uring. No thread of its own: every call hands queued requests to the kernel and takes in
/// what is complete.
class UringReader final : public DirectReader {
  public:
    UringReader(std::unique_ptr<Uring> uring, FileSet files, const ReaderOptions &options);
    ~UringReader() override;

    void submit(const ReadRequest &request) override;
    void wait(std::uint64_t id, const std::stop_token &stop) override;
    bool done(std::uint64_t id) override;
    void drop_queued() override;
    void cancel_all(const std::stop_token &stop) override;

    [[nodiscard]] ReadMode mode() const override;
    [[nodiscard]] std::size_t alignment() const override { return read_alignment; }
    [[nodiscard]] std::uint64_t bytes_read() const override { return bytes_read_; }

  private:
    void start_queued();
    void prepare(ReadProgress &read, io_uring_sqe *entry);
    bool reap();
    void take_in(ReadProgress &read, int result);
    void wait_for_any();
    void ask_for_cancellation();

    FileSet files_;
    ReaderOptions options_;
    std::unordered_map<std::uint64_t, ReadProgress> reads_; ///< by id: queued and in flight
    std::deque<std::uint64_t> queue_;                       ///< ids not yet in flight
    std::unordered_map<std::uint64_t, Error> failures_;     ///< not yet told
    std::size_t in_flight_ = 0;
    std::size_t bytes_in_flight_ = 0;
    std::uint64_t bytes_read_ = 0;
    bool cancelling_ = false;
    std::unique_ptr<Uring> uring_; ///< last, so that it closes before anything that reads refer to
};

} // namespace spillway
