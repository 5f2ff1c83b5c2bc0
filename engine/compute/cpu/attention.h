#pragma once

#include "compute/cpu/vector_operations.h"

// Attention of a few queries that share keys, in blocks of positions with a running maximum (Milakov and
// Gimelshein 2018; FlashAttention, Dao et al. 2022), so scores need no memory that grows with the context.
// A query's result is made by the same operations in the same order whatever its company: blocks of positions
// start at fixed multiples, and each score, each sum of weights and each number of the result has its own sum.

namespace spillway {
namespace {

template <class Simd> class Attention {
  public:
    static void run(const AttentionTile &tile) {
        Attention attention(tile);
        std::size_t most = 0;
        for (std::size_t i = 0; i < tile.count; ++i) {
            most = tile.positions[i] > most ? tile.positions[i] : most;
            for (std::size_t d = 0; d < tile.head_dim; ++d) {
                tile.out[i][d] = 0;
            }
        }
        for (std::size_t first = 0; first < most; first += block_positions) {
            attention.one_block(first);
        }
        attention.finish();
    }

  private:
    using Floats = typename Simd::Floats;
    static constexpr std::size_t lanes = Simd::lanes;
    static constexpr std::size_t max_queries = AttentionTile::max_queries;
    static constexpr std::size_t block_positions = 64;
    /// Scores are computed as `together` queries times four positions: a vector of results.
    static constexpr std::size_t together = lanes / 4;

    explicit Attention(const AttentionTile &tile) : tile_(tile) {
        for (std::size_t i = 0; i < max_queries; ++i) {
            maximum_[i] = -__builtin_inff();
            weight_sums_[i] = Simd::zero();
        }
    }

    /// The positions [first, first + block_positions).
    void one_block(std::size_t first) {
        std::size_t seen[max_queries]; // of these positions, by each query
        std::size_t most = 0;
        bool alike = true;
        for (std::size_t i = 0; i < tile_.count; ++i) {
            const std::size_t after = tile_.positions[i] > first ? tile_.positions[i] - first : 0;
            seen[i] = after < block_positions ? after : block_positions;
            most = seen[i] > most ? seen[i] : most;
            alike = alike && seen[i] == seen[0];
        }
        find_rows(first, most);
        for (std::size_t i = 0; i < tile_.count; i += together) {
            score(i, most);
        }
        for (std::size_t i = 0; i < tile_.count; ++i) {
            weigh(i, seen[i]);
        }
        if (alike) {
            add_values(0, tile_.count, most);
        } else {
            for (std::size_t i = 0; i < tile_.count; ++i) {
                add_values(i, 1, seen[i]);
            }
        }
    }

    void find_rows(std::size_t first, std::size_t count) {
        std::size_t block = first / tile_.block_positions;
        std::size_t row = first % tile_.block_positions;
        for (std::size_t p = 0; p < count; ++p) {
            const std::size_t offset = row * tile_.row_stride + tile_.column;
            keys_[p] = tile_.key_blocks[block] + offset;
            values_[p] = tile_.value_blocks[block] + offset;
            if (++row == tile_.block_positions) {
                row = 0;
                ++block;
            }
        }
    }

    /// scores_[first_query ..][0, count) = scale * q k. Past the last query or position, the last is computed
    /// again, and the result is overwritten or never read.
    void score(std::size_t first_query, std::size_t count) {
        const float *q[together];
        for (std::size_t i = 0; i < together; ++i) {
            q[i] = tile_.q[first_query + i < tile_.count ? first_query + i : tile_.count - 1];
        }
        for (std::size_t p = 0; p < count; p += 4) {
            const float *k[4];
            for (std::size_t j = 0; j < 4; ++j) {
                k[j] = keys_[p + j < count ? p + j : count - 1];
            }
            Floats products[lanes];
            multiply(q, k, products);
            float results[lanes];
            Simd::store(results, Simd::sums(products) * tile_.scale);
            for (std::size_t i = 0; i < together; ++i) {
                for (std::size_t j = 0; j < 4; ++j) {
                    scores_[first_query + i][p + j] = results[4 * i + j];
                }
            }
        }
    }

    /// products[4 i + j]: the products of q[i] and k[j], one vector of sums.
    void multiply(const float *const *q, const float *const *k, Floats *products) const {
        Floats sums[together][4];
        for (auto &of_query : sums) {
            for (Floats &sum : of_query) {
                sum = Simd::zero();
            }
        }
        std::size_t d = 0;
        for (; d + lanes <= tile_.head_dim; d += lanes) {
            multiply_step([d](const float *from) { return Simd::load(from + d); }, q, k, sums);
        }
        if (d < tile_.head_dim) {
            const std::size_t rest = tile_.head_dim - d;
            multiply_step([d, rest](const float *from) { return Simd::load_first(from + d, rest); }, q, k,
                          sums);
        }
        for (std::size_t i = 0; i < together; ++i) {
            for (std::size_t j = 0; j < 4; ++j) {
                products[4 * i + j] = sums[i][j];
            }
        }
    }
    template <class Load>
    [[gnu::always_inline]] static inline void multiply_step(const Load &load, const float *const *q,
                                                            const float *const *k, Floats (*sums)[4]) {
        Floats q_here[together];
#pragma GCC unroll 4
        for (std::size_t i = 0; i < together; ++i) {
            q_here[i] = load(q[i]);
        }
#pragma GCC unroll 4
        for (std::size_t j = 0; j < 4; ++j) {
            const Floats k_here = load(k[j]);
#pragma GCC unroll 4
            for (std::size_t i = 0; i < together; ++i) {
                sums[i][j] = Simd::fma(q_here[i], k_here, sums[i][j]);
            }
        }
    }

    /// Turns the query's scores into weights e^(score - maximum), and brings what was summed so far to the
    /// new maximum.
    void weigh(std::size_t query, std::size_t count) {
        float *const scores = scores_[query];
        if (count == 0) {
            return;
        }
        float most = maximum_[query];
        for (std::size_t p = 0; p < count; ++p) {
            most = scores[p] > most ? scores[p] : most;
        }
        if (most > maximum_[query]) {
            if (weighed_any(query)) {
                rescale(query, maximum_[query] - most);
            }
            maximum_[query] = most;
        }
        std::size_t p = 0;
        for (; p + lanes <= count; p += lanes) {
            const Floats weights = exponential<Simd>(Simd::load(scores + p) - most);
            Simd::store(scores + p, weights);
            weight_sums_[query] = weight_sums_[query] + weights;
        }
        if (p < count) {
            const Floats weights = exponential<Simd>(Simd::load_first(scores + p, count - p) - most);
            Simd::store_first(scores + p, weights, count - p);
            weight_sums_[query] = weight_sums_[query] + Simd::load_first(scores + p, count - p);
        }
    }
    [[nodiscard]] bool weighed_any(std::size_t query) const {
        return maximum_[query] > -__builtin_inff();
    }

    void rescale(std::size_t query, float difference) {
        const Floats factor = exponential<Simd>(Simd::broadcast(difference));
        weight_sums_[query] = weight_sums_[query] * factor;
        scale_result(query, factor);
    }

    void scale_result(std::size_t query, Floats factor) {
        float *const out = tile_.out[query];
        std::size_t d = 0;
        for (; d + lanes <= tile_.head_dim; d += lanes) {
            Simd::store(out + d, Simd::load(out + d) * factor);
        }
        if (d < tile_.head_dim) {
            const std::size_t rest = tile_.head_dim - d;
            Simd::store_first(out + d, Simd::load_first(out + d, rest) * factor, rest);
        }
    }

    /// out += weights * values, for queries [first, first + queries) over the positions [0, count).
    void add_values(std::size_t first, std::size_t queries, std::size_t count) {
        switch (queries) {
        case 1:
            return add_values_of<1>(first, count);
        case 2:
            return add_values_of<2>(first, count);
        case 3:
            return add_values_of<3>(first, count);
        default:
            return add_values_of<4>(first, count);
        }
    }
    template <int queries> void add_values_of(std::size_t first, std::size_t count) {
        std::size_t d = 0;
        for (; d + 2 * lanes <= tile_.head_dim; d += 2 * lanes) {
            add_columns<queries, 2>(
                first, count, d, [](const float *from) { return Simd::load(from); },
                [](float *to, Floats value) { Simd::store(to, value); });
        }
        for (; d + lanes <= tile_.head_dim; d += lanes) {
            add_columns<queries, 1>(
                first, count, d, [](const float *from) { return Simd::load(from); },
                [](float *to, Floats value) { Simd::store(to, value); });
        }
        if (d < tile_.head_dim) {
            const std::size_t rest = tile_.head_dim - d;
            add_columns<queries, 1>(
                first, count, d, [rest](const float *from) { return Simd::load_first(from, rest); },
                [rest](float *to, Floats value) { Simd::store_first(to, value, rest); });
        }
    }
    /// `vectors` neighbouring vectors of each result, from column d.
    template <int queries, int vectors, class Load, class Store>
    void add_columns(std::size_t first, std::size_t count, std::size_t d, const Load &load,
                     const Store &store) {
        Floats sums[queries][vectors];
        for (int i = 0; i < queries; ++i) {
            for (int v = 0; v < vectors; ++v) {
                sums[i][v] = load(tile_.out[first + static_cast<std::size_t>(i)] + d +
                                  static_cast<std::size_t>(v) * lanes);
            }
        }
        for (std::size_t p = 0; p < count; ++p) {
#pragma GCC unroll 2
            for (int v = 0; v < vectors; ++v) {
                const Floats value = load(values_[p] + d + static_cast<std::size_t>(v) * lanes);
#pragma GCC unroll 4
                for (int i = 0; i < queries; ++i) {
                    const float weight = scores_[first + static_cast<std::size_t>(i)][p];
                    sums[i][v] = Simd::fma(Simd::broadcast(weight), value, sums[i][v]);
                }
            }
        }
        for (int i = 0; i < queries; ++i) {
            for (int v = 0; v < vectors; ++v) {
                store(tile_.out[first + static_cast<std::size_t>(i)] + d + static_cast<std::size_t>(v) * lanes,
                      sums[i][v]);
            }
        }
    }

    void finish() {
        for (std::size_t i = 0; i < tile_.count; ++i) {
            scale_result(i, Simd::broadcast(1.0F / Simd::sum(weight_sums_[i])));
        }
    }

    const AttentionTile &tile_;
    float maximum_[max_queries];
    Floats weight_sums_[max_queries];
    alignas(64) float scores_[max_queries][block_positions];
    const float *keys_[block_positions];
    const float *values_[block_positions];
};

} // namespace
} // namespace spillway
