// How fast the processor's kernels are, beside the speed of reading memory:
//   kernels_bench [ISA [TYPE..]]
// Each figure is the best of several runs, so that a busy machine shows little.
#include "base/buffer.h"
#include "base/thread_pool.h"
#include "compute/cpu/cpu_device.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using namespace spillway;

namespace {

constexpr std::size_t in_cache = 1536 * 1024;
constexpr std::size_t out_of_cache = 256 * 1024 * 1024;
constexpr std::size_t prefill_rows = 128;

double seconds_of(const std::function<void()> &work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double best_of(int runs, const std::function<void()> &work) {
    double best = seconds_of(work);
    for (int i = 1; i < runs; ++i) {
        best = std::min(best, seconds_of(work));
    }
    return best;
}

/// Bytes of any value are sound weights for speed; but exponents are kept small, since arithmetic with infinite
/// or denormal numbers may be slow.
Buffer make_weights(std::size_t bytes) {
    Buffer weights(bytes);
    std::uint32_t state = 1;
    for (std::uint32_t &word : weights.as<std::uint32_t>()) {
        state = state * 1664525 + 1013904223;
        word = state & 0xbfffbfff;
    }
    return weights;
}

/// Bytes per second at which `threads` threads read all of `memory`.
double read_rate(const Buffer &memory, std::size_t threads) {
    ThreadPool pool(threads);
    std::atomic<std::uint64_t> sink = 0;
    const auto words = memory.as<std::uint64_t>();
    const double seconds = best_of(5, [&] {
        pool.run(words.size(), words.size() / 16, [&](std::size_t begin, std::size_t end) {
            std::uint64_t sums[8] = {};
            for (std::size_t i = begin; i + 8 <= end; i += 8) {
                for (std::size_t j = 0; j < 8; ++j) {
                    sums[j] += words[i + j];
                }
            }
            sink += sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
        });
    });
    return static_cast<double>(memory.size()) / seconds;
}

/// A device with activations for its products.
class Bench {
  public:
    Bench(std::string_view isa, std::size_t threads) : device_(make_cpu_device(isa, threads)) {}

    Device &device() { return *device_; }

    Activations activations(std::size_t rows, std::size_t cols) {
        x_.resize(rows * cols);
        for (std::size_t i = 0; i < x_.size(); ++i) {
            x_[i] = static_cast<float>(i * 7919 % 1000) / 500 - 1;
        }
        scratch_ = Buffer(Activations::scratch_bytes(rows, cols));
        return device_->prepare(x_.data(), rows, cols, scratch_.bytes());
    }

    /// Seconds for one product of a matrix of about `bytes`.
    double product(BlockType type, const Buffer &weights, std::size_t bytes, std::size_t cols,
                   std::size_t rows) {
        const MatrixSlice matrix = slice(type, weights, bytes, cols);
        const Activations x = activations(rows, cols);
        y_.resize(rows * matrix.rows);
        const std::size_t repeats = std::max<std::size_t>(1, (64 << 20) / bytes / rows);
        const double seconds = best_of(4, [&] {
            for (std::size_t i = 0; i < repeats; ++i) {
                device_->matmul(matrix, x, y_.data(), matrix.rows);
            }
        });
        return seconds / static_cast<double>(repeats);
    }

    static MatrixSlice slice(BlockType type, const Buffer &weights, std::size_t bytes, std::size_t cols) {
        return {.type = type, .cols = cols, .rows = bytes / row_bytes(type, cols), .data = weights.data()};
    }

  private:
    std::unique_ptr<Device> device_;
    std::vector<float> x_;
    std::vector<float> y_;
    Buffer scratch_;
};

void types_table(std::string_view isa, const Buffer &weights, const std::vector<std::string> &names) {
    std::printf("%-8s %7s  %18s %18s  %18s %18s\n", "", "", "1 row, cache", "1 row, memory", "128 rows, cache",
                "1 thread to 2");
    std::printf("%-8s %7s  %8s %9s %8s %9s  %18s\n", "type", "threads", "GB/s", "GMAC/s", "GB/s", "GMAC/s",
                "GMAC/s");
    for (const BlockTypeInfo &info : block_types()) {
        const bool wanted = names.empty() || std::ranges::find(names, info.name) != names.end();
        double single = 0;
        for (std::size_t threads = 1; threads <= 2; ++threads) {
            Bench bench(isa, threads);
            if (!wanted || !bench.device().supports(info.type)) {
                continue;
            }
            const std::size_t cols = 1536;
            const auto rates = [&](std::size_t bytes, std::size_t rows) {
                const double seconds = bench.product(info.type, weights, bytes, cols, rows) * 1e9;
                const MatrixSlice matrix = Bench::slice(info.type, weights, bytes, cols);
                return std::pair(static_cast<double>(bytes) / seconds,
                                 static_cast<double>(matrix.rows * cols * rows) / seconds);
            };
            const auto [cache_bytes, cache_macs] = rates(in_cache, 1);
            const auto [memory_bytes, memory_macs] = rates(out_of_cache, 1);
            const auto [ignored, prefill_macs] = rates(in_cache, prefill_rows);
            single = threads == 1 ? memory_bytes : single;
            std::printf("%-8s %7zu  %8.1f %9.1f %8.1f %9.1f  %18.1f %18.2f\n", std::string(info.name).c_str(),
                        threads, cache_bytes, cache_macs, memory_bytes, memory_macs, prefill_macs,
                        memory_bytes / single);
        }
    }
}

/// A forward pass of SmolLM2-135M (30 layers; Q4_1, the head Q8_0), its weights one after another in memory.
class SmolLM2 {
  public:
    SmolLM2(std::string_view isa, std::size_t threads, const Buffer &weights)
        : bench_(isa, threads), weights_(weights) {}

    /// Seconds for `rows` tokens that see `context` positions; the head's logits are of one row.
    double forward(std::size_t rows, std::size_t context) {
        prepare_memory(rows, context);
        return best_of(rows == 1 ? 10 : 4, [&] {
            next_byte_ = 0;
            for (int i = 0; i < layers; ++i) {
                layer(rows);
            }
            product(BlockType::q8_0, vocabulary, width, 1);
        });
    }

  private:
    static constexpr int layers = 30;
    static constexpr std::size_t width = 576;
    static constexpr std::size_t kv_width = 192;
    static constexpr std::size_t hidden = 1536;
    static constexpr std::size_t vocabulary = 49152;
    static constexpr std::size_t block_positions = 32;

    void prepare_memory(std::size_t rows, std::size_t context) {
        x_.assign(rows * hidden, 0.5F);
        q_.assign(rows * width, 0.5F);
        y_.resize(std::max(rows * hidden, vocabulary));
        up_.assign(rows * hidden, 0.5F);
        ones_.assign(std::max(rows, hidden), 1.0F);
        scratch_ = Buffer(Activations::scratch_bytes(rows, hidden));
        const std::size_t blocks = (context + block_positions - 1) / block_positions;
        cache_.assign(blocks * block_positions * kv_width, 0.25F);
        blocks_.clear();
        for (std::size_t i = 0; i < blocks; ++i) {
            blocks_.push_back(cache_.data() + i * block_positions * kv_width);
        }
        attention_rows_.clear();
        for (std::size_t i = 0; i < rows; ++i) {
            attention_rows_.push_back({context - rows + i + 1, blocks_.data(), blocks_.data()});
        }
        cosines_.assign(rows * 32, 1.0F);
    }

    void layer(std::size_t rows) {
        Device &device = bench_.device();
        device.rms_norm(x_.data(), ones_.data(), 1e-5F, rows, width, x_.data());
        product(BlockType::q4_1, width, width, rows);
        product(BlockType::q4_1, kv_width, width, rows);
        product(BlockType::q4_1, kv_width, width, rows);
        device.rope(q_.data(), cosines_.data(), cosines_.data(), rows, 9, 64, 64, true);
        const AttentionShape shape = {
            .heads = 9, .kv_heads = 3, .head_dim = 64, .block_positions = block_positions, .scale = 0.125F};
        device.attention(shape, attention_rows_, q_.data(), y_.data(), {});
        product(BlockType::q4_1, width, width, rows);
        device.add(x_.data(), y_.data(), rows * width);
        device.rms_norm(x_.data(), ones_.data(), 1e-5F, rows, width, x_.data());
        product(BlockType::q4_1, hidden, width, rows);
        product(BlockType::q4_1, hidden, width, rows);
        device.silu_gate(up_.data(), up_.data(), rows * hidden, x_.data());
        product(BlockType::q4_1, width, hidden, rows);
        device.add(x_.data(), y_.data(), rows * width);
    }

    void product(BlockType type, std::size_t rows, std::size_t cols, std::size_t x_rows) {
        Device &device = bench_.device();
        const Activations x = device.prepare(x_.data(), x_rows, cols, scratch_.bytes());
        device.matmul({.type = type, .cols = cols, .rows = rows, .data = weights_.data() + next_byte_}, x,
                      y_.data(), rows);
        next_byte_ += rows * row_bytes(type, cols);
    }

    Bench bench_;
    const Buffer &weights_;
    std::size_t next_byte_ = 0;
    std::vector<float> x_, y_, q_, up_, ones_, cosines_, cache_;
    std::vector<const float *> blocks_;
    std::vector<AttentionRow> attention_rows_;
    Buffer scratch_;
};

void model_table(std::string_view isa, const Buffer &weights) {
    std::printf("\n%-32s %12s %12s\n", "SmolLM2-135M, forward pass", "1 thread", "2 threads");
    SmolLM2 one(isa, 1, weights);
    SmolLM2 two(isa, 2, weights);
    for (const std::size_t context : {64, 512, 2048}) {
        std::printf("decode at %4zu positions, ms      %12.2f %12.2f\n", context, one.forward(1, context) * 1e3,
                    two.forward(1, context) * 1e3);
    }
    for (const std::size_t rows : {8, 64, 128, 512}) {
        const auto count = static_cast<double>(rows);
        std::printf("prefill of %4zu, tokens/s         %12.0f %12.0f\n", rows, count / one.forward(rows, rows),
                    count / two.forward(rows, rows));
    }
}

} // namespace

int main(int argc, char **argv) {
    const std::string isa = argc > 1 ? argv[1] : "avx512";
    const std::vector<std::string> types(argv + std::min(argc, 2), argv + argc);
    const Buffer weights = make_weights(out_of_cache);
    std::printf("%s; memory reads at %.1f GB/s with 1 thread, %.1f with 2\n\n",
                make_cpu_device(isa, 1)->description().c_str(), read_rate(weights, 1) / 1e9,
                read_rate(weights, 2) / 1e9);
    if (types != std::vector<std::string>{"none"}) {
        types_table(isa, weights, types);
    }
    model_table(isa, weights);
}
