#pragma once

#include "compute/cpu/blocks/block.h"

namespace spillway {
namespace {

// Q4_K and Q5_K begin alike: d and dmin, then eight 6-bit scales s and minima m in 12 bytes b:
// j < 4:  s = b[j] & 63,                              m = b[j + 4] & 63
// j >= 4: s = (b[j + 4] & 15) | (b[j - 4] >> 6) << 4, m = (b[j + 4] >> 4) | (b[j] >> 6) << 4

struct KScale {
    int scale;
    int minimum;
};

inline KScale k_scale(const std::uint8_t *bytes, int j) {
    if (j < 4) {
        return {bytes[j] & 63, bytes[j + 4] & 63};
    }
    return {(bytes[j + 4] & 15) | (bytes[j - 4] >> 6) << 4, (bytes[j + 4] >> 4) | (bytes[j] >> 6) << 4};
}

/// The same for a block of each of several rows.
template <class Simd> class KScales {
  public:
    using Words = typename Simd::Words;
    using Floats = typename Simd::Floats;

    KScales(const Rows<Simd> &rows, std::size_t block) {
        Words words[4]; // d and dmin, bytes 0 to 3, 4 to 7, 8 to 11
        Simd::template words<4>(rows, block, words);
        d_ = Simd::low_halves(words[0]);
        dmin_ = Simd::high_halves(words[0]);
        // All lanes of four bytes at once.
        scales_[0] = words[1] & 0x3f3f3f3fU;
        minima_[0] = words[2] & 0x3f3f3f3fU;
        scales_[1] = (words[3] & 0x0f0f0f0fU) | ((words[1] >> 6) & 0x03030303U) << 4;
        minima_[1] = ((words[3] >> 4) & 0x0f0f0f0fU) | ((words[2] >> 6) & 0x03030303U) << 4;
    }

    void get(int part, Floats &scale, Floats &minimum) const {
        scale = d_ * Simd::to_floats(byte_of(scales_[part / 4], part % 4));
        minimum = -(dmin_ * Simd::to_floats(byte_of(minima_[part / 4], part % 4)));
    }

  private:
    Floats d_;
    Floats dmin_;
    Words scales_[2];
    Words minima_[2];
};

} // namespace
} // namespace spillway
