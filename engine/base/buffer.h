#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace spillway {

/// Page-aligned memory straight from the system: no allocator slack, given back to the system at destruction.
/// Pages are zero until written, and count as used only then. Move-only. Throws std::bad_alloc.
class Buffer {
  public:
    Buffer() = default;
    explicit Buffer(std::size_t bytes);
    Buffer(Buffer &&other) noexcept;
    Buffer &operator=(Buffer &&other) noexcept;
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer();

    [[nodiscard]] std::byte *data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::span<std::byte> bytes() const noexcept { return {data_, size_}; }

    template <typename T> [[nodiscard]] std::span<T> as() const noexcept {
        return {reinterpret_cast<T *>(data_), size_ / sizeof(T)};
    }

  private:
    std::byte *data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace spillway
