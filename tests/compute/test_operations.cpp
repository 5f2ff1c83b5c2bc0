#include "compute_test.h"

#include <limits>

using namespace spillway;
using namespace spillway::test;

namespace {

/// A cache of keys or values in blocks, with NaN wherever nothing was stored.
class Cache {
  public:
    Cache(std::size_t positions, std::size_t block_positions, std::size_t width, Random &random)
        : block_positions_(block_positions), width_(width) {
        const std::size_t count = (positions + block_positions - 1) / block_positions;
        for (std::size_t i = 0; i < count; ++i) {
            memory_.emplace_back(block_positions * width, std::numeric_limits<float>::quiet_NaN());
        }
        for (std::size_t p = 0; p < positions; ++p) {
            for (std::size_t i = 0; i < width; ++i) {
                memory_[p / block_positions][p % block_positions * width + i] = random.normal();
            }
        }
        for (const std::vector<float> &block : memory_) {
            blocks_.push_back(block.data());
        }
    }
    [[nodiscard]] const float *const *blocks() const { return blocks_.data(); }
    [[nodiscard]] const float *row(std::size_t position) const {
        return blocks_[position / block_positions_] + position % block_positions_ * width_;
    }

  private:
    std::size_t block_positions_;
    std::size_t width_;
    std::vector<std::vector<float>> memory_;
    std::vector<const float *> blocks_;
};

struct Sequence {
    Cache keys;
    Cache values;
    std::size_t positions;

    Sequence(std::size_t length, const AttentionShape &shape, Random &random)
        : keys(length, shape.block_positions, shape.kv_heads * shape.head_dim, random),
          values(length, shape.block_positions, shape.kv_heads * shape.head_dim, random), positions(length) {}

    [[nodiscard]] AttentionRow row(std::size_t seen) const { return {seen, keys.blocks(), values.blocks()}; }
};

/// One query of one head in double precision.
std::vector<double> exact_attention(const AttentionShape &shape, const Sequence &sequence,
                                    std::size_t positions, std::size_t head, const float *q) {
    const std::size_t column = head / (shape.heads / shape.kv_heads) * shape.head_dim;
    std::vector<double> weights;
    for (std::size_t p = 0; p < positions; ++p) {
        const float *key = sequence.keys.row(p) + column;
        weights.push_back(static_cast<double>(shape.scale) *
                          std::inner_product(q, q + shape.head_dim, key, 0.0, std::plus<>(),
                                             [](double a, double b) { return a * b; }));
    }
    const double maximum = *std::max_element(weights.begin(), weights.end());
    double sum = 0;
    for (double &weight : weights) {
        weight = std::exp(weight - maximum);
        sum += weight;
    }
    std::vector<double> result(shape.head_dim);
    for (std::size_t p = 0; p < positions; ++p) {
        for (std::size_t d = 0; d < shape.head_dim; ++d) {
            result[d] += weights[p] / sum * static_cast<double>(sequence.values.row(p)[column + d]);
        }
    }
    return result;
}

std::vector<float> attention(Device &device, const AttentionShape &shape, std::span<const AttentionRow> rows,
                             const float *q) {
    std::vector<float> out(rows.size() * shape.heads * shape.head_dim);
    std::size_t positions = 0;
    for (const AttentionRow &row : rows) {
        positions = std::max(positions, row.positions);
    }
    std::vector<std::byte> scratch(device.attention_scratch_bytes(positions));
    device.attention(shape, rows, q, out.data(), scratch);
    return out;
}

void add_shapes() {
    QTest::addColumn<QString>("isa");
    QTest::addColumn<int>("heads");
    QTest::addColumn<int>("kv_heads");
    QTest::addColumn<int>("head_dim");
    QTest::addColumn<int>("block_positions");
    for (const char *isa : instruction_sets) {
        QTest::addRow("%s 9 heads on 3", isa) << QString(isa) << 9 << 3 << 64 << 32;
        QTest::addRow("%s each its own keys", isa) << QString(isa) << 3 << 3 << 80 << 16;
        QTest::addRow("%s all on one", isa) << QString(isa) << 5 << 1 << 20 << 5;
        QTest::addRow("%s wide heads", isa) << QString(isa) << 4 << 2 << 136 << 64;
    }
}

AttentionShape fetched_shape() {
    QFETCH(int, heads);
    QFETCH(int, kv_heads);
    QFETCH(int, head_dim);
    QFETCH(int, block_positions);
    return {static_cast<std::size_t>(heads), static_cast<std::size_t>(kv_heads),
            static_cast<std::size_t>(head_dim), static_cast<std::size_t>(block_positions),
            1 / std::sqrt(static_cast<float>(head_dim))};
}

} // namespace

class TestOperations : public QObject {
    Q_OBJECT

  private slots:
    void rms_norm_is_accurate_data() { add_instruction_sets(); }
    void rms_norm_is_accurate();
    void rope_turns_pairs_data() { add_instruction_sets(); }
    void rope_turns_pairs();
    void silu_gate_is_accurate_data() { add_instruction_sets(); }
    void silu_gate_is_accurate();
    void add_adds_data() { add_instruction_sets(); }
    void add_adds();
    void attention_is_accurate_data() { add_shapes(); }
    void attention_is_accurate();
    void attention_of_large_scores_data() { add_instruction_sets(); }
    void attention_of_large_scores();
    void company_changes_no_bit_of_attention_data() { add_shapes(); }
    void company_changes_no_bit_of_attention();
    void threads_and_rows_change_no_bit_data() { add_instruction_sets(); }
    void threads_and_rows_change_no_bit();
};

void TestOperations::rms_norm_is_accurate() {
    DEVICE_OR_SKIP(device, 2);
    Random random(1);
    for (const std::size_t width : {1, 7, 16, 576, 1000}) {
        constexpr std::size_t rows = 3;
        constexpr float epsilon = 1e-5F;
        const std::vector<float> x = random.normals(rows * width);
        const std::vector<float> weight = random.normals(width);
        std::vector<float> out(x.size());
        device->rms_norm(x.data(), weight.data(), epsilon, rows, width, out.data());
        std::vector<double> expected;
        for (std::size_t row = 0; row < rows; ++row) {
            double squares = 0;
            for (std::size_t i = 0; i < width; ++i) {
                squares += std::pow(static_cast<double>(x[row * width + i]), 2);
            }
            const double size = std::sqrt(squares / static_cast<double>(width) + static_cast<double>(epsilon));
            for (std::size_t i = 0; i < width; ++i) {
                expected.push_back(static_cast<double>(x[row * width + i]) / size *
                                   static_cast<double>(weight[i]));
            }
        }
        QVERIFY(nmse(out, expected) <= 1e-13);
        std::vector<float> in_place = x;
        device->rms_norm(in_place.data(), weight.data(), epsilon, rows, width, in_place.data());
        QVERIFY(same_bits(in_place, out));
    }
}

void TestOperations::rope_turns_pairs() {
    DEVICE_OR_SKIP(device, 2);
    Random random(2);
    constexpr std::size_t rows = 3;
    constexpr std::size_t heads = 2;
    constexpr std::size_t head_dim = 80;
    for (const std::size_t dims : {80, 64, 36, 2}) {
        std::vector<float> cosines;
        std::vector<float> sines;
        for (std::size_t i = 0; i < rows * dims / 2; ++i) {
            cosines.push_back(std::cos(static_cast<float>(i)));
            sines.push_back(std::sin(static_cast<float>(i)));
        }
        for (const bool adjacent : {true, false}) {
            const std::vector<float> x = random.normals(rows * heads * head_dim);
            std::vector<float> turned = x;
            device->rope(turned.data(), cosines.data(), sines.data(), rows, heads, head_dim, dims, adjacent);
            std::vector<double> expected(x.begin(), x.end()); // what is past `dims` stays
            for (std::size_t i = 0; i < rows * heads * dims / 2; ++i) {
                const std::size_t pair = i % (dims / 2);
                const std::size_t head = i / (dims / 2);
                const std::size_t angle = head / heads * (dims / 2) + pair;
                const std::size_t first = head * head_dim + (adjacent ? 2 * pair : pair);
                const std::size_t second = adjacent ? first + 1 : first + dims / 2;
                const auto cosine = static_cast<double>(cosines[angle]);
                const auto sine = static_cast<double>(sines[angle]);
                expected[first] =
                    static_cast<double>(x[first]) * cosine - static_cast<double>(x[second]) * sine;
                expected[second] =
                    static_cast<double>(x[second]) * cosine + static_cast<double>(x[first]) * sine;
            }
            QVERIFY2(nmse(turned, expected) <= 1e-13, qPrintable(QString("%1 dims").arg(dims)));
        }
    }
}

void TestOperations::silu_gate_is_accurate() {
    DEVICE_OR_SKIP(device, 2);
    std::vector<float> gate;
    for (float x = -87; x < 100; x += 0.0173F) {
        gate.push_back(x);
    }
    const std::vector<float> up(gate.size(), 1.0F);
    std::vector<float> out(gate.size());
    device->silu_gate(gate.data(), up.data(), gate.size(), out.data());
    for (std::size_t i = 0; i < gate.size(); ++i) {
        const auto x = static_cast<double>(gate[i]);
        const double expected = x / (1 + std::exp(-x));
        QVERIFY2(std::abs(static_cast<double>(out[i]) - expected) <= 4e-7 * std::abs(expected),
                 qPrintable(QString("silu(%1) = %2, not %3").arg(x).arg(out[i]).arg(expected)));
    }
    Random random(3);
    gate = random.normals(33);
    const std::vector<float> factors = random.normals(33);
    out = gate;
    device->silu_gate(out.data(), factors.data(), out.size(), out.data());
    for (std::size_t i = 0; i < gate.size(); ++i) {
        const auto x = static_cast<double>(gate[i]);
        const double expected = x / (1 + std::exp(-x)) * static_cast<double>(factors[i]);
        QVERIFY(std::abs(static_cast<double>(out[i]) - expected) <= 4e-7 * std::abs(expected));
    }
    // Far outside, nothing overflows.
    gate = {-1000, 1000};
    device->silu_gate(gate.data(), up.data(), 2, out.data());
    QVERIFY(std::abs(out[0]) < 1e-30F);
    QCOMPARE(out[1], 1000.0F);
}

void TestOperations::add_adds() {
    DEVICE_OR_SKIP(device, 2);
    Random random(4);
    for (const std::size_t n : {1, 576, 30000}) {
        std::vector<float> x = random.normals(n);
        const std::vector<float> y = random.normals(n);
        std::vector<float> expected(n);
        std::ranges::transform(x, y, expected.begin(), std::plus<>());
        device->add(x.data(), y.data(), n);
        QVERIFY(same_bits(x, expected));
    }
}

void TestOperations::attention_is_accurate() {
    DEVICE_OR_SKIP(device, 2);
    const AttentionShape shape = fetched_shape();
    Random random(5);
    const std::size_t width = shape.heads * shape.head_dim;
    for (const std::size_t positions : {1, 2, 31, 63, 64, 65, 200}) {
        const Sequence sequence(positions, shape, random);
        const std::vector<float> q = random.normals(width);
        const AttentionRow row = sequence.row(positions);
        const std::vector<float> out = attention(*device, shape, {&row, 1}, q.data());
        std::vector<double> expected;
        for (std::size_t head = 0; head < shape.heads; ++head) {
            const std::vector<double> of_head =
                exact_attention(shape, sequence, positions, head, q.data() + head * shape.head_dim);
            expected.insert(expected.end(), of_head.begin(), of_head.end());
        }
        const double error = nmse(out, expected);
        QVERIFY2(error <= 1e-12, qPrintable(QString("%1 positions: %2").arg(positions).arg(error)));
    }
}

/// Scores that grow with the position: the maximum changes in every block; and ones too far apart for e^x.
void TestOperations::attention_of_large_scores() {
    DEVICE_OR_SKIP(device, 1);
    for (const float step : {0.5F, 50.0F, -50.0F}) {
        const AttentionShape shape = {1, 1, 16, 32, 1};
        Random random(6);
        Sequence sequence(150, shape, random);
        for (std::size_t p = 0; p < sequence.positions; ++p) {
            auto *key = const_cast<float *>(sequence.keys.row(p)); // the test's own memory
            std::fill(key, key + shape.head_dim, 0.0F);
            key[0] = step * static_cast<float>(p);
        }
        std::vector<float> q(shape.head_dim);
        q[0] = 1;
        const AttentionRow row = sequence.row(sequence.positions);
        const std::vector<float> out = attention(*device, shape, {&row, 1}, q.data());
        QVERIFY(nmse(out, exact_attention(shape, sequence, sequence.positions, 0, q.data())) <= 1e-12);
    }
}

void TestOperations::company_changes_no_bit_of_attention() {
    DEVICE_OR_SKIP(device, 1);
    const AttentionShape shape = fetched_shape();
    Random random(7);
    const std::size_t width = shape.heads * shape.head_dim;
    // A prompt's rows of one text, two of another, then the first again.
    const Sequence first(150, shape, random);
    const Sequence second(70, shape, random);
    std::vector<AttentionRow> rows;
    for (std::size_t positions = 50; positions < 150; positions += 7) {
        rows.push_back(first.row(positions));
    }
    rows.push_back(second.row(70));
    rows.push_back(second.row(1));
    rows.push_back(first.row(128));
    const std::vector<float> q = random.normals(rows.size() * width);
    std::vector<float> alone;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::vector<float> out = attention(*device, shape, {&rows[i], 1}, q.data() + i * width);
        alone.insert(alone.end(), out.begin(), out.end());
    }
    QVERIFY(std::ranges::all_of(alone, [](float x) { return std::isfinite(x); }));
    QVERIFY(same_bits(attention(*device, shape, rows, q.data()), alone));
    for (const std::size_t threads : {2, 3}) {
        const auto other = make_cpu_device(isa.toStdString(), threads);
        QVERIFY(same_bits(attention(*other, shape, rows, q.data()), alone));
    }
}

void TestOperations::threads_and_rows_change_no_bit() {
    DEVICE_OR_SKIP(device, 1);
    const auto other = make_cpu_device(isa.toStdString(), 3);
    Random random(8);
    constexpr std::size_t rows = 40;
    constexpr std::size_t width = 580;
    const std::vector<float> x = random.normals(rows * width);
    const std::vector<float> y = random.normals(rows * width);
    std::vector<float> alone(x.size());
    std::vector<float> together(x.size());

    for (std::size_t row = 0; row < rows; ++row) {
        device->rms_norm(&x[row * width], y.data(), 1e-6F, 1, width, &alone[row * width]);
    }
    other->rms_norm(x.data(), y.data(), 1e-6F, rows, width, together.data());
    QVERIFY(same_bits(together, alone));

    for (std::size_t row = 0; row < rows; ++row) {
        device->silu_gate(&x[row * width], &y[row * width], width, &alone[row * width]);
    }
    other->silu_gate(x.data(), y.data(), x.size(), together.data());
    QVERIFY(same_bits(together, alone));

    alone = together = x;
    for (std::size_t row = 0; row < rows; ++row) {
        device->rope(&alone[row * width], &y[row * 29], &x[row * 29], 1, 10, 58, 58, true);
    }
    other->rope(together.data(), y.data(), x.data(), rows, 10, 58, 58, true);
    QVERIFY(same_bits(together, alone));
}

QTEST_GUILESS_MAIN(TestOperations)
#include "test_operations.moc"
