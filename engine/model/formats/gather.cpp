#include "model/formats/gather.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace spillway {

namespace {

constexpr std::size_t piece_bytes = 1 << 20;

/// A dimension of the matrix: how many, how far apart in the file, how far apart in the result; in bytes.
struct Dimension {
    std::size_t size;
    std::size_t file_step;
    std::size_t out_step;
};

} // namespace

void gather(const File &file, const Tensor &tensor, std::span<std::byte> out) {
    const std::size_t element = block_type_info(tensor.type).bytes;
    Dimension outer{tensor.rows, tensor.row_stride * element, tensor.cols * element};
    Dimension inner{tensor.cols, tensor.col_stride * element, element};
    if (inner.file_step > outer.file_step && outer.size > 1) {
        std::swap(inner, outer); // neighbours in the file are neighbours in a piece
    }
    const std::size_t at_once = std::clamp<std::size_t>(piece_bytes / inner.file_step, 1, inner.size);
    std::vector<std::byte> piece((at_once - 1) * inner.file_step + element);
    for (std::size_t i = 0; i < outer.size; ++i) {
        for (std::size_t first = 0; first < inner.size; first += at_once) {
            const std::size_t count = std::min(at_once, inner.size - first);
            const std::span<std::byte> read = std::span(piece).first((count - 1) * inner.file_step + element);
            file.read_at(tensor.offset + i * outer.file_step + first * inner.file_step, read);
            std::byte *to = out.data() + i * outer.out_step + first * inner.out_step;
            for (std::size_t j = 0; j < count; ++j) {
                std::memcpy(to + j * inner.out_step, read.data() + j * inner.file_step, element);
            }
        }
    }
}

} // namespace spillway
