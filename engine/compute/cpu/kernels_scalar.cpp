#include "compute/cpu/blocks/all.h"
#include "compute/cpu/kernels.h"

#include <algorithm>
#include <cmath>
#include <iterator>

// The plain reference: weights decoded to f32, sums in double precision, any processor.

namespace spillway {

namespace {

/// Rows of activations for which a decoded block is used before the next is decoded.
constexpr std::size_t tile = 8;

template <class Type>
void multiply_row(const ProductArguments &arguments, std::size_t row, std::size_t first, std::size_t count) {
    const std::byte *bytes = arguments.data + row * arguments.row_bytes;
    double sums[tile] = {};
    for (std::size_t col = 0; col < arguments.cols; col += Type::elements) {
        typename Type::Block block;
        std::memcpy(&block, bytes, sizeof(block));
        bytes += sizeof(block);
        float weights[Type::elements];
        Type::decode(block, weights);
        for (std::size_t i = 0; i < count; ++i) {
            const float *x = arguments.x->values + (first + i) * arguments.cols + col;
            for (int e = 0; e < Type::elements; ++e) {
                sums[i] += static_cast<double>(weights[e]) * static_cast<double>(x[e]);
            }
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        arguments.y[(first + i) * arguments.y_stride + row] = static_cast<float>(sums[i]);
    }
}

template <class Type> void product(const ProductArguments &arguments) {
    for (std::size_t row = arguments.begin; row < arguments.end; ++row) {
        for (std::size_t first = 0; first < arguments.x->rows; first += tile) {
            multiply_row<Type>(arguments, row, first, std::min(tile, arguments.x->rows - first));
        }
    }
}

/// The products above read the activations as they are.
void prepare_row(const float *, std::size_t, ActivationBlock *) {}

void rms_norm_row(const float *x, const float *weight, float epsilon, std::size_t width, float *out) {
    double squares = 0;
    for (std::size_t i = 0; i < width; ++i) {
        squares += static_cast<double>(x[i]) * static_cast<double>(x[i]);
    }
    const double mean = squares / static_cast<double>(width);
    const auto scale = static_cast<float>(1 / std::sqrt(mean + static_cast<double>(epsilon)));
    for (std::size_t i = 0; i < width; ++i) {
        out[i] = x[i] * scale * weight[i];
    }
}

void rope_row(float *x, const float *cosines, const float *sines, std::size_t heads, std::size_t head_dim,
              std::size_t dims, bool adjacent_pairs) {
    for (std::size_t head = 0; head < heads; ++head, x += head_dim) {
        for (std::size_t i = 0; i < dims / 2; ++i) {
            float &first = adjacent_pairs ? x[2 * i] : x[i];
            float &second = adjacent_pairs ? x[2 * i + 1] : x[i + dims / 2];
            const float turned = first * cosines[i] - second * sines[i];
            second = second * cosines[i] + first * sines[i];
            first = turned;
        }
    }
}

const float *row_at(const AttentionTile &tile, const float *const *blocks, std::size_t position) {
    return blocks[position / tile.block_positions] + position % tile.block_positions * tile.row_stride +
           tile.column;
}

/// The product of a query with the key at `position`, scaled.
double score(const AttentionTile &tile, std::size_t query, std::size_t position) {
    const float *key = row_at(tile, tile.key_blocks, position);
    double sum = 0;
    for (std::size_t d = 0; d < tile.head_dim; ++d) {
        sum += static_cast<double>(tile.q[query][d]) * static_cast<double>(key[d]);
    }
    return sum * static_cast<double>(tile.scale);
}

/// Scores are computed anew where they are needed: keeping them would take memory that grows with the context.
void attend(const AttentionTile &tile, std::size_t query) {
    double maximum = score(tile, query, 0);
    for (std::size_t p = 1; p < tile.positions[query]; ++p) {
        maximum = std::max(maximum, score(tile, query, p));
    }
    constexpr std::size_t columns = 128;
    for (std::size_t first = 0; first < tile.head_dim; first += columns) {
        const std::size_t count = std::min(columns, tile.head_dim - first);
        double sums[columns] = {};
        double weights = 0;
        for (std::size_t p = 0; p < tile.positions[query]; ++p) {
            const double weight = std::exp(score(tile, query, p) - maximum);
            const float *value = row_at(tile, tile.value_blocks, p) + first;
            for (std::size_t d = 0; d < count; ++d) {
                sums[d] += weight * static_cast<double>(value[d]);
            }
            weights += weight;
        }
        for (std::size_t d = 0; d < count; ++d) {
            tile.out[query][first + d] = static_cast<float>(sums[d] / weights);
        }
    }
}

void attention_tile(const AttentionTile &tile) {
    for (std::size_t query = 0; query < tile.count; ++query) {
        attend(tile, query);
    }
}

void silu_gate(const float *gate, const float *up, std::size_t n, float *out) {
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = gate[i] / (1 + std::exp(-gate[i])) * up[i];
    }
}

void add(float *x, const float *y, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        x[i] += y[i];
    }
}

template <class List> struct TypeTable;
template <class... Types> struct TypeTable<TypeList<Types...>> {
    static constexpr TypeKernels entries[] = {{Types::type, product<Types>, dequantize<Types>}...};
};

} // namespace

const Kernels &scalar_kernels() {
    using Types = TypeTable<AllBlocks>;
    static constexpr Kernels kernels = {
        .description = "scalar",
        .row_group = 1,
        .types = Types::entries,
        .type_count = std::size(Types::entries),
        .prepare_row = prepare_row,
        .rms_norm_row = rms_norm_row,
        .rope_row = rope_row,
        .attention_tile = attention_tile,
        .silu_gate = silu_gate,
        .add = add,
    };
    return kernels;
}

} // namespace spillway
