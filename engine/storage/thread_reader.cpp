#include "storage/thread_reader.h"

#include <algorithm>
#include <optional>

namespace spillway {

namespace {

/// Enough to keep an NVMe drive busy with reads of a MiB or more.
constexpr std::size_t most_threads = 8;

} // namespace

ThreadReader::ThreadReader(FileSet files, const ReaderOptions &options)
    : files_(std::move(files)), options_(options) {
    const std::size_t count = std::clamp<std::size_t>(options.depth, 1, most_threads);
    for (std::size_t i = 0; i < count; ++i) {
        threads_.emplace_back([this](const std::stop_token &stop) { work(stop); });
    }
}

ThreadReader::~ThreadReader() {
    cancel_all({});
}

ReadMode ThreadReader::mode() const {
    return files_.direct ? ReadMode::threads_direct : ReadMode::threads_buffered;
}

std::uint64_t ThreadReader::bytes_read() const {
    const std::lock_guard lock(mutex_);
    return bytes_read_;
}

void ThreadReader::submit(const ReadRequest &request) {
    {
        const std::lock_guard lock(mutex_);
        ReadProgress &read =
            reads_.insert_or_assign(request.id, ReadProgress{.request = request}).first->second;
        queue_.push_back(&read);
    }
    queued_.notify_one();
}

bool ThreadReader::done(std::uint64_t id) {
    const std::lock_guard lock(mutex_);
    return !reads_.contains(id);
}

void ThreadReader::wait(std::uint64_t id, const std::stop_token &stop) {
    std::unique_lock lock(mutex_);
    awaited_ = id;
    std::uint64_t finished_before = finished_count_;
    while (!finished_.wait_for(lock, stop, options_.patience, [&] { return !reads_.contains(id); })) {
        throw_if_stopped(stop);
        if (finished_count_ == finished_before) {
            const ReadRequest &request = reads_.at(id).request;
            throw hangs(request, files_.files[request.file]);
        }
        finished_before = finished_count_;
    }
    if (const auto failed = failures_.find(id); failed != failures_.end()) {
        const Error error = failed->second;
        failures_.erase(failed);
        throw error;
    }
}

void ThreadReader::drop_queued() {
    const std::lock_guard lock(mutex_);
    drop_queued_locked();
}

void ThreadReader::drop_queued_locked() {
    for (const ReadProgress *read : queue_) {
        reads_.erase(read->request.id);
    }
    queue_.clear();
}

void ThreadReader::cancel_all(const std::stop_token &stop) {
    std::unique_lock lock(mutex_);
    drop_queued_locked();
    if (!finished_.wait(lock, stop, [&] { return in_flight_ == 0; })) {
        throw_if_stopped(stop);
    }
    failures_.clear();
}

bool ThreadReader::may_start() const {
    return !queue_.empty() &&
           (in_flight_ == 0 || bytes_in_flight_ + queue_.front()->request.bytes <= options_.bytes_in_flight);
}

void ThreadReader::work(const std::stop_token &stop) {
    std::unique_lock lock(mutex_);
    while (queued_.wait(lock, stop, [&] { return may_start(); })) {
        ReadProgress &read = *queue_.front();
        queue_.pop_front();
        ++in_flight_;
        bytes_in_flight_ += read.request.bytes;
        if (may_start()) {
            queued_.notify_one(); // the end of one large read can make room for several
        }
        lock.unlock();
        std::optional<Error> failure;
        try {
            read_now(read, files_.files[read.request.file]);
        } catch (const Error &error) {
            failure = error;
        }
        lock.lock();
        --in_flight_;
        bytes_in_flight_ -= read.request.bytes;
        bytes_read_ += read.done;
        ++finished_count_;
        const std::uint64_t id = read.request.id;
        if (failure) {
            failures_.insert_or_assign(id, *failure);
        }
        reads_.erase(id);
        if (id == awaited_ || in_flight_ == 0) {
            finished_.notify_all();
        }
    }
}

} // namespace spillway
