#pragma once

#include "compute/cpu/blocks/block.h"
#include "compute/cpu/kernels.h"

// Matrices of float block types times f32 activations. Each product of two rows has one vector of sums, which
// takes the columns in order, so tiles of any size give the same bits.

namespace spillway {
namespace {

template <class Simd, class Type> class FloatProduct {
  public:
    static void run(const ProductArguments &arguments) {
        const FloatProduct product(arguments);
        std::size_t row = arguments.begin;
        for (; row + wide <= arguments.end; row += wide) {
            product.all_x<wide>(row);
        }
        for (; row < arguments.end; ++row) {
            product.all_x<1>(row);
        }
    }

  private:
    using Floats = typename Simd::Floats;
    using Block = typename Type::Block;
    /// Matrix rows side by side: as many sums as hide the latency of an addition.
    static constexpr int wide = 8;
    /// For several rows of activations: rows of each, so that the sums fit in the registers.
    static constexpr int tile_rows = Simd::lanes == 16 ? 4 : 2;
    static constexpr int tile_x = 4;

    explicit FloatProduct(const ProductArguments &arguments)
        : arguments_(arguments), x_(arguments.x->values), whole_(arguments.cols / Simd::lanes * Simd::lanes) {}

    template <int rows> void all_x(std::size_t row) const {
        std::size_t r = 0;
        if constexpr (rows % tile_rows == 0) {
            for (; r + tile_x <= arguments_.x->rows; r += tile_x) {
                for (std::size_t i = 0; i < rows; i += tile_rows) {
                    multiply<tile_rows, tile_x>(row + i, r);
                }
            }
        }
        for (; r < arguments_.x->rows; ++r) {
            multiply<rows, 1>(row, r);
        }
    }

    /// Matrix rows [row, row + rows) times activation rows [r, r + xs).
    template <int rows, int xs> void multiply(std::size_t row, std::size_t r) const {
        const Block *weights[rows];
        const float *x[xs];
        Floats sums[rows][xs];
        for (int i = 0; i < rows; ++i) {
            weights[i] = reinterpret_cast<const Block *>(arguments_.data + (row + static_cast<std::size_t>(i)) *
                                                                               arguments_.row_bytes);
        }
        for (int j = 0; j < xs; ++j) {
            x[j] = x_ + (r + static_cast<std::size_t>(j)) * arguments_.cols;
        }
        for (auto &of_row : sums) {
            for (Floats &sum : of_row) {
                sum = Simd::zero();
            }
        }
        for (std::size_t col = 0; col < whole_; col += Simd::lanes) {
            Floats x_here[xs];
#pragma GCC unroll 4
            for (int j = 0; j < xs; ++j) {
                x_here[j] = Simd::load(x[j] + col);
            }
            add<rows, xs>(weights, col, x_here, sums);
        }
        if (whole_ < arguments_.cols) {
            add_rest<rows, xs>(weights, x, sums);
        }
        for (int i = 0; i < rows; ++i) {
            for (int j = 0; j < xs; ++j) {
                arguments_.y[(r + static_cast<std::size_t>(j)) * arguments_.y_stride + row +
                             static_cast<std::size_t>(i)] = Simd::sum(sums[i][j]);
            }
        }
    }

    template <int rows, int xs>
    [[gnu::always_inline]] static inline void add(const Block *const *weights, std::size_t col, const Floats *x,
                                                  Floats (*sums)[xs]) {
#pragma GCC unroll 8
        for (int i = 0; i < rows; ++i) {
            const Floats w = Type::template load<Simd>(weights[i] + col);
#pragma GCC unroll 4
            for (int j = 0; j < xs; ++j) {
                sums[i][j] = Simd::fma(w, x[j], sums[i][j]);
            }
        }
    }

    /// The columns that fill no whole vector, padded with zeros.
    template <int rows, int xs>
    void add_rest(const Block *const *weights, const float *const *x, Floats (*sums)[xs]) const {
        const std::size_t count = arguments_.cols - whole_;
        Block padded[rows][Simd::lanes] = {};
        const Block *starts[rows];
        for (int i = 0; i < rows; ++i) {
            std::memcpy(padded[i], weights[i] + whole_, count * sizeof(Block));
            starts[i] = padded[i];
        }
        Floats x_here[xs];
        for (int j = 0; j < xs; ++j) {
            x_here[j] = Simd::load_first(x[j] + whole_, count);
        }
        add<rows, xs>(starts, 0, x_here, sums);
    }

    const ProductArguments &arguments_;
    const float *x_;
    std::size_t whole_; ///< columns in whole vectors
};

} // namespace
} // namespace spillway
