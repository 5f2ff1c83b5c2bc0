#pragma once

#include "base/error.h"
#include "storage/file_set.h"
#include "storage/read_progress.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace spillway {

/// Reads by a few threads, each with one read at a time: for systems without io_uring.
class ThreadReader final : public DirectReader {
  public:
    ThreadReader(FileSet files, const ReaderOptions &options);
    ~ThreadReader() override;

    void submit(const ReadRequest &request) override;
    void wait(std::uint64_t id, const std::stop_token &stop) override;
    bool done(std::uint64_t id) override;
    void drop_queued() override;
    void cancel_all(const std::stop_token &stop) override;

    [[nodiscard]] ReadMode mode() const override;
    [[nodiscard]] std::size_t alignment() const override { return read_alignment; }
    [[nodiscard]] std::uint64_t bytes_read() const override;

  private:
    void work(const std::stop_token &stop);
    [[nodiscard]] bool may_start() const;
    void drop_queued_locked();

    FileSet files_;
    ReaderOptions options_;

    mutable std::mutex mutex_; ///< of all below
    std::condition_variable_any queued_;
    std::condition_variable_any finished_;
    std::unordered_map<std::uint64_t, ReadProgress> reads_; ///< by id: queued and in flight
    std::deque<ReadProgress *> queue_;                      ///< not yet in flight
    std::unordered_map<std::uint64_t, Error> failures_;     ///< not yet told
    std::size_t in_flight_ = 0;
    std::size_t bytes_in_flight_ = 0;
    std::uint64_t bytes_read_ = 0;
    std::uint64_t finished_count_ = 0;
    std::uint64_t awaited_ = 0; ///< id that wait() was called for last

    std::vector<std::jthread> threads_; ///< last: they end before what they use
};

} // namespace spillway
