#pragma once

#include "compute/cpu/blocks/block.h"
#include "compute/cpu/kernels.h"

// The small operations, for any Simd.

namespace spillway {
namespace {

/// e^x with an error under 2 units in the last place, for x from -87.3 to 88.3; outside, the value at that end.
/// x = n ln 2 + r, with ln 2 in two pieces so that r is exact (Cody and Waite 1980), and a polynomial for e^r.
template <class Simd> inline typename Simd::Floats exponential(typename Simd::Floats x) {
    using Floats = typename Simd::Floats;
    x = Simd::min(Simd::broadcast(88.3F), Simd::max(Simd::broadcast(-87.3F), x));
    const Floats n = Simd::round(x * 1.44269504F);
    Floats r = Simd::fma(n, Simd::broadcast(-0.693359375F), x);
    r = Simd::fma(n, Simd::broadcast(2.12194440e-4F), r);
    Floats p = Simd::broadcast(1.0F / 5040);
    p = Simd::fma(p, r, Simd::broadcast(1.0F / 720));
    p = Simd::fma(p, r, Simd::broadcast(1.0F / 120));
    p = Simd::fma(p, r, Simd::broadcast(1.0F / 24));
    p = Simd::fma(p, r, Simd::broadcast(1.0F / 6));
    p = Simd::fma(p, r, Simd::broadcast(0.5F));
    p = Simd::fma(p, r * r, r);
    return Simd::scale_by_power(p + 1.0F, n);
}

template <class Simd> class VectorOperations {
  public:
    static void prepare_row(const float *x, std::size_t cols, ActivationBlock *blocks) {
        constexpr std::size_t elements = ActivationBlock::elements;
        std::size_t col = 0;
        for (; col + elements <= cols; col += elements) {
            prepare_block(x + col, *blocks++);
        }
        if (col < cols) {
            float padded[elements] = {};
            std::memcpy(padded, x + col, (cols - col) * sizeof(float));
            prepare_block(padded, *blocks);
        }
    }

    static void rms_norm_row(const float *x, const float *weight, float epsilon, std::size_t width,
                             float *out) {
        Floats squares[2] = {Simd::zero(), Simd::zero()};
        int turn = 0;
        for_each_vector(width, [&](auto load, auto) {
            const Floats here = load(x);
            squares[turn] = Simd::fma(here, here, squares[turn]);
            turn ^= 1;
        });
        const float mean = Simd::sum(squares[0] + squares[1]) / static_cast<float>(width);
        const float scale = 1.0F / __builtin_sqrtf(mean + epsilon);
        for_each_vector(width, [&](auto load, auto store) { store(out, load(x) * scale * load(weight)); });
    }

    static void rope_row(float *x, const float *cosines, const float *sines, std::size_t heads,
                         std::size_t head_dim, std::size_t dims, bool adjacent_pairs) {
        for (std::size_t head = 0; head < heads; ++head, x += head_dim) {
            if (adjacent_pairs) {
                rotate_neighbours(x, cosines, sines, dims);
            } else {
                rotate_halves(x, cosines, sines, dims / 2);
            }
        }
    }

    /// silu(x) = x / (1 + e^-x).
    static void silu_gate(const float *gate, const float *up, std::size_t n, float *out) {
        for_each_vector(n, [&](auto load, auto store) {
            const Floats x = load(gate);
            store(out, x / (exponential<Simd>(-x) + 1.0F) * load(up));
        });
    }

    static void add(float *x, const float *y, std::size_t n) {
        for_each_vector(n, [&](auto load, auto store) { store(x, load(x) + load(y)); });
    }

  private:
    using Floats = typename Simd::Floats;

    /// Calls visit(load, store) for each vector of [0, n). A last one that is not whole goes through the same
    /// operations: load gives zeros and store leaves out what is past the end.
    template <class Visit> static void for_each_vector(std::size_t n, const Visit &visit) {
        std::size_t i = 0;
        for (; i + Simd::lanes <= n; i += Simd::lanes) {
            visit([i](const float *from) { return Simd::load(from + i); },
                  [i](float *to, Floats value) { Simd::store(to + i, value); });
        }
        if (i < n) {
            visit([i, n](const float *from) { return Simd::load_first(from + i, n - i); },
                  [i, n](float *to, Floats value) { Simd::store_first(to + i, value, n - i); });
        }
    }

    static void prepare_block(const float *x, ActivationBlock &block) {
        // High and low bytes are both signed, which reach 127 * 256 + 127.
        constexpr float most_integer = 32639;
        // A block of such small numbers counts as zero: the inverse would overflow.
        constexpr float least = 1e-30F;
        Floats most = Simd::zero();
        Floats strange = Simd::zero(); // becomes NaN if a number is infinite or NaN
        for (std::size_t i = 0; i < ActivationBlock::elements; i += Simd::lanes) {
            const Floats here = Simd::load(x + i);
            most = Simd::max(Simd::max(here, -here), most);
            strange = Simd::fma(here, Simd::zero(), strange);
        }
        const float size = Simd::max_of(most);
        const bool small = !(size >= least);
        int half_sums[2];
        Simd::prepare(x, small ? 0.0F : most_integer / size, block.integers, half_sums);
        block.scale = (small ? 0.0F : size / most_integer) + Simd::sum(strange);
        block.half_sums[0] = block.scale * static_cast<float>(half_sums[0]);
        block.half_sums[1] = block.scale * static_cast<float>(half_sums[1]);
        block.sum = block.scale * static_cast<float>(half_sums[0] + half_sums[1]);
    }

    /// Numbers i and i + count are a pair.
    static void rotate_halves(float *x, const float *cosines, const float *sines, std::size_t count) {
        for_each_vector(count, [&](auto load, auto store) {
            const Floats first = load(x);
            const Floats second = load(x + count);
            const Floats cosine = load(cosines);
            const Floats sine = load(sines);
            store(x, Simd::fma(first, cosine, -(second * sine)));
            store(x + count, Simd::fma(second, cosine, first * sine));
        });
    }

    /// Numbers 2 i and 2 i + 1 are a pair.
    static void rotate_neighbours(float *x, const float *cosines, const float *sines, std::size_t dims) {
        std::size_t i = 0;
        for (; i + Simd::lanes <= dims; i += Simd::lanes) {
            const Floats here = Simd::load(x + i);
            const Floats turned = Simd::swap_pairs(here) * Simd::load_doubled(sines + i / 2);
            Simd::store(x + i, Simd::fma_alternating(here, Simd::load_doubled(cosines + i / 2), turned));
        }
        for (; i < dims; i += 2) {
            const float first = x[i];
            const float second = x[i + 1];
            x[i] = __builtin_fmaf(first, cosines[i / 2], -(second * sines[i / 2]));
            x[i + 1] = __builtin_fmaf(second, cosines[i / 2], first * sines[i / 2]);
        }
    }
};

} // namespace
} // namespace spillway
