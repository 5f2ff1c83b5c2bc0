#include "model/formats/gather.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <numeric>

using namespace spillway;

class TestGather : public QObject {
    Q_OBJECT

  private slots:
    void strided_tensors_are_gathered_data();
    void strided_tensors_are_gathered();
    void transposed_matrix_is_read_once();

  private:
    std::filesystem::path written(const std::string &bytes) {
        std::filesystem::path path = folder_.filePath("weights").toStdString();
        write_whole(path, bytes);
        return path;
    }
    QTemporaryDir folder_;
};

void TestGather::strided_tensors_are_gathered_data() {
    QTest::addColumn<std::uint64_t>("rows");
    QTest::addColumn<std::uint64_t>("cols");
    QTest::addColumn<std::uint64_t>("rowStride");
    QTest::addColumn<std::uint64_t>("colStride");
    const auto row = [](const char *name, std::uint64_t rows, std::uint64_t cols, std::uint64_t row_stride,
                        std::uint64_t col_stride) {
        QTest::newRow(name) << rows << cols << row_stride << col_stride;
    };
    row("transposed", 300, 200, 1, 300);
    row("transposed, longer than a piece", 700'000, 2, 1, 700'000);
    row("columns of a wider matrix", 100, 30, 70, 1);
    row("every third number of every second row", 40, 20, 120, 3);
    row("transposed with gaps", 40, 20, 3, 123);
    row("a column as a vector", 1, 1000, 1, 61);
    row("a vector with gaps larger than a piece", 1, 3, 1, 600'000);
    row("one column", 1000, 1, 5, 1);
}

void TestGather::strided_tensors_are_gathered() {
    QFETCH(std::uint64_t, rows);
    QFETCH(std::uint64_t, cols);
    QFETCH(std::uint64_t, rowStride);
    QFETCH(std::uint64_t, colStride);
    constexpr std::size_t shift = 3; // nothing is aligned
    std::vector<std::uint16_t> numbers((rows - 1) * rowStride + (cols - 1) * colStride + 1);
    std::iota(numbers.begin(), numbers.end(), std::uint16_t{0});
    std::string bytes(shift, '?');
    bytes.append(reinterpret_cast<const char *>(numbers.data()), numbers.size() * 2);
    const File file = File::open(written(bytes));

    std::vector<std::uint16_t> found(rows * cols);
    Tensor tensor;
    tensor.type = BlockType::bf16;
    tensor.rows = rows;
    tensor.cols = cols;
    tensor.offset = shift;
    tensor.bytes = rows * cols * 2;
    tensor.row_stride = rowStride;
    tensor.col_stride = colStride;
    gather(file, tensor, std::as_writable_bytes(std::span(found)));
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < cols; ++c) {
            if (found[r * cols + c] != numbers[r * rowStride + c * colStride]) {
                QFAIL(qPrintable(QString("row %1, column %2").arg(r).arg(c)));
            }
        }
    }
}

/// Not once per row: a weight of the true model has 600 MB.
void TestGather::transposed_matrix_is_read_once() {
    constexpr std::uint64_t rows = 3000;
    constexpr std::uint64_t cols = 400;
    const File file = File::open(written(std::string(rows * cols * 2, 'x')));
    Tensor tensor;
    tensor.type = BlockType::f16;
    tensor.rows = rows;
    tensor.cols = cols;
    tensor.bytes = rows * cols * 2;
    tensor.row_stride = 1;
    tensor.col_stride = rows;
    std::vector<std::byte> out(tensor.bytes);
    const auto bytes_and_calls = [] {
        const QStringList words =
            QString::fromStdString(read_text("/proc/self/io")).split(QRegularExpression("\\s"));
        return std::pair(words[words.indexOf("rchar:") + 1].toULongLong(),
                         words[words.indexOf("syscr:") + 1].toULongLong());
    };
    const auto [bytes_before, calls_before] = bytes_and_calls();
    gather(file, tensor, out);
    const auto [bytes_after, calls_after] = bytes_and_calls();
    QVERIFY2(bytes_after - bytes_before < tensor.bytes + 8192,
             qPrintable(QString::number(bytes_after - bytes_before)));
    QVERIFY2(calls_after - calls_before < cols + 16, qPrintable(QString::number(calls_after - calls_before)));
}

QTEST_GUILESS_MAIN(TestGather)
#include "test_gather.moc"
