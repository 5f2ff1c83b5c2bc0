#include "sweep_checks.h"

#include <QTest>
#include <fstream>
#include <map>
#include <unistd.h>

using namespace spillway;

namespace {

std::uint64_t resident_memory_of_this_process() {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages >> pages; // the second number
    return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

} // namespace

class TestWeightLoading : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void loading_reports_every_byte_once();
    void memory_is_what_was_announced();
    void rows_come_from_memory_or_file_data() { add_modes(); }
    void rows_come_from_memory_or_file();
    void loading_can_be_stopped_and_repeated_data() { add_modes(); }
    void loading_can_be_stopped_and_repeated();
    void a_load_that_fails_gives_its_memory_back();
    void a_file_that_is_too_short_is_refused_at_once();
    void a_file_cut_while_loading_is_named();
    void contradictions_are_refused_data();
    void contradictions_are_refused();

  private:
    TestFolder folder_;
    std::vector<std::filesystem::path> files_;
};

void TestWeightLoading::initTestCase() {
    for (std::size_t i = 0; i < 3; ++i) {
        files_.push_back(write_pattern(folder_.path(), i, file_bytes));
    }
}

void TestWeightLoading::loading_reports_every_byte_once() {
    StorageLayout layout{
        .files = files_,
        .matrices = {{.offset = 31, .row_bytes = 999, .rows = 700, .resident = true},
                     {.offset = 0, .row_bytes = 10, .rows = 10, .streamed = true},
                     {.file = 1, .offset = 4095, .row_bytes = 2, .rows = 1, .resident = true},
                     {.file = 2, .offset = 8192, .row_bytes = 8192, .rows = 100, .resident = true}},
        .slice_bytes = 32768,
        .ring_bytes = 65536};
    const std::vector<StoredMatrix> matrices = layout.matrices;
    WeightStore store(std::move(layout));
    std::map<std::size_t, std::uint64_t> bytes;
    std::size_t calls = 0;
    store.load(
        [&](std::size_t matrix, std::uint64_t more) {
            bytes[matrix] += more;
            ++calls;
        },
        {});
    QCOMPARE(bytes.size(), 3u);
    for (const auto &[matrix, total] : bytes) {
        QCOMPARE(total, matrices[matrix].bytes());
    }
    QVERIFY(calls > 40);
}

void TestWeightLoading::memory_is_what_was_announced() {
    std::mt19937 random(3);
    const StorageLayout layout = random_layout(random, files_);
    std::uint64_t expected = 0;
    for (const StoredMatrix &matrix : layout.matrices) {
        expected += matrix.resident ? resident_memory(matrix.offset, matrix.bytes()) : 0;
    }
    QVERIFY(expected > 0);
    const WeightStore store(layout);
    QCOMPARE(store.resident_bytes(), expected);
    QCOMPARE(store.ring_bytes(), layout.ring_bytes);
}

void TestWeightLoading::rows_come_from_memory_or_file() {
    QFETCH(ReadMode, mode);
    StorageLayout layout{
        .files = files_,
        .matrices = {{.offset = 31, .row_bytes = 999, .rows = 700, .resident = true},
                     {.file = 1, .offset = 4095, .row_bytes = 5001, .rows = 300},
                     {.file = 2, .offset = 1, .row_bytes = 17, .rows = 5000, .streamed = true}},
        .slice_bytes = 32768,
        .ring_bytes = 65536,
        .reader = options_for(mode)};
    const std::vector<StoredMatrix> matrices = layout.matrices;
    WeightStore store(std::move(layout));
    for (const bool loaded : {false, true}) {
        for (std::size_t i = 0; i < matrices.size(); ++i) {
            std::vector<std::byte> row(matrices[i].row_bytes);
            for (const std::uint64_t index : {std::uint64_t{0}, matrices[i].rows / 2, matrices[i].rows - 1}) {
                store.read_row(i, index, row);
                QCOMPARE(wrong_bytes(matrices[i], index, 1, row.data()), QString());
            }
        }
        if (!loaded) {
            store.load({}, {});
        }
    }
}

void TestWeightLoading::loading_can_be_stopped_and_repeated() {
    QFETCH(ReadMode, mode);
    StorageLayout layout{.files = files_,
                         .matrices = {{.row_bytes = 1000, .rows = 1900, .resident = true},
                                      {.file = 1, .row_bytes = 1000, .rows = 1900, .streamed = true}},
                         .slice_bytes = 32768,
                         .ring_bytes = 200'000,
                         .reader = options_for(mode)};
    const std::vector<StoredMatrix> matrices = layout.matrices;
    WeightStore store(std::move(layout));
    std::stop_source stop;
    std::size_t pieces = 0;
    const auto error = error_of([&] {
        store.load(
            [&](std::size_t, std::uint64_t) {
                if (++pieces == 5) {
                    stop.request_stop();
                }
            },
            stop.get_token());
    });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::interrupted);
    QCOMPARE(pieces, 5u);
    QVERIFY(store.resident(0) == nullptr);
    store.load({}, {});
    QCOMPARE(wrong_bytes(matrices[0], 0, matrices[0].rows, store.resident(0)), QString());
    QCOMPARE(sweep(store, matrices, 20), QString());
    store.load({}, {}); // in mid-sweep too
    QCOMPARE(sweep(store, matrices), QString());
}

void TestWeightLoading::a_load_that_fails_gives_its_memory_back() {
    const auto path = folder_.path() / "large.bin";
    std::ofstream(path, std::ios::binary) << std::string(40 * MiB, 'x');
    WeightStore store(
        {.files = {path}, .matrices = {{.row_bytes = MiB, .rows = 40, .resident = true}}, .slice_bytes = MiB});
    const std::uint64_t before = resident_memory_of_this_process();
    std::uint64_t most = 0;
    const auto error = error_of([&] {
        std::uint64_t loaded = 0;
        store.load(
            [&](std::size_t, std::uint64_t bytes) {
                loaded += bytes;
                if (loaded == 40 * MiB) {
                    most = resident_memory_of_this_process();
                    throw Error(ErrorCode::interrupted, "Stopped.");
                }
            },
            {});
    });
    QVERIFY(error.has_value());
    QVERIFY(most > before + 39 * MiB && most < before + 45 * MiB);
    QVERIFY(resident_memory_of_this_process() < before + 5 * MiB);
}

void TestWeightLoading::a_file_that_is_too_short_is_refused_at_once() {
    const auto error = error_of([&] {
        WeightStore store(
            {.files = files_, .matrices = {{.offset = file_bytes - 99, .row_bytes = 50, .rows = 2}}});
    });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::damaged);
    QVERIFY(error->message().find(files_[0].string()) != std::string::npos);
}

void TestWeightLoading::a_file_cut_while_loading_is_named() {
    const auto path = write_pattern(folder_.path(), 7, 1'000'000);
    WeightStore store({.files = {path},
                       .matrices = {{.offset = 100, .row_bytes = 1000, .rows = 999, .resident = true}},
                       .slice_bytes = 65536});
    std::filesystem::resize_file(path, 500'000);
    const auto error = error_of([&] { store.load({}, {}); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::damaged);
    const QString message = QString::fromStdString(error->message());
    QVERIFY2(message.contains(QString::fromStdString(path.string())), qPrintable(message));
    QVERIFY2(message.contains("ends at byte 500000"), qPrintable(message));
    QVERIFY(store.resident(0) == nullptr);
}

void TestWeightLoading::contradictions_are_refused_data() {
    QTest::addColumn<StoredMatrix>("matrix");
    QTest::newRow("no such file") << StoredMatrix{.file = 3, .row_bytes = 1, .rows = 1};
    QTest::newRow("both resident and streamed")
        << StoredMatrix{.row_bytes = 1, .rows = 1, .resident = true, .streamed = true};
    QTest::newRow("bytes overflow") << StoredMatrix{.row_bytes = std::uint64_t{1} << 33,
                                                    .rows = std::uint64_t{1} << 33};
    QTest::newRow("end overflows") << StoredMatrix{.offset = ~std::uint64_t{0} - 5, .row_bytes = 3, .rows = 3};
}

void TestWeightLoading::contradictions_are_refused() {
    QFETCH(StoredMatrix, matrix);
    const auto error = error_of([&] {
        WeightStore store({.files = files_, .matrices = {matrix}, .slice_bytes = 4096, .ring_bytes = 1 << 20});
    });
    QVERIFY(error.has_value());
}

QTEST_GUILESS_MAIN(TestWeightLoading)
#include "test_weight_loading.moc"
