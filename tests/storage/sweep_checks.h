#pragma once

#include "storage_files.h"

#include "base/units.h"
#include "storage/weight_store.h"

#include <limits>
#include <random>

namespace spillway {

/// Of each of the files that random_layout() uses.
inline constexpr std::uint64_t file_bytes = 2'000'003;

/// Bytes of `matrix` from `row` on that are not as in its file, told by the place of the first.
inline QString wrong_bytes(const StoredMatrix &matrix, std::uint64_t row, std::uint64_t rows,
                           const std::byte *data) {
    const std::uint64_t offset = matrix.offset + row * matrix.row_bytes;
    const auto difference = first_difference(matrix.file, offset, data, rows * matrix.row_bytes);
    return difference ? QString("file %1, row %2, byte %3").arg(matrix.file).arg(row).arg(*difference)
                      : QString();
}

/// Acquires and releases until `slices` are done or the sweep ends; checks order and bytes of each. Answers
/// what is wrong, "" for nothing.
inline QString sweep(WeightStore &store, const std::vector<StoredMatrix> &matrices,
                     std::uint64_t slices = std::numeric_limits<std::uint64_t>::max()) {
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        std::uint64_t row = 0;
        while (matrices[i].streamed && row < matrices[i].rows) {
            if (slices-- == 0) {
                return {};
            }
            const WeightStore::Slice slice = store.acquire({});
            if (slice.matrix != i || slice.first_row != row || slice.rows == 0) {
                return QString("matrix %1 row %2 came instead of matrix %3 row %4")
                    .arg(slice.matrix)
                    .arg(slice.first_row)
                    .arg(i)
                    .arg(row);
            }
            if (const QString wrong = wrong_bytes(matrices[i], row, slice.rows, slice.data); !wrong.isEmpty()) {
                return wrong;
            }
            row += slice.rows;
            store.release();
        }
    }
    return {};
}

/// Matrices at odd places, of odd sizes, some larger than a slice, some smaller, all within the files.
inline StorageLayout random_layout(std::mt19937 &random, const std::vector<std::filesystem::path> &files) {
    StorageLayout layout;
    layout.files = files;
    layout.slice_bytes = 4096 + random() % 200'000;
    const std::size_t count = 1 + random() % 12;
    for (std::size_t i = 0; i < count; ++i) {
        StoredMatrix matrix;
        matrix.file = random() % files.size();
        matrix.row_bytes = 1 + random() % (random() % 4 == 0 ? 60'000 : 700);
        matrix.rows = 1 + random() % (400'000 / matrix.row_bytes);
        matrix.offset = random() % (file_bytes - matrix.bytes() + 1);
        if (random() % 2 == 0) {
            matrix.offset = round_down(matrix.offset, 32);
        }
        const auto use = random() % 5;
        matrix.resident = use == 0;
        matrix.streamed = use > 1;
        layout.matrices.push_back(matrix);
    }
    layout.ring_bytes = minimum_ring(layout.matrices, layout.slice_bytes);
    if (random() % 3 != 0) {
        layout.ring_bytes += random() % 1'000'000;
    }
    return layout;
}

} // namespace spillway

Q_DECLARE_METATYPE(spillway::StoredMatrix)
