#include "compute/cpu/kernel_table.h"
#include "compute/cpu/simd_avx2.h"

namespace spillway {

const Kernels &avx2_kernels() {
    static constexpr Kernels kernels = make_kernels<Avx2>("AVX2");
    return kernels;
}

} // namespace spillway
