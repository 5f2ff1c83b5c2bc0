#include "storage/ring.h"
#include "storage/slice_cycle.h"

#include <QTest>
#include <deque>
#include <random>

using namespace spillway;

class TestRing : public QObject {
    Q_OBJECT

  private slots:
    void pieces_follow_one_another();
    void a_piece_that_does_not_fit_at_the_end_goes_to_the_beginning();
    void a_full_ring_gives_nothing();
    void an_empty_ring_has_room_for_one_of_its_own_size();
    void random_pieces_never_overlap();

    void resident_memory_is_widened_to_blocks_data();
    void resident_memory_is_widened_to_blocks();
    void a_slice_stays_within_its_bytes_wherever_it_begins();
    void a_row_larger_than_a_slice_is_a_slice();
    void the_cycle_visits_every_row_in_order_again_and_again();
    void only_streamed_matrices_need_a_ring();
};

void TestRing::pieces_follow_one_another() {
    Ring ring(100);
    QCOMPARE(ring.allocate(40), std::optional<std::size_t>(0));
    QCOMPARE(ring.allocate(40), std::optional<std::size_t>(40));
    QCOMPARE(ring.allocate(20), std::optional<std::size_t>(80));
}

void TestRing::a_piece_that_does_not_fit_at_the_end_goes_to_the_beginning() {
    Ring ring(100);
    ring.allocate(40);
    ring.allocate(40);
    QCOMPARE(ring.allocate(30), std::nullopt); // 20 at the end, 0 at the beginning
    ring.release();
    QCOMPARE(ring.allocate(30), std::optional<std::size_t>(0));
    QCOMPARE(ring.allocate(11), std::nullopt); // 10 up to the oldest piece
    QCOMPARE(ring.allocate(10), std::optional<std::size_t>(30));
}

void TestRing::a_full_ring_gives_nothing() {
    Ring ring(100);
    ring.allocate(60);
    ring.allocate(40);
    QCOMPARE(ring.allocate(1), std::nullopt);
    ring.release();
    QCOMPARE(ring.allocate(60), std::optional<std::size_t>(0)); // head and tail meet again
    QCOMPARE(ring.allocate(1), std::nullopt);
}

void TestRing::an_empty_ring_has_room_for_one_of_its_own_size() {
    Ring ring(100);
    ring.allocate(70);
    ring.release();
    QCOMPARE(ring.allocate(100), std::optional<std::size_t>(0));
    QCOMPARE(Ring(100).allocate(101), std::nullopt);
}

void TestRing::random_pieces_never_overlap() {
    std::mt19937 random(1);
    Ring ring(1000);
    std::deque<std::pair<std::size_t, std::size_t>> pieces; // begin, end
    std::size_t allocated = 0;
    for (int step = 0; step < 20000; ++step) {
        if (random() % 2 == 0 && !pieces.empty()) {
            ring.release();
            pieces.pop_front();
            continue;
        }
        const std::size_t bytes = 1 + random() % 500;
        const auto begin = ring.allocate(bytes);
        if (!begin) {
            QVERIFY2(!pieces.empty(), "an empty ring refused a piece that is smaller than it");
            continue;
        }
        ++allocated;
        QVERIFY(*begin + bytes <= 1000);
        for (const auto &[other_begin, other_end] : pieces) {
            QVERIFY(*begin + bytes <= other_begin || *begin >= other_end);
        }
        pieces.emplace_back(*begin, *begin + bytes);
    }
    QVERIFY(allocated > 1000);
}

void TestRing::resident_memory_is_widened_to_blocks_data() {
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<quint64>("memory");
    QTest::newRow("whole blocks") << quint64{8192} << quint64{4096} << quint64{4096};
    QTest::newRow("one byte") << quint64{4095} << quint64{1} << quint64{4096};
    QTest::newRow("two bytes in two blocks") << quint64{4095} << quint64{2} << quint64{8192};
    QTest::newRow("a bit on both sides") << quint64{32} << quint64{8192} << quint64{12288};
    QTest::newRow("nothing") << quint64{32} << quint64{0} << quint64{0};
}

void TestRing::resident_memory_is_widened_to_blocks() {
    QFETCH(quint64, offset);
    QFETCH(quint64, bytes);
    QTEST(quint64{resident_memory(offset, bytes)}, "memory");
}

void TestRing::a_slice_stays_within_its_bytes_wherever_it_begins() {
    for (const std::uint64_t row : {1, 17, 144, 4096, 5000}) {
        const std::uint64_t bytes = rows_per_slice(row, 65536) * row;
        QVERIFY(bytes + row > 65536 - 4095); // one row more would be too much for some beginning
        for (std::uint64_t offset = 0; offset < 4096; ++offset) {
            QVERIFY(aligned_extent(offset, bytes).bytes <= 65536);
        }
    }
}

void TestRing::a_row_larger_than_a_slice_is_a_slice() {
    QCOMPARE(rows_per_slice(100'000, 65536), 1u);
    QCOMPARE(rows_per_slice(100'000, 0), 1u);
    const std::vector<StoredMatrix> matrices = {{.row_bytes = 100'000, .rows = 3, .streamed = true}};
    QCOMPARE(minimum_ring(matrices, 65536), 2u * 106'496);
    QCOMPARE(slices_per_sweep(matrices, 65536), 3u);
}

void TestRing::the_cycle_visits_every_row_in_order_again_and_again() {
    const std::vector<StoredMatrix> matrices = {
        {.offset = 32, .row_bytes = 100, .rows = 1000, .streamed = true},
        {.offset = 200'000, .row_bytes = 100, .rows = 7, .resident = true},
        {.offset = 0, .row_bytes = 100, .rows = 0, .streamed = true},
        {.offset = 300'000, .row_bytes = 9000, .rows = 5, .streamed = true},
    };
    SliceCycle cycle(matrices, 16384);
    std::uint64_t slices = 0;
    for (std::uint64_t sweep = 0; sweep < 3; ++sweep) {
        for (const std::size_t matrix : {0, 3}) {
            for (std::uint64_t row = 0; row < matrices[matrix].rows; ++slices) {
                const SlicePlace place = cycle.current();
                QCOMPARE(place.matrix, matrix);
                QCOMPARE(place.first_row, row);
                QCOMPARE(place.sweep, sweep);
                QVERIFY(place.rows > 0);
                row += place.rows;
                cycle.advance();
            }
        }
    }
    QCOMPARE(slices, 3 * slices_per_sweep(matrices, 16384));
    QVERIFY(SliceCycle({}, 16384).empty());
}

void TestRing::only_streamed_matrices_need_a_ring() {
    const StoredMatrix large = {.row_bytes = 4096, .rows = 100, .resident = true};
    const StoredMatrix small = {.row_bytes = 4096, .rows = 2, .streamed = true};
    QCOMPARE(minimum_ring({large}, 1 << 20), 0u);
    QCOMPARE(minimum_ring({large, small}, 1 << 20), 2u * (8192 + 4096));
}

QTEST_GUILESS_MAIN(TestRing)
#include "test_ring.moc"
