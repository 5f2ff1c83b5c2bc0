#pragma once

#include "compute/cpu/blocks/block.h"
#include "compute/cpu/kernels.h"

// Matrices of integer block types times activations in 16-bit blocks.
//
// Each lane of a vector is one matrix row, so a row's result never depends on its neighbours. Per 32 numbers,
// the integers' products are summed exactly and then enter the row's float sum by the same operations in the
// same order whether one row of activations is computed or many: this is what makes results independent of
// slicing, threads and company.

namespace spillway {
namespace {

/// One part (32 numbers of each row), ready for multiplying.
template <class Simd, int groups> struct Part {
    typename Simd::Words packed[Simd::packed_words];
    typename Simd::Floats scale[groups];
    typename Simd::Floats minimum[groups];
};

template <class Simd, int groups>
[[gnu::always_inline]] inline Part<Simd, groups> part_of(const Integers<Simd, groups> &integers) {
    Part<Simd, groups> part;
    Simd::pack(integers.words, part.packed);
    for (int group = 0; group < groups; ++group) {
        part.scale[group] = integers.scale[group];
        part.minimum[group] = integers.minimum[group];
    }
    return part;
}

/// sums[i] += part times the block x[i], for `tile` rows of activations.
template <class Simd, int groups, int tile>
[[gnu::always_inline]] inline void multiply_part(const Part<Simd, groups> &part,
                                                 const ActivationBlock *const *x, typename Simd::Floats *sums) {
    constexpr int words_per_group = Simd::packed_words / groups;
#pragma GCC unroll 2
    for (int group = 0; group < groups; ++group) {
        typename Simd::Sum products[tile];
#pragma GCC unroll 16
        for (int word = 0; word < words_per_group; ++word) {
            const int index = group * words_per_group + word;
#pragma GCC unroll 8
            for (int i = 0; i < tile; ++i) {
                products[i].add(part.packed[index], *x[i], index);
            }
        }
#pragma GCC unroll 8
        for (int i = 0; i < tile; ++i) {
            const float sum = groups == 1 ? x[i]->sum : x[i]->half_sums[group];
            const auto scale = part.scale[group] * Simd::broadcast(x[i]->scale);
            sums[i] = Simd::fma(products[i].value(), scale, sums[i]);
            sums[i] = Simd::fma(part.minimum[group], Simd::broadcast(sum), sums[i]);
        }
    }
}

/// Fetches the next group of rows, which follows this one in memory, while this one is computed: the processor
/// does not see the pattern in so many short streams. One visit per block fetches as many bytes as it uses.
template <std::size_t bytes_per_block> class Prefetcher {
  public:
    Prefetcher(const std::byte *next_group, std::size_t group_bytes)
        : line_(next_group), end_(next_group), near_(group_bytes <= 16384) {}

    [[gnu::always_inline]] inline void advance() {
        end_ += bytes_per_block;
        if (near_) { // used once, and soon: it need not displace anything in the larger caches
            for (; line_ < end_; line_ += 64) {
                __builtin_prefetch(line_, 0, 0);
            }
        } else { // more than the first-level cache should hold
            for (; line_ < end_; line_ += 64) {
                __builtin_prefetch(line_, 0, 2);
            }
        }
    }

  private:
    const std::byte *line_;
    const std::byte *end_;
    bool near_;
};

template <class Simd, class Type> class IntegerProduct {
  public:
    static void run(const ProductArguments &arguments) {
        for (std::size_t row = arguments.begin; row < arguments.end; row += Simd::lanes) {
            const IntegerProduct group(arguments, row);
            if (arguments.x->rows == 1) {
                group.one_row();
            } else {
                group.many_rows();
            }
        }
    }

  private:
    using Floats = typename Simd::Floats;
    using Block = typename Type::Block;
    static constexpr int parts = Type::elements / static_cast<int>(ActivationBlock::elements); ///< of a block
    /// Parts that are unpacked at once for many rows: 15 KB, so that they and the activations stay in the
    /// first-level cache. A multiple of 8, the most that a block has.
    static constexpr int panel_parts = 24;
    /// Rows of activations that are computed together: as many as the registers hold sums for.
    static constexpr int tile = Simd::lanes / 2;

    IntegerProduct(const ProductArguments &arguments, std::size_t row)
        : arguments_(arguments), row_(row), blocks_(arguments.cols / Type::elements),
          x_stride_(blocks_ * parts) {
        const std::size_t left = arguments.end - row;
        count_ = left < Simd::lanes ? left : Simd::lanes;
        for (std::size_t i = 0; i < Simd::lanes; ++i) {
            // Lanes without a row compute the last one again; their results are not stored.
            const std::size_t lane_row = row + (i < count_ ? i : count_ - 1);
            rows_.row[i] = arguments.data + lane_row * arguments.row_bytes;
        }
    }

    [[nodiscard]] Prefetcher<Simd::lanes * sizeof(Block)> prefetcher() const {
        return {arguments_.data + (row_ + Simd::lanes) * arguments_.row_bytes,
                Simd::lanes * arguments_.row_bytes};
    }

    void one_row() const {
        Floats sum = Simd::zero();
        auto prefetch = prefetcher();
        const ActivationBlock *x = arguments_.x->blocks;
        for (std::size_t block = 0; block < blocks_; ++block) {
            prefetch.advance();
            Type::template unpack<Simd>(
                rows_, block * sizeof(Block),
                [&](int index, const Integers<Simd, Type::groups> &integers) __attribute__((always_inline)) {
                    const ActivationBlock *const part_x = x + index;
                    multiply_part<Simd, Type::groups, 1>(part_of(integers), &part_x, &sum);
                });
            x += parts;
        }
        store(arguments_.y + row_, sum);
    }

    void many_rows() const {
        Part<Simd, Type::groups> panel[panel_parts];
        auto prefetch = prefetcher();
        constexpr std::size_t panel_blocks = panel_parts / parts;
        for (std::size_t first = 0; first < blocks_; first += panel_blocks) {
            const std::size_t end = first + panel_blocks < blocks_ ? first + panel_blocks : blocks_;
            Part<Simd, Type::groups> *next = panel;
            for (std::size_t block = first; block < end; ++block) {
                prefetch.advance();
                Type::template unpack<Simd>(
                    rows_, block * sizeof(Block),
                    [&](int, const Integers<Simd, Type::groups> &integers)
                        __attribute__((always_inline)) { *next++ = part_of(integers); });
            }
            multiply_panel(panel, first * parts, (end - first) * parts);
        }
    }

    void multiply_panel(const Part<Simd, Type::groups> *panel, std::size_t first_part,
                        std::size_t count) const {
        std::size_t r = 0;
        for (; r + tile <= arguments_.x->rows; r += tile) {
            multiply_tile<tile>(panel, first_part, count, r);
        }
        for (; r + 2 <= arguments_.x->rows; r += 2) {
            multiply_tile<2>(panel, first_part, count, r);
        }
        if (r < arguments_.x->rows) {
            multiply_tile<1>(panel, first_part, count, r);
        }
    }

    /// Rows [r, r + rows) of the activations; what earlier panels summed is in y.
    template <int rows>
    void multiply_tile(const Part<Simd, Type::groups> *panel, std::size_t first_part, std::size_t count,
                       std::size_t r) const {
        const ActivationBlock *x[rows];
        Floats sums[rows];
        for (int i = 0; i < rows; ++i) {
            const std::size_t x_row = r + static_cast<std::size_t>(i);
            x[i] = arguments_.x->blocks + x_row * x_stride_ + first_part;
            sums[i] = first_part == 0 ? Simd::zero() : load(y(x_row));
        }
        for (std::size_t part = 0; part < count; ++part) {
            multiply_part<Simd, Type::groups, rows>(panel[part], x, sums);
            for (int i = 0; i < rows; ++i) {
                ++x[i];
            }
        }
        for (int i = 0; i < rows; ++i) {
            store(y(r + static_cast<std::size_t>(i)), sums[i]);
        }
    }

    [[nodiscard]] float *y(std::size_t x_row) const {
        return arguments_.y + x_row * arguments_.y_stride + row_;
    }
    [[nodiscard]] Floats load(const float *from) const {
        return count_ == Simd::lanes ? Simd::load(from) : Simd::load_first(from, count_);
    }
    void store(float *to, Floats sum) const {
        if (count_ == Simd::lanes) {
            Simd::store(to, sum);
        } else {
            Simd::store_first(to, sum, count_);
        }
    }

    const ProductArguments &arguments_;
    std::size_t row_; ///< the group's first
    std::size_t blocks_;
    std::size_t x_stride_; ///< blocks of a row of activations
    std::size_t count_;    ///< rows in the group
    Rows<Simd> rows_;
};

} // namespace
} // namespace spillway
