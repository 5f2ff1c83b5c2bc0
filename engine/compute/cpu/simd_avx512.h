#pragma once

#include "compute/cpu/blocks/block.h"
#include "compute/device.h"

#include <immintrin.h>

namespace spillway {
namespace {

/// AVX-512 (F, BW, VL, DQ and VNNI) as the kernels see it: `lanes` floats or 32-bit words in one register,
/// plain operators on both, and the functions below. simd_avx2.h has the same names; what is templated over a
/// Simd runs on both.
struct Avx512 {
    static constexpr int lanes = 16;
    using Floats = __m512;
    typedef std::uint32_t Words __attribute__((vector_size(64)));

    // Floats.

    static Floats zero() { return _mm512_setzero_ps(); }
    static Floats broadcast(float value) { return _mm512_set1_ps(value); }
    static Floats load(const float *from) { return _mm512_loadu_ps(from); }
    static void store(float *to, Floats value) { _mm512_storeu_ps(to, value); }
    /// The first `count` (under `lanes`) numbers; the other lanes are 0.
    static Floats load_first(const float *from, std::size_t count) {
        return _mm512_maskz_loadu_ps(first(count), from);
    }
    static void store_first(float *to, Floats value, std::size_t count) {
        _mm512_mask_storeu_ps(to, first(count), value);
    }
    static Floats load_f16(const std::uint16_t *from) {
        return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(from)));
    }
    static Floats load_bf16(const std::uint16_t *from) {
        const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from));
        return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16));
    }
    /// a * b + c with one rounding.
    static Floats fma(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
    /// Answers b where either is not a number.
    static Floats max(Floats a, Floats b) { return _mm512_max_ps(a, b); }
    static Floats min(Floats a, Floats b) { return _mm512_min_ps(a, b); }
    static Floats round(Floats x) {
        return _mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    }
    /// x * 2^n for whole n.
    static Floats scale_by_power(Floats x, Floats n) { return _mm512_scalef_ps(x, n); }
    static float max_of(Floats x) { return _mm512_reduce_max_ps(x); }
    /// Neighbouring lanes exchanged: 1, 0, 3, 2, ...
    static Floats swap_pairs(Floats x) { return _mm512_permute_ps(x, 0xb1); }
    /// From c0, c1, ...: c0, c0, c1, c1, ... (lanes / 2 numbers are read).
    static Floats load_doubled(const float *from) {
        const __m512i index = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
        return _mm512_permutexvar_ps(index, _mm512_castps256_ps512(_mm256_loadu_ps(from)));
    }
    /// -x0 y0, +x1 y1, -x2 y2, ... added to a: the alternating signs of a rotation of pairs.
    static Floats fma_alternating(Floats x, Floats y, Floats a) { return _mm512_fmaddsub_ps(x, y, a); }

    /// Lane i of the answer is the sum of rows[i]; each is summed in the same order. Halves the number of
    /// vectors in each of four steps.
    static Floats sums(const Floats *rows) {
        __m512 pairs[8];
        for (int i = 0; i < 8; ++i) {
            pairs[i] = _mm512_add_ps(_mm512_unpacklo_ps(rows[2 * i], rows[2 * i + 1]),
                                     _mm512_unpackhi_ps(rows[2 * i], rows[2 * i + 1]));
        }
        __m512 fours[4];
        for (int i = 0; i < 4; ++i) {
            const __m512d a = _mm512_castps_pd(pairs[2 * i]);
            const __m512d b = _mm512_castps_pd(pairs[2 * i + 1]);
            fours[i] = _mm512_add_ps(_mm512_castpd_ps(_mm512_unpacklo_pd(a, b)),
                                     _mm512_castpd_ps(_mm512_unpackhi_pd(a, b)));
        }
        const __m512 low = _mm512_add_ps(_mm512_shuffle_f32x4(fours[0], fours[1], 0x88),
                                         _mm512_shuffle_f32x4(fours[0], fours[1], 0xdd));
        const __m512 high = _mm512_add_ps(_mm512_shuffle_f32x4(fours[2], fours[3], 0x88),
                                          _mm512_shuffle_f32x4(fours[2], fours[3], 0xdd));
        return _mm512_add_ps(_mm512_shuffle_f32x4(low, high, 0x88), _mm512_shuffle_f32x4(low, high, 0xdd));
    }
    static float sum(Floats x) { return _mm512_reduce_add_ps(x); }

    // Words.

    static Floats to_floats(Words words) { return _mm512_cvtepi32_ps(integer(words)); }
    /// Each byte (0 to 15) replaced by table[byte].
    static Words look_up(const std::uint8_t *table, Words bytes) {
        const __m128i values = _mm_loadu_si128(reinterpret_cast<const __m128i *>(table));
        return words_of(_mm512_shuffle_epi8(_mm512_broadcast_i32x4(values), integer(bytes)));
    }
    /// The f16 numbers in the lower or upper half of each lane.
    static Floats low_halves(Words words) { return _mm512_cvtph_ps(_mm512_cvtepi32_epi16(integer(words))); }
    static Floats high_halves(Words words) { return low_halves(words >> 16); }

    /// The f16 number at `offset` of each row.
    static Floats halves(const Rows<Avx512> &rows, std::size_t offset) {
        return _mm512_cvtph_ps(
            _mm256_set_m128i(eight_halves(rows.row + 8, offset), eight_halves(rows.row, offset)));
    }

    /// `count` words at `offset` of each row, one or a multiple of four: lane i of out[k] is word k of row i.
    template <int count> static void words(const Rows<Avx512> &rows, std::size_t offset, Words *out) {
        if constexpr (count == 1) {
            const __m256i low =
                _mm256_set_m128i(four_words(rows.row + 4, offset), four_words(rows.row, offset));
            const __m256i high =
                _mm256_set_m128i(four_words(rows.row + 12, offset), four_words(rows.row + 8, offset));
            *out = words_of(_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1));
        } else {
            static_assert(count % 4 == 0);
            for (int i = 0; i < count; i += 4) {
                transpose_four(rows, offset + 4 * static_cast<std::size_t>(i), out + i);
            }
        }
    }

    // Products of Integers with activations: a 16-bit activation is 256 * high + low, both signed bytes, and
    // vpdpbusd multiplies four unsigned bytes of weights with four of either. The block is the 32 high bytes in
    // their order, then the 32 low ones.

    static constexpr int packed_words = 8;
    static void pack(const Words *words, Words *packed) {
        for (int i = 0; i < packed_words; ++i) {
            packed[i] = words[i];
        }
    }

    struct Sum {
        __m512i high = _mm512_setzero_si512();
        __m512i low = _mm512_setzero_si512();

        /// Adds the products of packed word `index`. Exact.
        void add(Words packed, const ActivationBlock &x, int index) {
            std::int32_t high_bytes;
            std::int32_t low_bytes;
            std::memcpy(&high_bytes, x.integers + 2 * index, 4);
            std::memcpy(&low_bytes, x.integers + 16 + 2 * index, 4);
            high = _mm512_dpbusd_epi32(high, integer(packed), _mm512_set1_epi32(high_bytes));
            low = _mm512_dpbusd_epi32(low, integer(packed), _mm512_set1_epi32(low_bytes));
        }
        [[nodiscard]] Floats value() const {
            return _mm512_cvtepi32_ps(_mm512_add_epi32(_mm512_slli_epi32(high, 8), low));
        }
    };

    /// 32 numbers as round(x * inverse), in the order above; answers the sums of the halves' integers.
    static void prepare(const float *x, float inverse, std::int16_t *integers, int *half_sums) {
        auto *bytes = reinterpret_cast<std::int8_t *>(integers);
        for (int half = 0; half < 2; ++half) {
            const __m512i all = _mm512_cvtps_epi32(_mm512_loadu_ps(x + 16 * half) * inverse);
            const __m512i high = _mm512_srai_epi32(_mm512_add_epi32(all, _mm512_set1_epi32(128)), 8);
            store_bytes(bytes + 16 * half, high);
            store_bytes(bytes + 32 + 16 * half, _mm512_sub_epi32(all, _mm512_slli_epi32(high, 8)));
            half_sums[half] = _mm512_reduce_add_epi32(all);
        }
    }

  private:
    static __m512i integer(Words words) { return reinterpret_cast<__m512i>(words); }
    static Words words_of(__m512i integers) { return reinterpret_cast<Words>(integers); }
    static __mmask16 first(std::size_t count) { return static_cast<__mmask16>((1U << count) - 1); }

    static void store_bytes(std::int8_t *to, __m512i integers) {
        _mm_storeu_si128(reinterpret_cast<__m128i *>(to), _mm512_cvtepi32_epi8(integers));
    }

    static int word_at(const std::byte *address) {
        int word;
        std::memcpy(&word, address, sizeof(word));
        return word;
    }
    static __m128i four_words(const std::byte *const *rows, std::size_t offset) {
        const __m128i first = _mm_cvtsi32_si128(word_at(rows[0] + offset));
        const __m128i second = _mm_insert_epi32(first, word_at(rows[1] + offset), 1);
        const __m128i third = _mm_insert_epi32(second, word_at(rows[2] + offset), 2);
        return _mm_insert_epi32(third, word_at(rows[3] + offset), 3);
    }
    static short half_at(const std::byte *address) {
        short half;
        std::memcpy(&half, address, sizeof(half));
        return half;
    }
    static __m128i eight_halves(const std::byte *const *rows, std::size_t offset) {
        return _mm_setr_epi16(half_at(rows[0] + offset), half_at(rows[1] + offset), half_at(rows[2] + offset),
                              half_at(rows[3] + offset), half_at(rows[4] + offset), half_at(rows[5] + offset),
                              half_at(rows[6] + offset), half_at(rows[7] + offset));
    }

    static __m128i sixteen_bytes(const std::byte *address) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i *>(address));
    }
    /// Quarter q of register j takes 16 bytes of row 4 q + j; the quarters are then transposed side by side.
    static void transpose_four(const Rows<Avx512> &rows, std::size_t offset, Words *out) {
        __m512i in[4];
        for (int j = 0; j < 4; ++j) {
            in[j] = _mm512_castsi128_si512(sixteen_bytes(rows.row[j] + offset));
            in[j] = _mm512_mask_broadcast_i32x4(in[j], 0x00f0, sixteen_bytes(rows.row[4 + j] + offset));
            in[j] = _mm512_mask_broadcast_i32x4(in[j], 0x0f00, sixteen_bytes(rows.row[8 + j] + offset));
            in[j] = _mm512_mask_broadcast_i32x4(in[j], 0xf000, sixteen_bytes(rows.row[12 + j] + offset));
        }
        const __m512i low01 = _mm512_unpacklo_epi32(in[0], in[1]);
        const __m512i high01 = _mm512_unpackhi_epi32(in[0], in[1]);
        const __m512i low23 = _mm512_unpacklo_epi32(in[2], in[3]);
        const __m512i high23 = _mm512_unpackhi_epi32(in[2], in[3]);
        out[0] = words_of(_mm512_unpacklo_epi64(low01, low23));
        out[1] = words_of(_mm512_unpackhi_epi64(low01, low23));
        out[2] = words_of(_mm512_unpacklo_epi64(high01, high23));
        out[3] = words_of(_mm512_unpackhi_epi64(high01, high23));
    }
};

} // namespace
} // namespace spillway
