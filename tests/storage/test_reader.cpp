#include "storage_files.h"

#include "base/buffer.h"
#include "base/units.h"
#include "storage/direct_reader.h"

#include <QElapsedTimer>
#include <QTest>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace spillway;

namespace {

constexpr std::size_t block = 4096;

ReaderOptions few_in_flight(ReadMode mode) {
    ReaderOptions options = options_for(mode);
    options.depth = 5;
    options.bytes_in_flight = 12 * block;
    return options;
}

/// Processor time of this thread: other programs do not disturb it.
double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace

class TestReader : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void reads_arrive_where_they_should_data() { add_modes(); }
    void reads_arrive_where_they_should();
    void a_read_may_reach_behind_the_end_data() { add_modes(); }
    void a_read_may_reach_behind_the_end();
    void a_file_that_ends_too_early_is_damaged_data() { add_modes(); }
    void a_file_that_ends_too_early_is_damaged();
    void done_becomes_true_without_waiting_data() { add_modes(); }
    void done_becomes_true_without_waiting();
    void waiting_ends_soon_after_a_stop_data() { add_modes(); }
    void waiting_ends_soon_after_a_stop();
    void cancelled_reads_are_forgotten_data() { add_modes(); }
    void cancelled_reads_are_forgotten();
    void dropped_reads_are_not_done_data() { add_modes(); }
    void dropped_reads_are_not_done();
    void a_missing_file_is_named();
    void a_file_that_may_not_be_read_is_named();
    void a_refused_read_names_file_and_byte_data();
    void a_refused_read_names_file_and_byte();
    void a_read_that_hangs_is_given_up();
    void the_caller_does_not_copy_data();
    void the_caller_does_not_copy();
    void a_file_in_memory_is_read_data() { add_modes(); }
    void a_file_in_memory_is_read();

  private:
    TestFolder folder_;
    std::vector<std::filesystem::path> files_;
    const std::vector<std::uint64_t> sizes_ = {1'000'003, 40'960, 300'001};
};

void TestReader::initTestCase() {
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
        files_.push_back(write_pattern(folder_.path(), i, sizes_[i]));
    }
}

void TestReader::reads_arrive_where_they_should() {
    QFETCH(ReadMode, mode);
    const auto reader = make_reader(files_, few_in_flight(mode));
    QCOMPARE(read_mode_name(reader->mode()), read_mode_name(mode));
    QCOMPARE(reader->alignment(), block);
    std::mt19937 random(7);
    constexpr std::size_t count = 60;
    const Buffer memory(count * 20 * block);
    std::vector<ReadRequest> requests;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t file = random() % files_.size();
        const std::size_t bytes = (1 + random() % 20) * block;
        const std::uint64_t most = sizes_[file] > bytes ? (sizes_[file] - bytes) / block : 0;
        const std::uint64_t offset = random() % (most + 1) * block;
        const std::size_t there = std::min<std::uint64_t>(bytes, sizes_[file] - offset);
        requests.push_back({file, offset, bytes, memory.data() + i * 20 * block, 1000 + i, there});
        reader->submit(requests.back());
    }
    std::uint64_t bytes_read = 0;
    std::ranges::shuffle(requests, random);
    for (const ReadRequest &request : requests) {
        reader->wait(request.id, {});
        QVERIFY(reader->done(request.id));
        QCOMPARE(first_difference(request.file, request.offset, request.destination, request.required),
                 std::nullopt);
        bytes_read += request.required;
    }
    QCOMPARE(reader->bytes_read(), bytes_read);
}

void TestReader::a_read_may_reach_behind_the_end() {
    QFETCH(ReadMode, mode);
    const auto reader = make_reader(files_, options_for(mode));
    const Buffer memory(4 * block);
    const std::uint64_t offset = round_down(sizes_[0], block);
    const std::uint64_t there = sizes_[0] - offset;
    reader->submit(
        {.offset = offset, .bytes = 4 * block, .destination = memory.data(), .id = 1, .required = there});
    reader->submit(
        {.offset = offset + block, .bytes = block, .destination = memory.data() + 3 * block, .id = 2});
    reader->wait(1, {});
    reader->wait(2, {});
    QCOMPARE(first_difference(0, offset, memory.data(), there), std::nullopt);
    QCOMPARE(reader->bytes_read(), there);
}

void TestReader::a_file_that_ends_too_early_is_damaged() {
    QFETCH(ReadMode, mode);
    const auto reader = make_reader(files_, options_for(mode));
    const Buffer memory(2 * block);
    const std::uint64_t offset = round_down(sizes_[2], block);
    const ReadRequest request = {2, offset, block, memory.data(), 1, sizes_[2] - offset + 1};
    reader->submit(request);
    reader->submit(
        {.file = 1, .bytes = block, .destination = memory.data() + block, .id = 2, .required = block});
    const auto error = error_of([&] { reader->wait(1, {}); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::damaged);
    const QString message = QString::fromStdString(error->message());
    QVERIFY2(message.contains(QString::fromStdString(files_[2].string())), qPrintable(message));
    QVERIFY2(message.contains("300001") && message.contains("300002"), qPrintable(message));
    QVERIFY(!error->hint().empty());
    reader->wait(2, {}); // the others are not touched by it
    QCOMPARE(first_difference(1, 0, memory.data() + block, block), std::nullopt);
}

void TestReader::done_becomes_true_without_waiting() {
    QFETCH(ReadMode, mode);
    const auto reader = make_reader(files_, few_in_flight(mode));
    const Buffer memory(20 * block);
    for (std::uint64_t i = 0; i < 20; ++i) {
        reader->submit(
            {.offset = i * block, .bytes = block, .destination = memory.data() + i * block, .id = i});
    }
    QTRY_VERIFY_WITH_TIMEOUT(reader->done(19), 10000); // behind what is in flight at first
    for (std::uint64_t i = 0; i < 20; ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(reader->done(i), 10000);
    }
    QCOMPARE(reader->bytes_read(), 20 * block);
}

void TestReader::waiting_ends_soon_after_a_stop() {
    QFETCH(ReadMode, mode);
    ReaderOptions options = options_for(mode);
    options.bytes_in_flight = 64 * block; // one at a time, so that they can share their memory
    const auto reader = make_reader(files_, options);
    const Buffer memory(64 * block);
    constexpr std::uint64_t count = 20'000; // 5 GB
    for (std::uint64_t i = 0; i < count; ++i) {
        reader->submit({.offset = i % 128 * block, .bytes = 64 * block, .destination = memory.data(), .id = i});
    }
    std::stop_source stop;
    QElapsedTimer timer;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        timer.start();
        stop.request_stop();
    });
    const auto error = error_of([&] { reader->wait(count - 1, stop.get_token()); });
    stopper.join();
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::interrupted);
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed()) + " ms"));
    timer.start();
    reader->cancel_all();
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed()) + " ms"));
}

void TestReader::cancelled_reads_are_forgotten() {
    QFETCH(ReadMode, mode);
    const auto reader = make_reader(files_, few_in_flight(mode));
    const Buffer memory(40 * block);
    for (std::uint64_t i = 0; i < 40; ++i) {
        reader->submit({.file = 1,
                        .offset = 9 * block,
                        .bytes = block,
                        .destination = memory.data() + i * block,
                        .id = i,
                        .required = i % 2 * 2 * block}); // every other one fails
    }
    reader->cancel_all();
    std::ranges::fill(memory.bytes(), std::byte{0});
    for (std::uint64_t i = 0; i < 40; ++i) {
        QVERIFY(reader->done(i));
        reader->wait(i, {}); // the errors are gone too
    }
    QVERIFY(std::ranges::all_of(memory.bytes(), [](std::byte b) { return b == std::byte{0}; }));
    reader->submit({.bytes = block, .destination = memory.data(), .id = 1, .required = block});
    reader->wait(1, {});
    QCOMPARE(first_difference(0, 0, memory.data(), block), std::nullopt);
}

void TestReader::dropped_reads_are_not_done() {
    QFETCH(ReadMode, mode);
    ReaderOptions options = options_for(mode);
    options.bytes_in_flight = 4 * block; // one at a time, so that they can share their memory
    const auto reader = make_reader(files_, options);
    const Buffer memory(4 * block);
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        reader->submit({.bytes = 4 * block, .destination = memory.data(), .id = i});
    }
    reader->drop_queued();
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        reader->wait(i, {});
    }
    QVERIFY(reader->bytes_read() < 10'000 * 4 * block);
}

void TestReader::a_missing_file_is_named() {
    const auto error = error_of([&] { make_reader({files_[0], folder_.path() / "nothing.gguf"}); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::not_found);
    QVERIFY(error->message().find("nothing.gguf") != std::string::npos);
}

void TestReader::a_file_that_may_not_be_read_is_named() {
    // A folder cannot be read by anybody, not even by root.
    const auto error = error_of([&] {
        const auto reader = make_reader({folder_.path()});
        const Buffer memory(block);
        reader->submit({.bytes = block, .destination = memory.data(), .id = 1, .required = block});
        reader->wait(1, {});
    });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::io);
    QVERIFY(error->message().find(folder_.path().string()) != std::string::npos);
}

void TestReader::a_refused_read_names_file_and_byte_data() {
    QTest::addColumn<ReadMode>("mode");
    QTest::newRow("io_uring") << ReadMode::io_uring_direct;
    QTest::newRow("threads") << ReadMode::threads_direct;
}

void TestReader::a_refused_read_names_file_and_byte() {
    QFETCH(ReadMode, mode);
    const auto reader = make_reader(files_, options_for(mode));
    // No memory there: the system answers EFAULT.
    auto *const nowhere = reinterpret_cast<std::byte *>(block);
    reader->submit(
        {.offset = 3 * block, .bytes = 2 * block, .destination = nowhere, .id = 1, .required = block});
    const auto error = error_of([&] { reader->wait(1, {}); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::io);
    const QString message = QString::fromStdString(error->message());
    QVERIFY2(message.contains(QString::fromStdString(files_[0].string())), qPrintable(message));
    QVERIFY2(message.contains("8192 bytes at byte 12288") && message.contains("Bad address"),
             qPrintable(message));
}

void TestReader::a_read_that_hangs_is_given_up() {
    // A pipe into which nobody writes is the drive that hangs. Threads cannot read it at an offset, io_uring
    // does.
    const std::filesystem::path pipe = folder_.path() / "pipe";
    QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
    const int writer = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    QVERIFY(writer >= 0);
    ReaderOptions options = options_for(ReadMode::io_uring_buffered);
    options.patience = std::chrono::milliseconds(200);
    const Buffer memory(block);
    {
        const auto reader = make_reader({pipe}, options);
        QCOMPARE(read_mode_name(reader->mode()), read_mode_name(ReadMode::io_uring_buffered));
        reader->submit({.bytes = block, .destination = memory.data(), .id = 1, .required = block});
        QElapsedTimer timer;
        timer.start();
        const auto error = error_of([&] { reader->wait(1, {}); });
        QVERIFY(error.has_value());
        QCOMPARE(error->code(), ErrorCode::io);
        QVERIFY(error->message().find(pipe.string()) != std::string::npos);
        QVERIFY(timer.elapsed() >= 200 && timer.elapsed() < 5000);
    } // and closing the reader calls the read back
    close(writer);
}

void TestReader::the_caller_does_not_copy_data() {
    QTest::addColumn<ReadMode>("mode");
    QTest::newRow("io_uring") << ReadMode::io_uring_buffered;
    QTest::newRow("threads") << ReadMode::threads_buffered;
}

void TestReader::the_caller_does_not_copy() {
    QFETCH(ReadMode, mode);
    constexpr std::size_t bytes = 16 * MiB;
    constexpr std::uint64_t count = 30;
    const auto path = folder_.path() / "large.bin";
    std::ofstream(path, std::ios::binary) << std::string(bytes, 'x'); // and is in the page cache now
    ReaderOptions options = options_for(mode);
    options.bytes_in_flight = bytes; // one at a time, so that they can share their memory
    const auto reader = make_reader({path}, options);
    const Buffer memory(bytes);
    std::memset(memory.data(), 1, bytes);
    const double before = thread_seconds();
    for (std::uint64_t i = 0; i < count; ++i) {
        reader->submit({.bytes = bytes, .destination = memory.data(), .id = i, .required = bytes});
    }
    reader->wait(count - 1, {});
    const double seconds = thread_seconds() - before;
    // Copying 500 MB takes 25 ms at 20 GB/s, which few PCs reach.
    QVERIFY2(seconds < 0.015, qPrintable(QString::number(seconds * 1000) + " ms"));
}

void TestReader::a_file_in_memory_is_read() {
    QFETCH(ReadMode, mode);
    const QTemporaryDir folder("/dev/shm/storage-XXXXXX");
    QVERIFY(folder.isValid());
    const auto path = write_pattern(folder.path().toStdString(), 3, 100'000);
    const auto reader =
        make_reader({files_[0], path}, options_for(mode)); // buffered where memory refuses direct
    const Buffer memory(25 * block);
    reader->submit(
        {.file = 1, .bytes = 25 * block, .destination = memory.data(), .id = 5, .required = 100'000});
    reader->wait(5, {});
    QCOMPARE(first_difference(3, 0, memory.data(), 100'000), std::nullopt);
}

QTEST_GUILESS_MAIN(TestReader)
#include "test_reader.moc"
