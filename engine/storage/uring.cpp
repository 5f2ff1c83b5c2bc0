#include "storage/uring.h"

#include "base/error.h"

#include <algorithm>
#include <cerrno>

namespace spillway {

namespace {

bool can_read(io_uring *ring) {
    io_uring_probe *probe = io_uring_get_probe_ring(ring);
    const bool can = probe != nullptr && io_uring_opcode_supported(probe, IORING_OP_READ) != 0;
    io_uring_free_probe(probe);
    return can;
}

} // namespace

std::unique_ptr<Uring> Uring::try_create(std::size_t requests) {
    std::unique_ptr<Uring> uring(new Uring);
    const auto entries = static_cast<unsigned>(std::clamp<std::size_t>(2 * requests, 4, 1024));
    if (io_uring_queue_init(entries, &uring->ring_, 0) < 0) {
        uring->ring_.ring_fd = -1;
        return nullptr;
    }
    if (!can_read(&uring->ring_)) {
        return nullptr;
    }
    return uring;
}

Uring::~Uring() {
    if (ring_.ring_fd >= 0) {
        io_uring_queue_exit(&ring_);
    }
}

void Uring::submit() {
    if (io_uring_sq_ready(&ring_) == 0) {
        return;
    }
    const int result = io_uring_submit(&ring_);
    if (result < 0 && result != -EINTR && result != -EAGAIN && result != -EBUSY) {
        throw Error(ErrorCode::io, "The system refused to queue a read: " + system_message(-result) + ".",
                    "Close programs that use the drive heavily and try again.");
    }
}

} // namespace spillway
