#include "base/error.h"
#include "storage/slice_stream.h"

#include <QTest>
#include <map>

using namespace spillway;

namespace {

/// Reads that stay in flight until somebody waits for them or completes them, so that what a stream does in the
/// meantime can be seen.
class SlowReader final : public DirectReader {
  public:
    void submit(const ReadRequest &request) override {
        for (const auto &[id, other] : in_flight) {
            overlapped = overlapped || (request.destination < other.destination + other.bytes &&
                                        other.destination < request.destination + request.bytes);
        }
        in_flight[request.id] = request;
        requests.push_back(request);
    }
    void wait(std::uint64_t id, const std::stop_token &stop) override {
        throw_if_stopped(stop);
        in_flight.erase(id);
    }
    bool done(std::uint64_t id) override { return !in_flight.contains(id); }
    void drop_queued() override {}
    void cancel_all(const std::stop_token &stop) override {
        throw_if_stopped(stop);
        in_flight.clear();
    }
    [[nodiscard]] ReadMode mode() const override { return ReadMode::threads_buffered; }
    [[nodiscard]] std::size_t alignment() const override { return read_alignment; }
    [[nodiscard]] std::uint64_t bytes_read() const override { return 0; }

    std::map<std::uint64_t, ReadRequest> in_flight;
    std::vector<ReadRequest> requests; ///< all
    bool overlapped = false;           ///< two reads into the same memory at the same time
};

const std::vector<StoredMatrix> matrices = {
    {.row_bytes = 4096, .rows = 40, .streamed = true},
    {.offset = 163'840, .row_bytes = 12'288, .rows = 7, .streamed = true}};
constexpr std::uint64_t slice_bytes = 5 * 4096 + 4095; // five rows, or one

std::stop_token stopped() {
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

} // namespace

class TestSliceStream : public QObject {
    Q_OBJECT

  private slots:
    void the_ring_is_filled_at_once();
    void a_release_starts_the_next_read();
    void no_two_reads_go_to_the_same_memory();
    void a_restart_waits_for_reads_in_flight_before_new_ones();
    void a_stop_while_restarting_loses_nothing();
    void a_stop_while_waiting_loses_nothing();
};

void TestSliceStream::the_ring_is_filled_at_once() {
    SlowReader reader;
    SliceStream stream(matrices, slice_bytes, 10 * 20'480, reader);
    QVERIFY(reader.requests.empty());
    stream.start({});
    QCOMPARE(reader.requests.size(), 11u); // eight slices of the first matrix, three of the second
    QCOMPARE(reader.requests[8].offset, 163'840u);
    QCOMPARE(reader.requests[8].bytes, 12'288u);
}

void TestSliceStream::a_release_starts_the_next_read() {
    SlowReader reader;
    SliceStream stream(matrices, slice_bytes, 4 * 20'480, reader);
    stream.start({});
    QCOMPARE(reader.requests.size(), 4u);
    for (std::size_t i = 1; i <= 4; ++i) {
        stream.acquire({});
        QCOMPARE(reader.requests.size(), 3 + i);
        stream.release();
        QCOMPARE(reader.requests.size(), 4 + i);
    }
}

void TestSliceStream::no_two_reads_go_to_the_same_memory() {
    for (std::uint64_t ring = minimum_ring(matrices, slice_bytes); ring < 500'000; ring += 10'007) {
        SlowReader reader;
        SliceStream stream(matrices, slice_bytes, ring, reader);
        for (int i = 0; i < 100; ++i) {
            const WeightStore::Slice slice = stream.acquire({});
            for (const auto &[id, request] : reader.in_flight) { // nor to memory that is in use
                const std::byte *end = slice.data + slice.rows * matrices[slice.matrix].row_bytes;
                QVERIFY(request.destination >= end || request.destination + request.bytes <= slice.data);
            }
            stream.release();
        }
        QVERIFY(!reader.overlapped);
    }
}

void TestSliceStream::a_restart_waits_for_reads_in_flight_before_new_ones() {
    SlowReader reader;
    SliceStream stream(matrices, slice_bytes, 4 * 20'480, reader);
    stream.acquire({});
    stream.release();
    stream.restart();
    QVERIFY(!reader.in_flight.empty());
    QVERIFY(!stream.ready());
    const WeightStore::Slice slice = stream.acquire({});
    QCOMPARE(slice.matrix, 0u);
    QCOMPARE(slice.first_row, 0u);
    QVERIFY(!reader.overlapped);
}

void TestSliceStream::a_stop_while_restarting_loses_nothing() {
    SlowReader reader;
    SliceStream stream(matrices, slice_bytes, 4 * 20'480, reader);
    stream.acquire({});
    stream.restart();
    bool interrupted = false;
    try {
        stream.acquire(stopped());
    } catch (const Error &error) {
        interrupted = error.code() == ErrorCode::interrupted;
    }
    QVERIFY(interrupted);
    QCOMPARE(stream.acquire({}).first_row, 0u);
    QVERIFY(!reader.overlapped);
}

void TestSliceStream::a_stop_while_waiting_loses_nothing() {
    SlowReader reader;
    SliceStream stream(matrices, slice_bytes, 4 * 20'480, reader);
    stream.acquire({});
    stream.release();
    bool interrupted = false;
    try {
        stream.acquire(stopped());
    } catch (const Error &error) {
        interrupted = error.code() == ErrorCode::interrupted;
    }
    QVERIFY(interrupted);
    const WeightStore::Slice slice = stream.acquire({});
    QCOMPARE(slice.first_row, 5u);
    stream.release();
}

QTEST_GUILESS_MAIN(TestSliceStream)
#include "test_slice_stream.moc"
