#include "storage_files.h"

#include "base/units.h"
#include "storage/weight_store.h"

#include <QElapsedTimer>
#include <QTest>
#include <map>
#include <random>
#include <thread>

Q_DECLARE_METATYPE(spillway::StoredMatrix)

using namespace spillway;

namespace {

constexpr std::uint64_t file_bytes = 2'000'003;

/// Bytes of `matrix` from `row` on that are not as in its file, told by the place of the first.
QString wrong_bytes(const StoredMatrix &matrix, std::uint64_t row, std::uint64_t rows, const std::byte *data) {
    const std::uint64_t offset = matrix.offset + row * matrix.row_bytes;
    const auto difference = first_difference(matrix.file, offset, data, rows * matrix.row_bytes);
    return difference ? QString("file %1, row %2, byte %3").arg(matrix.file).arg(row).arg(*difference)
                      : QString();
}

/// Acquires and releases until `slices` are done or the sweep ends; checks order and bytes of each. Answers
/// what is wrong, "" for nothing.
QString sweep(WeightStore &store, const std::vector<StoredMatrix> &matrices,
              std::uint64_t slices = std::numeric_limits<std::uint64_t>::max()) {
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        std::uint64_t row = 0;
        while (matrices[i].streamed && row < matrices[i].rows) {
            if (slices-- == 0) {
                return {};
            }
            const WeightStore::Slice slice = store.acquire({});
            if (slice.matrix != i || slice.first_row != row || slice.rows == 0) {
                return QString("matrix %1 row %2 came instead of matrix %3 row %4")
                    .arg(slice.matrix)
                    .arg(slice.first_row)
                    .arg(i)
                    .arg(row);
            }
            if (const QString wrong = wrong_bytes(matrices[i], row, slice.rows, slice.data); !wrong.isEmpty()) {
                return wrong;
            }
            row += slice.rows;
            store.release();
        }
    }
    return {};
}

/// Matrices at odd places, of odd sizes, some larger than a slice, some smaller, all within the files.
StorageLayout random_layout(std::mt19937 &random, const std::vector<std::filesystem::path> &files) {
    StorageLayout layout;
    layout.files = files;
    layout.slice_bytes = 4096 + random() % 200'000;
    const std::size_t count = 1 + random() % 12;
    for (std::size_t i = 0; i < count; ++i) {
        StoredMatrix matrix;
        matrix.file = random() % files.size();
        matrix.row_bytes = 1 + random() % (random() % 4 == 0 ? 60'000 : 700);
        matrix.rows = 1 + random() % (400'000 / matrix.row_bytes);
        matrix.offset = random() % (file_bytes - matrix.bytes() + 1);
        if (random() % 2 == 0) {
            matrix.offset = round_down(matrix.offset, 32);
        }
        const auto use = random() % 5;
        matrix.resident = use == 0;
        matrix.streamed = use > 1;
        layout.matrices.push_back(matrix);
    }
    layout.ring_bytes = minimum_ring(layout.matrices, layout.slice_bytes);
    if (random() % 3 != 0) {
        layout.ring_bytes += random() % 1'000'000;
    }
    return layout;
}

} // namespace

class TestWeightStore : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void all_bytes_arrive_sweep_after_sweep_data() { add_modes(); }
    void all_bytes_arrive_sweep_after_sweep();
    void a_sweep_can_start_anew_at_any_slice_data() { add_modes(); }
    void a_sweep_can_start_anew_at_any_slice();
    void the_smallest_ring_is_enough_and_a_smaller_one_is_refused();
    void reads_are_ahead_of_the_caller_data() { add_modes(); }
    void reads_are_ahead_of_the_caller();
    void read_ahead_tells_matrix_fraction_and_sweep();
    void loading_reports_every_byte_once();
    void memory_is_what_was_announced();
    void rows_come_from_memory_or_file_data() { add_modes(); }
    void rows_come_from_memory_or_file();
    void loading_can_be_stopped_and_repeated_data() { add_modes(); }
    void loading_can_be_stopped_and_repeated();
    void waiting_for_a_slice_can_be_stopped();
    void a_file_that_is_too_short_is_refused_at_once();
    void a_file_cut_while_loading_is_named();
    void a_file_cut_while_streaming_is_named_and_a_sound_one_goes_on();
    void contradictions_are_refused_data();
    void contradictions_are_refused();
    void wrong_use_is_an_error();

  private:
    TestFolder folder_;
    std::vector<std::filesystem::path> files_;
};

void TestWeightStore::initTestCase() {
    for (std::size_t i = 0; i < 3; ++i) {
        files_.push_back(write_pattern(folder_.path(), i, file_bytes));
    }
}

void TestWeightStore::all_bytes_arrive_sweep_after_sweep() {
    QFETCH(ReadMode, mode);
    for (unsigned seed = 0; seed < 25; ++seed) {
        std::mt19937 random(seed);
        StorageLayout layout = random_layout(random, files_);
        layout.reader = options_for(mode);
        layout.reader.depth = 1 + random() % 40;
        const std::vector<StoredMatrix> matrices = layout.matrices;
        WeightStore store(std::move(layout));
        QCOMPARE(read_mode_name(store.mode()), read_mode_name(mode));
        store.load({}, {});
        for (int i = 0; i < 3; ++i) {
            const QString wrong = sweep(store, matrices);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString("seed %1 sweep %2: %3").arg(seed).arg(i).arg(wrong)));
        }
        for (std::size_t i = 0; i < matrices.size(); ++i) {
            QCOMPARE(store.resident(i) != nullptr, matrices[i].resident);
            if (matrices[i].resident) {
                const QString wrong = wrong_bytes(matrices[i], 0, matrices[i].rows, store.resident(i));
                QVERIFY2(wrong.isEmpty(), qPrintable(QString("seed %1: %2").arg(seed).arg(wrong)));
            }
        }
    }
}

void TestWeightStore::a_sweep_can_start_anew_at_any_slice() {
    QFETCH(ReadMode, mode);
    StorageLayout layout{
        .files = files_,
        .matrices = {{.file = 0, .offset = 77, .row_bytes = 1001, .rows = 1000, .streamed = true},
                     {.file = 1, .offset = 64, .row_bytes = 144, .rows = 2000, .streamed = true}},
        .slice_bytes = 50'000,
        .ring_bytes = 400'000,
        .reader = options_for(mode)};
    const std::vector<StoredMatrix> matrices = layout.matrices;
    const std::uint64_t slices = slices_per_sweep(matrices, layout.slice_bytes);
    WeightStore store(std::move(layout));
    store.load({}, {});
    for (std::uint64_t broken_off = 0; broken_off <= slices; ++broken_off) {
        QCOMPARE(sweep(store, matrices, broken_off), QString());
        if (broken_off % 2 == 0) {
            store.acquire({}); // and never released
        }
        store.restart();
        QVERIFY(!store.ready());
    }
    QCOMPARE(sweep(store, matrices), QString());
}

void TestWeightStore::the_smallest_ring_is_enough_and_a_smaller_one_is_refused() {
    StorageLayout layout{.files = files_,
                         .matrices = {{.offset = 5, .row_bytes = 70'000, .rows = 9, .streamed = true},
                                      {.offset = 4096, .row_bytes = 333, .rows = 4000, .streamed = true}},
                         .slice_bytes = 65536};
    layout.ring_bytes = minimum_ring(layout.matrices, layout.slice_bytes);
    {
        WeightStore store(layout);
        store.load({}, {});
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(sweep(store, layout.matrices), QString());
        }
    }
    layout.ring_bytes -= 1;
    const auto error = error_of([&] { WeightStore store(layout); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::invalid_argument);
}

void TestWeightStore::reads_are_ahead_of_the_caller() {
    QFETCH(ReadMode, mode);
    StorageLayout layout{.files = files_,
                         .matrices = {{.row_bytes = 1000, .rows = 1500, .streamed = true}},
                         .slice_bytes = 100'000,
                         .ring_bytes = 1'000'000,
                         .reader = options_for(mode)};
    WeightStore store(std::move(layout));
    QVERIFY(!store.ready());
    store.load({}, {});
    QTRY_VERIFY_WITH_TIMEOUT(store.ready(), 10000); // before the first acquire
    store.acquire({});
    QVERIFY(!store.ready()); // one at a time
    QTRY_VERIFY_WITH_TIMEOUT(store.read_ahead()->fraction > 0.5, 10000);
    const std::uint64_t read = store.bytes_read();
    store.release();
    for (int i = 0; i < 5; ++i) {
        QVERIFY(store.ready()); // without waiting for anything
        store.acquire({});
        store.release();
    }
    QTRY_VERIFY_WITH_TIMEOUT(store.ready() && store.bytes_read() > read, 10000);
}

void TestWeightStore::read_ahead_tells_matrix_fraction_and_sweep() {
    StorageLayout layout{.files = files_,
                         .matrices = {{.row_bytes = 4096, .rows = 10, .resident = true},
                                      {.row_bytes = 4096, .rows = 20, .streamed = true},
                                      {.offset = 409'600, .row_bytes = 4096, .rows = 20, .streamed = true}},
                         .slice_bytes = 5 * 4096 + 4095,
                         .ring_bytes = 30 * 4096};
    WeightStore store(layout);
    store.load({}, {});
    const auto is = [&](std::size_t matrix, double fraction, bool next_sweep) {
        const auto ahead = store.read_ahead();
        return ahead && ahead->matrix == matrix && ahead->fraction == fraction &&
               ahead->next_sweep == next_sweep;
    };
    QTRY_VERIFY_WITH_TIMEOUT(is(2, 0.5, false), 10000); // six slices of five rows
    for (int i = 0; i < 3; ++i) {
        store.acquire({});
        store.release();
    }
    QTRY_VERIFY_WITH_TIMEOUT(is(1, 0.25, true), 10000);
    for (int i = 0; i < 6; ++i) {
        store.acquire({});
        store.release();
    }
    QTRY_VERIFY_WITH_TIMEOUT(is(2, 0.75, false), 10000); // that sweep has begun
    store.restart();
    QVERIFY(is(1, 0, false));

    layout.matrices.resize(1);
    WeightStore all_resident(layout);
    QVERIFY(!all_resident.read_ahead().has_value());
}

void TestWeightStore::loading_reports_every_byte_once() {
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

void TestWeightStore::memory_is_what_was_announced() {
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

void TestWeightStore::rows_come_from_memory_or_file() {
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

void TestWeightStore::loading_can_be_stopped_and_repeated() {
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

void TestWeightStore::waiting_for_a_slice_can_be_stopped() {
    StorageLayout layout{.files = files_,
                         .matrices = {{.row_bytes = 1000, .rows = 1900, .streamed = true}},
                         .slice_bytes = 32768,
                         .ring_bytes = 65536};
    const std::vector<StoredMatrix> matrices = layout.matrices;
    WeightStore store(std::move(layout));
    store.load({}, {});
    std::stop_source stop;
    std::uint64_t slices = 0;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    const auto error = error_of([&] {
        for (;; ++slices) {
            throw_if_stopped(stop.get_token());
            store.acquire(stop.get_token());
            store.release();
        }
    });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::interrupted);
    QVERIFY(slices > 0);
    store.restart();
    QCOMPARE(sweep(store, matrices), QString());
}

void TestWeightStore::a_file_that_is_too_short_is_refused_at_once() {
    const auto error = error_of([&] {
        WeightStore store(
            {.files = files_, .matrices = {{.offset = file_bytes - 99, .row_bytes = 50, .rows = 2}}});
    });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::damaged);
    QVERIFY(error->message().find(files_[0].string()) != std::string::npos);
}

void TestWeightStore::a_file_cut_while_loading_is_named() {
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

void TestWeightStore::a_file_cut_while_streaming_is_named_and_a_sound_one_goes_on() {
    const auto path = write_pattern(folder_.path(), 8, 1'000'000);
    const std::vector<StoredMatrix> matrices = {
        {.offset = 100, .row_bytes = 1000, .rows = 999, .streamed = true}};
    WeightStore store({.files = {path}, .matrices = matrices, .slice_bytes = 65536, .ring_bytes = 200'000});
    store.load({}, {});
    std::filesystem::resize_file(path, 500'000);
    const auto error = error_of([&] {
        for (int i = 0; i < 15; ++i) {
            store.acquire({});
            store.release();
        }
    });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::damaged);
    QVERIFY(error->message().find("ends at byte 500000") != std::string::npos);
    write_pattern(folder_.path(), 8, 1'000'000);
    QCOMPARE(sweep(store, {{.file = 8, .offset = 100, .row_bytes = 1000, .rows = 999, .streamed = true}}),
             QString());
}

void TestWeightStore::contradictions_are_refused_data() {
    QTest::addColumn<StoredMatrix>("matrix");
    QTest::newRow("no such file") << StoredMatrix{.file = 3, .row_bytes = 1, .rows = 1};
    QTest::newRow("both resident and streamed")
        << StoredMatrix{.row_bytes = 1, .rows = 1, .resident = true, .streamed = true};
    QTest::newRow("bytes overflow") << StoredMatrix{.row_bytes = std::uint64_t{1} << 33,
                                                    .rows = std::uint64_t{1} << 33};
    QTest::newRow("end overflows") << StoredMatrix{.offset = ~std::uint64_t{0} - 5, .row_bytes = 3, .rows = 3};
}

void TestWeightStore::contradictions_are_refused() {
    QFETCH(StoredMatrix, matrix);
    const auto error = error_of([&] {
        WeightStore store({.files = files_, .matrices = {matrix}, .slice_bytes = 4096, .ring_bytes = 1 << 20});
    });
    QVERIFY(error.has_value());
}

void TestWeightStore::wrong_use_is_an_error() {
    WeightStore store({.files = files_,
                       .matrices = {{.row_bytes = 1000, .rows = 100, .streamed = true}},
                       .slice_bytes = 10'000,
                       .ring_bytes = 100'000});
    QVERIFY(error_of([&] { store.release(); }).has_value());
    store.acquire({}); // before load() it only starts the reads
    QVERIFY(error_of([&] { store.acquire({}); }).has_value());
    store.release();
    std::vector<std::byte> row(1000);
    QVERIFY(error_of([&] { store.read_row(0, 100, row); }).has_value());
    QVERIFY(error_of([&] { store.read_row(0, 0, std::span(row).first(999)); }).has_value());
    WeightStore nothing({.files = files_, .matrices = {{.row_bytes = 1000, .rows = 100}}});
    nothing.load({}, {});
    QVERIFY(error_of([&] { nothing.acquire({}); }).has_value());
}

QTEST_GUILESS_MAIN(TestWeightStore)
#include "test_weight_store.moc"
