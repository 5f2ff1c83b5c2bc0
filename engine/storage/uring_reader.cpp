#include "storage/uring_reader.h"

#include <algorithm>

namespace spillway {

namespace {

/// How long one look for completions sleeps at most: the reaction time to a stop.
constexpr long long poll_nanoseconds = 20'000'000;

} // namespace

UringReader::UringReader(std::unique_ptr<Uring> uring, FileSet files, const ReaderOptions &options)
    : files_(std::move(files)), options_(options), uring_(std::move(uring)) {
    options_.depth = std::clamp<std::size_t>(options.depth, 1, 512);
}

UringReader::~UringReader() {
    try {
        cancel_all({});
    } catch (
        const Error &) { // NOLINT(bugprone-empty-catch): the ring itself is broken, closing it is all we can do
    }
}

ReadMode UringReader::mode() const {
    return files_.direct ? ReadMode::io_uring_direct : ReadMode::io_uring_buffered;
}

void UringReader::submit(const ReadRequest &request) {
    reads_.insert_or_assign(request.id, ReadProgress{.request = request});
    queue_.push_back(request.id);
    start_queued();
}

bool UringReader::done(std::uint64_t id) {
    reap();
    start_queued();
    return !reads_.contains(id);
}

void UringReader::wait(std::uint64_t id, const std::stop_token &stop) {
    auto last_progress = std::chrono::steady_clock::now();
    while (!done(id)) {
        throw_if_stopped(stop);
        wait_for_any();
        const auto now = std::chrono::steady_clock::now();
        if (reap()) {
            last_progress = now;
        } else if (now - last_progress > options_.patience) {
            const ReadRequest &request = reads_.at(id).request;
            throw hangs(request, files_.files[request.file]);
        }
    }
    if (const auto failed = failures_.find(id); failed != failures_.end()) {
        const Error error = failed->second;
        failures_.erase(failed);
        throw error;
    }
}

void UringReader::drop_queued() {
    for (const std::uint64_t id : queue_) {
        reads_.erase(id);
    }
    queue_.clear();
}

void UringReader::cancel_all(const std::stop_token &stop) {
    drop_queued();
    cancelling_ = true;
    ask_for_cancellation();
    while (in_flight_ > 0) {
        reap();
        if (in_flight_ > 0) {
            throw_if_stopped(stop);
            wait_for_any();
        }
    }
    cancelling_ = false;
    failures_.clear();
}

/// Reads that a drive works on cannot be called back; those that wait in the kernel can.
void UringReader::ask_for_cancellation() {
    for (auto &[id, read] : reads_) {
        io_uring_sqe *entry = uring_->entry();
        if (entry == nullptr) {
            break;
        }
        io_uring_prep_cancel(entry, &read, 0);
        io_uring_sqe_set_data(entry, nullptr);
    }
    uring_->submit();
}

void UringReader::start_queued() {
    while (!queue_.empty() && in_flight_ < options_.depth) {
        ReadProgress &read = reads_.at(queue_.front());
        if (in_flight_ > 0 && bytes_in_flight_ + read.request.bytes > options_.bytes_in_flight) {
            break;
        }
        io_uring_sqe *entry = uring_->entry();
        if (entry == nullptr) {
            break;
        }
        prepare(read, entry);
        queue_.pop_front();
        ++in_flight_;
        bytes_in_flight_ += read.request.bytes;
    }
    uring_->submit();
}

void UringReader::prepare(ReadProgress &read, io_uring_sqe *entry) {
    const std::size_t position = read.position();
    io_uring_prep_read(entry, files_.files[read.request.file].descriptor(), read.request.destination + position,
                       static_cast<unsigned>(read.length()), read.request.offset + position);
    io_uring_sqe_set_data(entry, &read);
    if (!files_.direct) {
        // Else what the page cache holds would be copied within submit(), in the caller's time.
        entry->flags |= IOSQE_ASYNC;
    }
}

/// Takes in all completions that are there; true if there were any.
bool UringReader::reap() {
    bool any = false;
    io_uring_cqe *completion = nullptr;
    while (io_uring_peek_cqe(uring_->get(), &completion) == 0 && completion != nullptr) {
        auto *read = static_cast<ReadProgress *>(io_uring_cqe_get_data(completion));
        const int result = completion->res;
        io_uring_cqe_seen(uring_->get(), completion);
        if (read != nullptr) { // null: the answer to a cancellation
            take_in(*read, result);
            any = true;
        }
    }
    return any;
}

void UringReader::take_in(ReadProgress &read, int result) {
    const std::uint64_t id = read.request.id;
    const std::size_t before = read.done;
    --in_flight_;
    bytes_in_flight_ -= read.request.bytes;
    try {
        const bool complete = advance(read, result, files_.files[read.request.file]);
        bytes_read_ += read.done - before;
        if (!complete && !cancelling_) {
            queue_.push_front(id);
            return;
        }
    } catch (const Error &error) {
        failures_.insert_or_assign(id, error);
    }
    reads_.erase(id);
}

void UringReader::wait_for_any() {
    io_uring_cqe *completion = nullptr;
    __kernel_timespec timeout{.tv_sec = 0, .tv_nsec = poll_nanoseconds};
    uring_->submit();
    io_uring_wait_cqe_timeout(uring_->get(), &completion, &timeout);
}

} // namespace spillway
