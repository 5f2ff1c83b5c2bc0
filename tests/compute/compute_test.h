#pragma once

#include "compute/cpu/cpu_device.h"

#include <QtTest>

#include <array>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

namespace spillway::test {

inline constexpr std::array<const char *, 3> instruction_sets = {"scalar", "avx2", "avx512"};

/// Whether this processor runs the kernels of `isa`.
inline bool runs_here(std::string_view isa) {
    if (isa == "avx2") {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("f16c");
    }
    if (isa == "avx512") {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vnni");
    }
    return true;
}

/// For _data(): a row per instruction set.
inline void add_instruction_sets() {
    QTest::addColumn<QString>("isa");
    for (const char *isa : instruction_sets) {
        QTest::newRow(isa) << QString(isa);
    }
}

/// For _data(): a row per instruction set and block type that the device computes with.
inline void add_instruction_sets_and_types() {
    QTest::addColumn<QString>("isa");
    QTest::addColumn<int>("type");
    const auto device = make_cpu_device("scalar", 1);
    for (const char *isa : instruction_sets) {
        for (const BlockTypeInfo &info : block_types()) {
            if (device->supports(info.type)) {
                QTest::addRow("%s %s", isa, std::string(info.name).c_str())
                    << QString(isa) << static_cast<int>(info.type);
            }
        }
    }
}

inline std::string read_file(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Eight rows of 512 numbers: as blocks, and what they must decode to. Empty where there is no such file.
struct Fixture {
    static constexpr std::size_t rows = 8;
    static constexpr std::size_t cols = 512;
    std::string blocks;
    std::vector<float> values;
};

inline Fixture fixture_of(BlockType type) {
    std::string name(block_type_info(type).name);
    for (char &letter : name) {
        letter = static_cast<char>(std::tolower(letter));
    }
    const std::string stem = SPILLWAY_TEST_DATA "/blocks/" + name;
    Fixture fixture;
    fixture.blocks = read_file(stem + ".bin");
    const std::string values = read_file(stem + ".f32");
    fixture.values.resize(values.size() / sizeof(float));
    std::memcpy(fixture.values.data(), values.data(), fixture.values.size() * sizeof(float));
    return fixture;
}

/// The same numbers on every run and system.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
    std::uint32_t next() {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::uint32_t>(state_ >> 33);
    }
    std::size_t below(std::size_t limit) { return next() % limit; }
    /// From -1 to 1.
    float uniform() { return static_cast<float>(next()) / 1073741824.0F - 1.0F; }
    /// About a normal distribution of variance 1.
    float normal() {
        float sum = 0;
        for (int i = 0; i < 12; ++i) {
            sum += uniform() / 2;
        }
        return sum;
    }
    std::vector<float> normals(std::size_t count) {
        std::vector<float> numbers(count);
        for (float &number : numbers) {
            number = normal();
        }
        return numbers;
    }

  private:
    std::uint64_t state_;
};

/// A matrix of blocks with its values.
struct Matrix {
    BlockType type;
    std::size_t rows;
    std::size_t cols;
    std::vector<std::byte> data;
    std::vector<float> values;

    [[nodiscard]] MatrixSlice slice(std::size_t first, std::size_t count) const {
        return {type, cols, first, count, data.data() + first * row_bytes(type, cols)};
    }
    [[nodiscard]] MatrixSlice whole() const { return slice(0, rows); }
};

/// Blocks drawn from the first two rows of the type's fixture, which are of ordinary size.
inline Matrix random_matrix(BlockType type, std::size_t rows, std::size_t cols, Random &random) {
    const BlockTypeInfo &info = block_type_info(type);
    const Fixture fixture = fixture_of(type);
    const std::size_t choices = 2 * Fixture::cols / info.elements;
    Matrix matrix = {type, rows, cols, std::vector<std::byte>(rows * row_bytes(type, cols)), {}};
    matrix.values.reserve(rows * cols);
    for (std::size_t block = 0; block < rows * cols / info.elements; ++block) {
        const std::size_t choice = random.below(choices);
        std::memcpy(matrix.data.data() + block * info.bytes, fixture.blocks.data() + choice * info.bytes,
                    info.bytes);
        const auto from = fixture.values.begin() + static_cast<std::ptrdiff_t>(choice * info.elements);
        matrix.values.insert(matrix.values.end(), from, from + info.elements);
    }
    return matrix;
}

/// Rows of activations with the scratch that they lie in.
class Prepared {
  public:
    Prepared(Device &device, const float *x, std::size_t rows, std::size_t cols)
        : scratch_(Activations::scratch_bytes(rows, cols) + 64) {
        void *start = scratch_.data();
        std::size_t space = scratch_.size();
        std::align(64, space - 64, start, space);
        activations_ = device.prepare(x, rows, cols, {static_cast<std::byte *>(start), space});
    }
    [[nodiscard]] const Activations &get() const { return activations_; }

  private:
    std::vector<std::byte> scratch_;
    Activations activations_;
};

/// y [x rows, matrix rows].
inline std::vector<float> product(Device &device, const Matrix &matrix, const std::vector<float> &x) {
    const std::size_t rows = x.size() / matrix.cols;
    std::vector<float> y(rows * matrix.rows);
    const Prepared activations(device, x.data(), rows, matrix.cols);
    device.matmul(matrix.whole(), activations.get(), y.data(), matrix.rows);
    return y;
}

/// The same in double precision.
inline std::vector<double> exact_product(const Matrix &matrix, const std::vector<float> &x) {
    std::vector<double> y;
    for (auto x_row = x.begin(); x_row != x.end(); x_row += static_cast<std::ptrdiff_t>(matrix.cols)) {
        for (std::size_t row = 0; row < matrix.rows; ++row) {
            const float *weights = matrix.values.data() + row * matrix.cols;
            y.push_back(std::inner_product(weights, weights + matrix.cols, x_row, 0.0, std::plus<>(),
                                           [](double w, double a) { return w * a; }));
        }
    }
    return y;
}

/// Normalised mean squared error: sum((a - b)^2) / sum(b^2).
template <class A, class B> double nmse(const A &a, const B &b) {
    double error = 0;
    double size = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
        error += difference * difference;
        size += static_cast<double>(b[i]) * static_cast<double>(b[i]);
    }
    return error / size;
}

inline bool same_bits(const std::vector<float> &a, const std::vector<float> &b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

} // namespace spillway::test

/// The device of the row's instruction set, with so many threads; skips the test where the processor lacks it.
#define DEVICE_OR_SKIP(device, threads)                                                                        \
    QFETCH(QString, isa);                                                                                      \
    if (!spillway::test::runs_here(isa.toStdString())) {                                                       \
        QSKIP("this processor lacks the instruction set");                                                     \
    }                                                                                                          \
    const std::unique_ptr<spillway::Device> device = spillway::make_cpu_device(isa.toStdString(), threads)
