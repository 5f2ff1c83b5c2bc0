#pragma once

#include "compute/cpu/blocks/block.h"
#include "compute/device.h"

#include <immintrin.h>

namespace spillway {
namespace {

/// AVX2 with FMA and F16C as the kernels see it; see simd_avx512.h, which has the same names.
struct Avx2 {
    static constexpr int lanes = 8;
    using Floats = __m256;
    typedef std::uint32_t Words __attribute__((vector_size(32)));

    // Floats.

    static Floats zero() { return _mm256_setzero_ps(); }
    static Floats broadcast(float value) { return _mm256_set1_ps(value); }
    static Floats load(const float *from) { return _mm256_loadu_ps(from); }
    static void store(float *to, Floats value) { _mm256_storeu_ps(to, value); }
    static Floats load_first(const float *from, std::size_t count) {
        return _mm256_maskload_ps(from, first(count));
    }
    static void store_first(float *to, Floats value, std::size_t count) {
        _mm256_maskstore_ps(to, first(count), value);
    }
    static Floats load_f16(const std::uint16_t *from) {
        return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from)));
    }
    static Floats load_bf16(const std::uint16_t *from) {
        const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i *>(from));
        return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 16));
    }
    static Floats fma(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
    static Floats max(Floats a, Floats b) { return _mm256_max_ps(a, b); }
    static Floats min(Floats a, Floats b) { return _mm256_min_ps(a, b); }
    static Floats round(Floats x) { return _mm256_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
    /// For n from -126 to 127.
    static Floats scale_by_power(Floats x, Floats n) {
        const __m256i exponent =
            _mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23);
        return x * _mm256_castsi256_ps(exponent);
    }
    static float max_of(Floats x) {
        __m128 most = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
        most = _mm_max_ps(most, _mm_movehl_ps(most, most));
        return _mm_cvtss_f32(_mm_max_ss(most, _mm_movehdup_ps(most)));
    }
    static Floats swap_pairs(Floats x) { return _mm256_permute_ps(x, 0xb1); }
    static Floats load_doubled(const float *from) {
        const __m256i index = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3);
        return _mm256_permutevar8x32_ps(_mm256_castps128_ps256(_mm_loadu_ps(from)), index);
    }
    static Floats fma_alternating(Floats x, Floats y, Floats a) { return _mm256_fmaddsub_ps(x, y, a); }

    static Floats sums(const Floats *rows) {
        __m256 fours[2];
        for (int i = 0; i < 2; ++i) {
            fours[i] = _mm256_hadd_ps(_mm256_hadd_ps(rows[4 * i], rows[4 * i + 1]),
                                      _mm256_hadd_ps(rows[4 * i + 2], rows[4 * i + 3]));
        }
        return _mm256_add_ps(_mm256_permute2f128_ps(fours[0], fours[1], 0x20),
                             _mm256_permute2f128_ps(fours[0], fours[1], 0x31));
    }
    static float sum(Floats x) {
        __m128 all = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
        all = _mm_add_ps(all, _mm_movehl_ps(all, all));
        return _mm_cvtss_f32(_mm_add_ss(all, _mm_movehdup_ps(all)));
    }

    // Words.

    static Floats to_floats(Words words) { return _mm256_cvtepi32_ps(integer(words)); }
    static Words look_up(const std::uint8_t *table, Words bytes) {
        const __m128i values = _mm_loadu_si128(reinterpret_cast<const __m128i *>(table));
        return words_of(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(values), integer(bytes)));
    }
    static Floats low_halves(Words words) { return high_halves(words << 16); }
    static Floats high_halves(Words words) {
        const __m256i upper = integer(words >> 16);
        const __m256i packed = _mm256_packus_epi32(upper, upper);
        return _mm256_cvtph_ps(_mm256_castsi256_si128(_mm256_permute4x64_epi64(packed, 0x08)));
    }
    static Floats halves(const Rows<Avx2> &rows, std::size_t offset) {
        const std::byte *const *row = rows.row;
        return _mm256_cvtph_ps(_mm_setr_epi16(half_at(row[0] + offset), half_at(row[1] + offset),
                                              half_at(row[2] + offset), half_at(row[3] + offset),
                                              half_at(row[4] + offset), half_at(row[5] + offset),
                                              half_at(row[6] + offset), half_at(row[7] + offset)));
    }

    template <int count> static void words(const Rows<Avx2> &rows, std::size_t offset, Words *out) {
        if constexpr (count == 1) {
            *out = words_of(_mm256_set_m128i(four_words(rows.row + 4, offset), four_words(rows.row, offset)));
        } else {
            static_assert(count % 4 == 0);
            for (int i = 0; i < count; i += 4) {
                transpose_four(rows, offset + 4 * static_cast<std::size_t>(i), out + i);
            }
        }
    }

    // Products of Integers with activations: vpmaddwd multiplies two 16-bit integers of each. Of a word's four
    // bytes, 0 and 2 become one pair, 1 and 3 the other, so each four activations lie in the order 0, 2, 1, 3.

    static constexpr int packed_words = 16;
    static void pack(const Words *words, Words *packed) {
        for (int i = 0; i < 8; ++i) {
            packed[2 * i] = words[i] & 0x00ff00ffU;
            packed[2 * i + 1] = words_of(_mm256_srli_epi16(integer(words[i]), 8));
        }
    }

    struct Sum {
        __m256i all = _mm256_setzero_si256();

        void add(Words packed, const ActivationBlock &x, int index) {
            std::int32_t pair;
            std::memcpy(&pair, x.integers + 2 * index, 4);
            all = _mm256_add_epi32(all, _mm256_madd_epi16(integer(packed), _mm256_set1_epi32(pair)));
        }
        [[nodiscard]] Floats value() const { return _mm256_cvtepi32_ps(all); }
    };

    static void prepare(const float *x, float inverse, std::int16_t *integers, int *half_sums) {
        for (int half = 0; half < 2; ++half) {
            const __m256i low = _mm256_cvtps_epi32(_mm256_loadu_ps(x + 16 * half) * inverse);
            const __m256i high = _mm256_cvtps_epi32(_mm256_loadu_ps(x + 16 * half + 8) * inverse);
            // Packing takes 0-3 of low, 0-3 of high, 4-7 of low, 4-7 of high: put right by the permutation.
            const __m256i packed = _mm256_packs_epi32(_mm256_shuffle_epi32(low, _MM_SHUFFLE(3, 1, 2, 0)),
                                                      _mm256_shuffle_epi32(high, _MM_SHUFFLE(3, 1, 2, 0)));
            _mm256_storeu_si256(reinterpret_cast<__m256i *>(integers + 16 * half),
                                _mm256_permute4x64_epi64(packed, _MM_SHUFFLE(3, 1, 2, 0)));
            const __m256i both = _mm256_add_epi32(low, high);
            __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
            sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
            half_sums[half] = _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
        }
    }

  private:
    static __m256i integer(Words words) { return reinterpret_cast<__m256i>(words); }
    static Words words_of(__m256i integers) { return reinterpret_cast<Words>(integers); }
    static __m256i first(std::size_t count) {
        return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)),
                                  _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    }

    static int word_at(const std::byte *address) {
        int word;
        std::memcpy(&word, address, sizeof(word));
        return word;
    }
    static __m128i four_words(const std::byte *const *rows, std::size_t offset) {
        return _mm_setr_epi32(word_at(rows[0] + offset), word_at(rows[1] + offset), word_at(rows[2] + offset),
                              word_at(rows[3] + offset));
    }
    static short half_at(const std::byte *address) {
        short half;
        std::memcpy(&half, address, sizeof(half));
        return half;
    }

    static __m128i sixteen_bytes(const std::byte *address) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i *>(address));
    }
    /// Half h of register j takes 16 bytes of row 4 h + j; the halves are then transposed side by side.
    static void transpose_four(const Rows<Avx2> &rows, std::size_t offset, Words *out) {
        __m256i in[4];
        for (int j = 0; j < 4; ++j) {
            in[j] =
                _mm256_set_m128i(sixteen_bytes(rows.row[4 + j] + offset), sixteen_bytes(rows.row[j] + offset));
        }
        const __m256i low01 = _mm256_unpacklo_epi32(in[0], in[1]);
        const __m256i high01 = _mm256_unpackhi_epi32(in[0], in[1]);
        const __m256i low23 = _mm256_unpacklo_epi32(in[2], in[3]);
        const __m256i high23 = _mm256_unpackhi_epi32(in[2], in[3]);
        out[0] = words_of(_mm256_unpacklo_epi64(low01, low23));
        out[1] = words_of(_mm256_unpackhi_epi64(low01, low23));
        out[2] = words_of(_mm256_unpacklo_epi64(high01, high23));
        out[3] = words_of(_mm256_unpackhi_epi64(high01, high23));
    }
};

} // namespace
} // namespace spillway
