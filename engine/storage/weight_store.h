#pragma once

#include "base/buffer.h"
#include "storage/direct_reader.h"

#include <functional>
#include <optional>
#include <span>

namespace spillway {

/// A matrix in a file: `rows` rows of `row_bytes`, one after another from `offset`.
struct StoredMatrix {
    std::size_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t row_bytes = 0;
    std::uint64_t rows = 0;
    bool resident = false;
    bool streamed = false; ///< takes part in the sweep; neither: only single rows are read (a big embedding)

    [[nodiscard]] std::uint64_t bytes() const { return row_bytes * rows; }
};

/// What a plan wants of the storage.
struct StorageLayout {
    std::vector<std::filesystem::path> files = {};
    std::vector<StoredMatrix> matrices = {}; ///< streamed ones in the order in which a sweep reads them
    std::uint64_t slice_bytes = 0;           ///< the most that one read takes
    std::uint64_t ring_bytes = 0;            ///< 0 where nothing is streamed
    ReaderOptions reader = {};
};

/// Memory that the store takes for a resident matrix: its bytes and what alignment adds. The plan counts with
/// it.
std::uint64_t resident_memory(std::uint64_t offset, std::uint64_t bytes);
/// Rows of `row_bytes` per slice so that a read stays within `slice_bytes` (one row at least).
std::uint64_t rows_per_slice(std::uint64_t row_bytes, std::uint64_t slice_bytes);
/// Slices that a sweep acquires, of all matrices that are `streamed`.
std::uint64_t slices_per_sweep(const std::vector<StoredMatrix> &matrices, std::uint64_t slice_bytes);
/// The smallest ring through which the streamed ones of `matrices` go: room for two of the largest slices, so
/// that one is read while the other is in use. 0 where none is streamed.
std::uint64_t minimum_ring(const std::vector<StoredMatrix> &matrices, std::uint64_t slice_bytes);

/// The weights of a loaded plan: resident matrices where the reads put them, and a ring through which slices of
/// the others pass, in a fixed cyclic order, read ahead as far as the ring is large, into the next sweep too.
/// No page cache, no copies. One thread uses it.
class WeightStore {
  public:
    struct Slice {
        std::size_t matrix = 0;
        std::uint64_t first_row = 0;
        std::uint64_t rows = 0;
        const std::byte *data = nullptr;
    };

    /// Opens files, takes the memory (not touched yet). Throws Error, std::bad_alloc: a file that ends before
    /// its last matrix, a ring below minimum_ring().
    explicit WeightStore(StorageLayout layout);
    ~WeightStore();
    WeightStore(const WeightStore &) = delete;
    WeightStore &operator=(const WeightStore &) = delete;

    /// Reads all resident matrices, then starts reading ahead. progress(matrix, bytes) after each
    /// piece, with the bytes of the matrix that this piece brought. Obeys a stop within one read; whatever is
    /// thrown, all memory for resident matrices is given back before.
    void load(const std::function<void(std::size_t, std::uint64_t)> &progress, const std::stop_token &stop);

    /// A resident matrix's bytes, once load() has returned; null for others.
    [[nodiscard]] const std::byte *resident(std::size_t matrix) const;

    /// The next slice of the cycle; blocks until it is read. The one acquired before must have been released.
    /// Its data is aligned to nothing. After an interruption the same slice comes next; after another error the
    /// cycle starts anew.
    /// The caller visits matrices in the layout's order, so the slice is of the matrix that it expects.
    Slice acquire(const std::stop_token &stop);
    /// Whether acquire() would not block.
    [[nodiscard]] bool ready();
    /// Gives the slice's memory back to the ring; its successor's read starts at once.
    void release();

    /// Back to the first slice of the cycle, after a sweep was broken off. Does not block.
    void restart();

    /// One row of any matrix, from memory or from its file: out [row_bytes].
    void read_row(std::size_t matrix, std::uint64_t row, std::span<std::byte> out);

    /// How far reads are complete, for the sweep strip: the streamed matrix and the fraction of its rows up to
    /// which everything is in RAM now. Nothing where nothing is streamed.
    struct ReadAhead {
        std::size_t matrix = 0; ///< index into the layout's matrices
        double fraction = 0;
        bool next_sweep = false; ///< the reads are one sweep ahead of the last acquired slice, or more
    };
    [[nodiscard]] std::optional<ReadAhead> read_ahead();

    [[nodiscard]] ReadMode mode() const;
    /// Bytes that came from files, by load and sweeps, widened to whole blocks.
    [[nodiscard]] std::uint64_t bytes_read() const;
    [[nodiscard]] std::uint64_t ring_bytes() const;
    /// Memory of the resident matrices: the sum of their resident_memory().
    [[nodiscard]] std::uint64_t resident_bytes() const;

  private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace spillway
