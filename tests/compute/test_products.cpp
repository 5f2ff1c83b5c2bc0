#include "compute_test.h"

#include <limits>

using namespace spillway;
using namespace spillway::test;

namespace {

bool is_float(BlockType type) {
    return block_type_info(type).elements == 1;
}

/// A width that fills no whole vectors, or for blocks an odd number of them.
std::size_t odd_width(BlockType type) {
    return is_float(type) ? 301 : block_type_info(type).elements == 32 ? 864 : 768;
}

/// Wider than what the kernels unpack at once.
std::size_t large_width(BlockType type) {
    return is_float(type) ? 1030 : 2048;
}

/// sum((y - exact)^2) over sum((w x)^2) of all products: the mean squared error, in units of the result's size
/// if the products had random signs. (In units of the result itself it would depend on how they happen to
/// cancel.)
double relative_error(const Matrix &matrix, const std::vector<float> &x, const std::vector<float> &y) {
    const std::vector<double> exact = exact_product(matrix, x);
    double error = 0;
    double size = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        error += std::pow(static_cast<double>(y[i]) - exact[i], 2);
        const float *w = matrix.values.data() + i % matrix.rows * matrix.cols;
        const float *a = x.data() + i / matrix.rows * matrix.cols;
        for (std::size_t col = 0; col < matrix.cols; ++col) {
            size += std::pow(static_cast<double>(w[col]) * static_cast<double>(a[col]), 2);
        }
    }
    return error / size;
}

/// The most by which a row's product with x may be off: each activation by half a step of 1 / 32639 of the
/// largest in its block of 32, and rounding of f32 sums.
double error_bound(const Matrix &matrix, std::size_t row, const std::vector<float> &x) {
    double bound = 0;
    for (std::size_t first = 0; first < matrix.cols; first += 32) {
        double largest = 0;
        double weights = 0;
        double products = 0;
        for (std::size_t col = first; col < std::min(first + 32, matrix.cols); ++col) {
            const double w = std::abs(static_cast<double>(matrix.values[row * matrix.cols + col]));
            const double a = std::abs(static_cast<double>(x[col]));
            largest = std::max(largest, a);
            weights += w;
            products += w * a;
        }
        bound += weights * largest / 32639 / 2 + products * 4e-6;
    }
    return bound;
}

std::vector<float> rows_of(const std::vector<float> &x, std::size_t cols, std::size_t first,
                           std::size_t count) {
    const auto begin = x.begin() + static_cast<std::ptrdiff_t>(first * cols);
    return {begin, begin + static_cast<std::ptrdiff_t>(count * cols)};
}

} // namespace

class TestProducts : public QObject {
    Q_OBJECT

  private slots:
    void products_are_accurate_data() { add_instruction_sets_and_types(); }
    void products_are_accurate();
    void extreme_blocks_are_multiplied_too_data() { add_instruction_sets_and_types(); }
    void extreme_blocks_are_multiplied_too();
    void company_changes_no_bit_data() { add_instruction_sets_and_types(); }
    void company_changes_no_bit();
    void threads_and_slices_change_no_bit_data() { add_instruction_sets_and_types(); }
    void threads_and_slices_change_no_bit();
    void only_the_slices_results_are_written_data() { add_instruction_sets_and_types(); }
    void only_the_slices_results_are_written();
    void weights_at_odd_addresses_are_read_data() { add_instruction_sets_and_types(); }
    void weights_at_odd_addresses_are_read();
    void unusual_activations_data() { add_instruction_sets_and_types(); }
    void unusual_activations();
};

void TestProducts::products_are_accurate() {
    DEVICE_OR_SKIP(device, 2);
    QFETCH(int, type);
    const auto block_type = static_cast<BlockType>(type);
    // 16-bit activations: uniform rounding to 1 / 65278 of a block's range, some 4e-10 of a normal
    // distribution.
    const double limit = is_float(block_type) || isa == "scalar" ? 1e-12 : 1e-9;
    Random random(1);
    for (const std::size_t cols : {odd_width(block_type), large_width(block_type)}) {
        const Matrix matrix = random_matrix(block_type, 53, cols, random);
        for (const std::size_t rows : {1, 21}) {
            const std::vector<float> x = random.normals(rows * cols);
            const double error = relative_error(matrix, x, product(*device, matrix, x));
            QVERIFY2(error <= limit,
                     qPrintable(QString("%1 columns, %2 rows: %3").arg(cols).arg(rows).arg(error)));
        }
    }
}

void TestProducts::extreme_blocks_are_multiplied_too() {
    DEVICE_OR_SKIP(device, 1);
    QFETCH(int, type);
    const auto block_type = static_cast<BlockType>(type);
    const Fixture fixture = fixture_of(block_type);
    Matrix matrix = {block_type, Fixture::rows, Fixture::cols, std::vector<std::byte>(fixture.blocks.size()),
                     fixture.values};
    std::memcpy(matrix.data.data(), fixture.blocks.data(), fixture.blocks.size());
    Random random(2);
    const std::vector<float> x = random.normals(Fixture::cols);
    const std::vector<float> y = product(*device, matrix, x);
    const std::vector<double> expected = exact_product(matrix, x);
    for (std::size_t row = 0; row < Fixture::rows; ++row) {
        const double bound = error_bound(matrix, row, x);
        if (!std::isfinite(bound)) {
            QVERIFY(!std::isfinite(y[row]));
        } else if (std::abs(expected[row]) < 3e38) {
            QVERIFY2(std::abs(static_cast<double>(y[row]) - expected[row]) <= bound + 1e-37,
                     qPrintable(QString("row %1: %2, not %3").arg(row).arg(y[row]).arg(expected[row])));
        }
    }
}

void TestProducts::company_changes_no_bit() {
    DEVICE_OR_SKIP(device, 1);
    QFETCH(int, type);
    const auto block_type = static_cast<BlockType>(type);
    Random random(3);
    for (const std::size_t cols : {odd_width(block_type), large_width(block_type)}) {
        const Matrix matrix = random_matrix(block_type, 37, cols, random);
        constexpr std::size_t most = 17;
        const std::vector<float> x = random.normals(most * cols);
        std::vector<float> alone;
        for (std::size_t row = 0; row < most; ++row) {
            const std::vector<float> y = product(*device, matrix, rows_of(x, cols, row, 1));
            alone.insert(alone.end(), y.begin(), y.end());
        }
        for (const std::size_t count : {2, 3, 4, 5, 7, 8, 9, 16, 17}) {
            const std::vector<float> together = product(*device, matrix, rows_of(x, cols, most - count, count));
            QVERIFY2(same_bits(together, rows_of(alone, matrix.rows, most - count, count)),
                     qPrintable(QString("%1 columns, %2 rows together").arg(cols).arg(count)));
        }
    }
}

void TestProducts::threads_and_slices_change_no_bit() {
    DEVICE_OR_SKIP(device, 1);
    QFETCH(int, type);
    const auto block_type = static_cast<BlockType>(type);
    Random random(4);
    // Large enough to be shared among threads.
    const std::size_t cols = odd_width(block_type);
    const Matrix matrix = random_matrix(block_type, 331, cols, random);
    for (const std::size_t rows : {1, 6}) {
        const std::vector<float> x = random.normals(rows * cols);
        const std::vector<float> expected = product(*device, matrix, x);
        for (const std::size_t threads : {2, 3}) {
            const auto other = make_cpu_device(isa.toStdString(), threads);
            QVERIFY2(same_bits(product(*other, matrix, x), expected),
                     qPrintable(QString("%1 threads").arg(threads)));
            const Prepared activations(*other, x.data(), rows, cols);
            std::vector<float> sliced(rows * matrix.rows);
            for (std::size_t first = 0; first < matrix.rows;) {
                const std::size_t count = std::min(1 + random.below(90), matrix.rows - first);
                other->matmul(matrix.slice(first, count), activations.get(), sliced.data(), matrix.rows);
                first += count;
            }
            QVERIFY2(same_bits(sliced, expected), qPrintable(QString("slices, %1 threads").arg(threads)));
        }
    }
}

void TestProducts::only_the_slices_results_are_written() {
    DEVICE_OR_SKIP(device, 2);
    QFETCH(int, type);
    const auto block_type = static_cast<BlockType>(type);
    Random random(5);
    const std::size_t cols = odd_width(block_type);
    const Matrix matrix = random_matrix(block_type, 60, cols, random);
    constexpr std::size_t stride = 71;
    constexpr float untouched = 12345;
    for (const std::size_t rows : {1, 11}) {
        const std::vector<float> x = random.normals(rows * cols);
        const Prepared activations(*device, x.data(), rows, cols);
        std::vector<float> y(rows * stride, untouched);
        device->matmul(matrix.slice(13, 23), activations.get(), y.data(), stride);
        for (std::size_t i = 0; i < y.size(); ++i) {
            const bool of_slice = i % stride >= 13 && i % stride < 13 + 23;
            QVERIFY2((y[i] != untouched) == of_slice,
                     qPrintable(QString("row %1, column %2").arg(i / stride).arg(i % stride)));
        }
    }
}

void TestProducts::weights_at_odd_addresses_are_read() {
    DEVICE_OR_SKIP(device, 1);
    QFETCH(int, type);
    const auto block_type = static_cast<BlockType>(type);
    if (is_float(block_type)) {
        return; // numbers lie at multiples of their size
    }
    Random random(6);
    const Matrix matrix = random_matrix(block_type, 19, odd_width(block_type), random);
    const std::vector<float> x = random.normals(matrix.cols);
    Matrix moved = matrix;
    moved.data.insert(moved.data.begin(), std::byte{});
    MatrixSlice slice = moved.whole();
    ++slice.data;
    const Prepared activations(*device, x.data(), 1, matrix.cols);
    std::vector<float> y(matrix.rows);
    device->matmul(slice, activations.get(), y.data(), matrix.rows);
    QVERIFY(same_bits(y, product(*device, matrix, x)));
}

void TestProducts::unusual_activations() {
    DEVICE_OR_SKIP(device, 1);
    QFETCH(int, type);
    const auto block_type = static_cast<BlockType>(type);
    Random random(7);
    const std::size_t cols = odd_width(block_type);
    const Matrix matrix = random_matrix(block_type, 18, cols, random);

    for (const float y : product(*device, matrix, std::vector<float>(cols, 0.0F))) {
        QCOMPARE(y, 0.0F);
    }
    // All of one sign: what offsets and minima add does not cancel by chance.
    const std::vector<float> ones(cols, 1.0F);
    QVERIFY(relative_error(matrix, ones, product(*device, matrix, ones)) <= 1e-9);
    // One far larger than the rest, which round to nothing beside it: the error is relative to the largest.
    std::vector<float> outlier = random.normals(cols);
    outlier[cols - 1] = -3e4F;
    const std::vector<float> y_outlier = product(*device, matrix, outlier);
    const std::vector<double> exact = exact_product(matrix, outlier);
    for (std::size_t row = 0; row < matrix.rows; ++row) {
        QVERIFY(std::abs(static_cast<double>(y_outlier[row]) - exact[row]) <=
                error_bound(matrix, row, outlier));
    }
    std::vector<float> small = random.normals(cols);
    for (float &number : small) {
        number *= 1e-20F;
    }
    QVERIFY(relative_error(matrix, small, product(*device, matrix, small)) <= 1e-9);
    // Damage shows: it does not become a plausible number.
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        std::vector<float> x = random.normals(cols);
        x[cols / 2] = bad;
        for (const float y : product(*device, matrix, x)) {
            QVERIFY(!std::isfinite(y));
        }
    }
}

QTEST_GUILESS_MAIN(TestProducts)
#include "test_products.moc"
