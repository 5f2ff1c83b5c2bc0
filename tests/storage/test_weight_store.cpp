#include "sweep_checks.h"

#include <QTest>
#include <thread>

using namespace spillway;

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
    void waiting_for_a_slice_can_be_stopped();
    void a_file_cut_while_streaming_is_named_and_a_sound_one_goes_on();
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
