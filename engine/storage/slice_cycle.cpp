#include "storage/slice_cycle.h"

#include <algorithm>

namespace spillway {

namespace {

/// Bytes that a read of `bytes` takes at most, wherever it begins: for matrices whose rows are not whole
/// blocks.
constexpr std::uint64_t widest(std::uint64_t bytes) {
    return round_up(bytes + read_alignment - 1, read_alignment);
}

bool has_bytes(const StoredMatrix &matrix) {
    return matrix.rows > 0 && matrix.row_bytes > 0;
}

} // namespace

std::uint64_t resident_memory(std::uint64_t offset, std::uint64_t bytes) {
    return bytes == 0 ? 0 : aligned_extent(offset, bytes).bytes;
}

std::uint64_t rows_per_slice(std::uint64_t row_bytes, std::uint64_t slice_bytes) {
    const std::uint64_t usable = slice_bytes - std::min(slice_bytes, std::uint64_t{read_alignment - 1});
    return std::max<std::uint64_t>(usable / std::max<std::uint64_t>(row_bytes, 1), 1);
}

std::uint64_t minimum_ring(const std::vector<StoredMatrix> &matrices, std::uint64_t slice_bytes) {
    std::uint64_t largest = 0;
    for (const StoredMatrix &matrix : matrices) {
        if (matrix.streamed && has_bytes(matrix)) {
            const std::uint64_t rows = std::min(matrix.rows, rows_per_slice(matrix.row_bytes, slice_bytes));
            largest = std::max(largest, widest(rows * matrix.row_bytes));
        }
    }
    return 2 * largest;
}

std::uint64_t slices_per_sweep(const std::vector<StoredMatrix> &matrices, std::uint64_t slice_bytes) {
    std::uint64_t slices = 0;
    for (const StoredMatrix &matrix : matrices) {
        if (matrix.streamed && has_bytes(matrix)) {
            const std::uint64_t step = rows_per_slice(matrix.row_bytes, slice_bytes);
            slices += (matrix.rows + step - 1) / step;
        }
    }
    return slices;
}

SliceCycle::SliceCycle(const std::vector<StoredMatrix> &matrices, std::uint64_t slice_bytes)
    : matrices_(matrices), slice_bytes_(slice_bytes) {
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (matrices[i].streamed && has_bytes(matrices[i])) {
            streamed_.push_back(i);
        }
    }
}

SlicePlace SliceCycle::current() const {
    const std::size_t index = streamed_[at_];
    const StoredMatrix &matrix = matrices_[index];
    const std::uint64_t rows =
        std::min(rows_per_slice(matrix.row_bytes, slice_bytes_), matrix.rows - first_row_);
    return {index, first_row_, rows, sweep_};
}

Extent SliceCycle::extent(const SlicePlace &place) const {
    const StoredMatrix &matrix = matrices_[place.matrix];
    return aligned_extent(matrix.offset + place.first_row * matrix.row_bytes, place.rows * matrix.row_bytes);
}

void SliceCycle::advance() {
    const SlicePlace place = current();
    first_row_ += place.rows;
    if (first_row_ < matrices_[place.matrix].rows) {
        return;
    }
    first_row_ = 0;
    if (++at_ == streamed_.size()) {
        at_ = 0;
        ++sweep_;
    }
}

void SliceCycle::restart() {
    at_ = 0;
    first_row_ = 0;
    sweep_ = 0;
}

} // namespace spillway
