#include "compute/cpu/cpu_device.h"

#include "base/error.h"
#include "base/thread_pool.h"
#include "compute/cpu/kernels.h"

#include <algorithm>
#include <array>

namespace spillway {

namespace {

bool has_avx2() {
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
           __builtin_cpu_supports("f16c") != 0;
}

bool has_avx512() {
    return has_avx2() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512vnni") != 0;
}

const Kernels &kernels_for(std::string_view isa) {
    if (isa == "scalar") {
        return scalar_kernels();
    }
    if (isa == "avx2" && has_avx2()) {
        return avx2_kernels();
    }
    if (isa == "avx512" && has_avx512()) {
        return avx512_kernels();
    }
    const bool known = isa == "avx2" || isa == "avx512";
    throw Error(ErrorCode::unsupported,
                known ? "This processor lacks the instruction set " + std::string(isa) + "."
                      : "There is no instruction set " + std::string(isa) + ".",
                "Choose scalar, avx2 or avx512, as far as the processor has them.");
}

/// Work under which waking another thread costs more than it saves: about 2 microseconds' worth.
constexpr std::size_t small_product = 65536; ///< multiplications
constexpr std::size_t small_row_work = 4096; ///< numbers

class CpuDevice final : public Device {
  public:
    CpuDevice(const Kernels &kernels, std::size_t threads, std::span<const int> processors)
        : kernels_(kernels), pool_(threads, processors) {}

    std::string description() const override {
        const std::size_t threads = pool_.size();
        return std::string(kernels_.description) + ", " + std::to_string(threads) +
               (threads == 1 ? " thread" : " threads");
    }

    bool supports(BlockType type) const override { return find(type) != nullptr; }

    Activations prepare(const float *x, std::size_t rows, std::size_t cols,
                        std::span<std::byte> scratch) override {
        auto *blocks = reinterpret_cast<ActivationBlock *>(scratch.data());
        const std::size_t stride = Activations::blocks_per_row(cols);
        for_rows(rows, cols,
                 [&](std::size_t row) { kernels_.prepare_row(x + row * cols, cols, blocks + row * stride); });
        return {.rows = rows, .cols = cols, .values = x, .blocks = blocks};
    }

    void matmul(const MatrixSlice &matrix, const Activations &x, float *y, std::size_t y_stride) override {
        const TypeKernels &type = *find(matrix.type);
        ProductArguments whole = {
            .data = matrix.data,
            .row_bytes = row_bytes(matrix.type, matrix.cols),
            .cols = matrix.cols,
            .begin = 0,
            .end = matrix.rows,
            .x = &x,
            .y = y + matrix.first_row,
            .y_stride = y_stride,
        };
        // Whole groups of rows. Several chunks a thread, so that one that was held up is helped by the others.
        const std::size_t group = kernels_.row_group;
        const std::size_t groups = (matrix.rows + group - 1) / group;
        const std::size_t group_work = std::max<std::size_t>(group * matrix.cols * x.rows, 1);
        const std::size_t grain = std::max(groups / (pool_.size() * chunks_per_thread),
                                           (small_product + group_work - 1) / group_work);
        pool_.run(groups, grain, [&](std::size_t begin, std::size_t end) {
            ProductArguments chunk = whole;
            chunk.begin = begin * group;
            chunk.end = std::min(end * group, matrix.rows);
            type.product(chunk);
        });
    }

    void dequantize_row(BlockType type, const std::byte *row, std::size_t cols, float *out) override {
        find(type)->dequantize(row, cols, out);
    }

    void rms_norm(const float *x, const float *weight, float epsilon, std::size_t rows, std::size_t width,
                  float *out) override {
        for_rows(rows, width, [&](std::size_t row) {
            kernels_.rms_norm_row(x + row * width, weight, epsilon, width, out + row * width);
        });
    }

    void rope(float *x, const float *cosines, const float *sines, std::size_t rows, std::size_t heads,
              std::size_t head_dim, std::size_t dims, bool adjacent_pairs) override {
        const std::size_t width = heads * head_dim;
        for_rows(rows, width, [&](std::size_t row) {
            const std::size_t pairs = row * (dims / 2);
            kernels_.rope_row(x + row * width, cosines + pairs, sines + pairs, heads, head_dim, dims,
                              adjacent_pairs);
        });
    }

    void attention(const AttentionShape &shape, std::span<const AttentionRow> rows, const float *q, float *out,
                   std::span<std::byte> scratch) override;

    std::size_t attention_scratch_bytes(std::size_t positions) const override {
        return cpu_attention_scratch_bytes(pool_.size(), positions);
    }

    void silu_gate(const float *gate, const float *up, std::size_t n, float *out) override {
        pool_.run(n, std::max(small_row_work, n / (pool_.size() * chunks_per_thread)),
                  [&](std::size_t begin, std::size_t end) {
                      kernels_.silu_gate(gate + begin, up + begin, end - begin, out + begin);
                  });
    }

    void add(float *x, const float *y, std::size_t n) override {
        pool_.run(n, std::max(small_row_work, n / (pool_.size() * chunks_per_thread)),
                  [&](std::size_t begin, std::size_t end) { kernels_.add(x + begin, y + begin, end - begin); });
    }

  private:
    static constexpr std::size_t chunks_per_thread = 4;

    const TypeKernels *find(BlockType type) const {
        const std::span types(kernels_.types, kernels_.type_count);
        const auto found = std::ranges::find(types, type, &TypeKernels::type);
        return found == types.end() ? nullptr : &*found;
    }

    /// Calls work(row) for each of `rows` rows of `width` numbers; on this thread where that is little.
    template <class Work> void for_rows(std::size_t rows, std::size_t width, const Work &work) {
        const std::size_t grain = std::max<std::size_t>(small_row_work / std::max<std::size_t>(width, 1), 1);
        pool_.run(rows, std::max(grain, rows / (pool_.size() * chunks_per_thread)),
                  [&](std::size_t begin, std::size_t end) {
                      for (std::size_t row = begin; row < end; ++row) {
                          work(row);
                      }
                  });
    }

    const Kernels &kernels_;
    ThreadPool pool_;
};

/// The queries of one key and value head, in an order in which neighbours share keys: by row, then by head.
void CpuDevice::attention(const AttentionShape &shape, std::span<const AttentionRow> rows, const float *q,
                          float *out, std::span<std::byte>) {
    const std::size_t sharing = shape.heads / shape.kv_heads; // heads that share keys
    const std::size_t queries = rows.size() * sharing;        // of one key head
    const std::size_t tiles = (queries + AttentionTile::max_queries - 1) / AttentionTile::max_queries;
    const std::size_t q_stride = shape.heads * shape.head_dim;
    pool_.run(tiles * shape.kv_heads, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t task = begin; task < end; ++task) {
            const std::size_t kv_head = task % shape.kv_heads;
            const std::size_t first = task / shape.kv_heads * AttentionTile::max_queries;
            const std::size_t last = std::min(first + AttentionTile::max_queries, queries);
            AttentionTile tile = {};
            tile.block_positions = shape.block_positions;
            tile.row_stride = shape.kv_heads * shape.head_dim;
            tile.column = kv_head * shape.head_dim;
            tile.head_dim = shape.head_dim;
            tile.scale = shape.scale;
            for (std::size_t query = first; query < last; ++query) {
                const AttentionRow &row = rows[query / sharing];
                if (tile.count > 0 &&
                    (row.key_blocks != tile.key_blocks || row.value_blocks != tile.value_blocks)) {
                    kernels_.attention_tile(tile); // the next row is of another sequence
                    tile.count = 0;
                }
                const std::size_t offset =
                    query / sharing * q_stride + (kv_head * sharing + query % sharing) * shape.head_dim;
                tile.q[tile.count] = q + offset;
                tile.out[tile.count] = out + offset;
                tile.positions[tile.count] = row.positions;
                tile.key_blocks = row.key_blocks;
                tile.value_blocks = row.value_blocks;
                ++tile.count;
            }
            kernels_.attention_tile(tile);
        }
    });
}

} // namespace

std::unique_ptr<Device> make_cpu_device(std::string_view isa, std::size_t threads,
                                        std::span<const int> processors) {
    return std::make_unique<CpuDevice>(kernels_for(isa), threads, processors);
}

} // namespace spillway
