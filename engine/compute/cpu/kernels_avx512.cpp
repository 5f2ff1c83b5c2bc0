#include "compute/cpu/kernel_table.h"
#include "compute/cpu/simd_avx512.h"

namespace spillway {

const Kernels &avx512_kernels() {
    static constexpr Kernels kernels = make_kernels<Avx512>("AVX-512 VNNI");
    return kernels;
}

} // namespace spillway
