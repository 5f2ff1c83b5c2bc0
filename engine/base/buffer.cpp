#include "base/buffer.h"

#include <new>
#include <sys/mman.h>
#include <utility>

namespace spillway {

Buffer::Buffer(std::size_t bytes) : size_(bytes) {
    if (bytes == 0) {
        return;
    }
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    data_ = static_cast<std::byte *>(memory);
}

Buffer::Buffer(Buffer &&other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Buffer &Buffer::operator=(Buffer &&other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

Buffer::~Buffer() {
    if (data_ != nullptr) {
        munmap(data_, size_);
    }
}

} // namespace spillway
