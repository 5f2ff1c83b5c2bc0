#include "storage/weight_store.h"

#include "base/error.h"
#include "storage/file_set.h"
#include "storage/read_progress.h"
#include "storage/resident_weights.h"
#include "storage/slice_cycle.h"
#include "storage/slice_stream.h"

#include <algorithm>
#include <cstring>

namespace spillway {

namespace {

/// Of one read while loading, where the layout has no slices.
constexpr std::uint64_t default_piece = 4 * MiB;

void check_extent(const StoredMatrix &matrix, const FileSet &files) {
    if (matrix.file >= files.files.size() || (matrix.resident && matrix.streamed)) {
        throw Error(ErrorCode::internal, "The storage layout contradicts itself.");
    }
    const File &file = files.files[matrix.file];
    std::uint64_t bytes = 0;
    std::uint64_t end = 0;
    if (__builtin_mul_overflow(matrix.rows, matrix.row_bytes, &bytes) ||
        __builtin_add_overflow(matrix.offset, bytes, &end) || end > file.size()) {
        throw Error(ErrorCode::damaged,
                    file.path().string() + " has " + std::to_string(file.size()) +
                        " bytes, but a matrix at byte " + std::to_string(matrix.offset) + " with " +
                        std::to_string(matrix.rows) + " rows of " + std::to_string(matrix.row_bytes) +
                        " bytes reaches beyond.",
                    "The copy or download was cut off: get the file again.");
    }
}

StorageLayout checked(StorageLayout layout, const FileSet &files) {
    for (const StoredMatrix &matrix : layout.matrices) {
        check_extent(matrix, files);
    }
    return layout;
}

/// Room for any single row, where it must come from a file.
std::uint64_t row_memory(const std::vector<StoredMatrix> &matrices) {
    std::uint64_t most = 0;
    for (const StoredMatrix &matrix : matrices) {
        most = std::max(most, round_up(matrix.row_bytes + read_alignment - 1, read_alignment));
    }
    return most;
}

} // namespace

class WeightStore::Implementation {
  public:
    explicit Implementation(StorageLayout wanted)
        : files(open_files(wanted.files, wanted.reader.allow_direct)),
          layout(checked(std::move(wanted), files)), reader(make_reader(layout.files, layout.reader)),
          resident(layout.matrices, layout.slice_bytes > 0 ? layout.slice_bytes : default_piece, *reader),
          stream(layout.matrices, layout.slice_bytes, layout.ring_bytes, *reader),
          row(row_memory(layout.matrices)) {}

    FileSet files; ///< for single rows
    StorageLayout layout;
    std::unique_ptr<DirectReader> reader;
    ResidentWeights resident;
    SliceStream stream;
    Buffer row;
};

WeightStore::WeightStore(StorageLayout layout)
    : implementation_(std::make_unique<Implementation>(std::move(layout))) {}

WeightStore::~WeightStore() {
    implementation_->reader.reset(); // nothing writes to the ring any more when its memory goes
}

void WeightStore::load(const std::function<void(std::size_t, std::uint64_t)> &progress,
                       const std::stop_token &stop) {
    implementation_->stream.restart();
    implementation_->reader->cancel_all(stop);
    implementation_->resident.load(progress, stop);
    implementation_->stream.start(stop);
}

const std::byte *WeightStore::resident(std::size_t matrix) const {
    return implementation_->resident.data(matrix);
}

WeightStore::Slice WeightStore::acquire(const std::stop_token &stop) {
    return implementation_->stream.acquire(stop);
}

bool WeightStore::ready() {
    return implementation_->stream.ready();
}

void WeightStore::release() {
    implementation_->stream.release();
}

void WeightStore::restart() {
    implementation_->stream.restart();
}

void WeightStore::read_row(std::size_t matrix, std::uint64_t row, std::span<std::byte> out) {
    const StoredMatrix &stored = implementation_->layout.matrices.at(matrix);
    if (row >= stored.rows || out.size() != stored.row_bytes) {
        throw Error(ErrorCode::internal, "Row " + std::to_string(row) + " of a matrix of " +
                                             std::to_string(stored.rows) + " rows was asked for.");
    }
    if (const std::byte *data = resident(matrix)) {
        std::memcpy(out.data(), data + row * stored.row_bytes, out.size());
        return;
    }
    const Extent extent = aligned_extent(stored.offset + row * stored.row_bytes, stored.row_bytes);
    std::byte *memory = implementation_->row.data();
    ReadProgress read{.request = {.file = stored.file,
                                  .offset = extent.offset,
                                  .bytes = extent.bytes,
                                  .destination = memory,
                                  .required = extent.lead + stored.row_bytes}};
    read_now(read, implementation_->files.files[stored.file]);
    std::memcpy(out.data(), memory + extent.lead, out.size());
}

std::optional<WeightStore::ReadAhead> WeightStore::read_ahead() {
    return implementation_->stream.reached();
}

ReadMode WeightStore::mode() const {
    return implementation_->reader->mode();
}

std::uint64_t WeightStore::bytes_read() const {
    return implementation_->reader->bytes_read();
}

std::uint64_t WeightStore::ring_bytes() const {
    return implementation_->stream.ring_bytes();
}

std::uint64_t WeightStore::resident_bytes() const {
    return implementation_->resident.bytes();
}

} // namespace spillway
