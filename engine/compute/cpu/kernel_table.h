#pragma once

#include "compute/cpu/attention.h"
#include "compute/cpu/blocks/all.h"
#include "compute/cpu/float_product.h"
#include "compute/cpu/integer_product.h"
#include "compute/cpu/kernels.h"
#include "compute/cpu/vector_operations.h"

namespace spillway {
namespace {

template <class Simd, class Type> constexpr TypeKernels type_kernels() {
    if constexpr (Type::is_integer) {
        return {Type::type, IntegerProduct<Simd, Type>::run, dequantize<Type>};
    } else {
        return {Type::type, FloatProduct<Simd, Type>::run, dequantize<Type>};
    }
}

template <class Simd, class List> struct TypeTable;
template <class Simd, class... Types> struct TypeTable<Simd, TypeList<Types...>> {
    static constexpr TypeKernels entries[] = {type_kernels<Simd, Types>()...};
    static constexpr std::size_t count = sizeof...(Types);
};

template <class Simd> constexpr Kernels make_kernels(const char *description) {
    return {
        .description = description,
        .row_group = Simd::lanes,
        .types = TypeTable<Simd, AllBlocks>::entries,
        .type_count = TypeTable<Simd, AllBlocks>::count,
        .prepare_row = VectorOperations<Simd>::prepare_row,
        .rms_norm_row = VectorOperations<Simd>::rms_norm_row,
        .rope_row = VectorOperations<Simd>::rope_row,
        .attention_tile = Attention<Simd>::run,
        .silu_gate = VectorOperations<Simd>::silu_gate,
        .add = VectorOperations<Simd>::add,
    };
}

} // namespace
} // namespace spillway
