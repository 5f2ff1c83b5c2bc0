#include "fake_tree.h"

#include "base/units.h"
#include "hardware/measure.h"
#include "hardware/probe.h"
#include "hardware/timed_rate.h"

#include <QElapsedTimer>
#include <QTest>
#include <thread>

using namespace spillway;

class TestMeasure : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void all_links_of_this_machine_are_measured();
    void without_files_only_ram_is_measured();
    void small_and_empty_files_are_read_too();
    void a_file_in_memory_is_read();
    void a_stop_is_obeyed_at_any_time();
    void another_pc_cannot_be_measured();
    void a_missing_file_is_named();
    void the_rate_is_bytes_over_time();
    void a_stopped_measurement_has_no_rate();
    void an_error_in_a_thread_ends_the_measurement();

  private:
    FakeTree tree_;
    std::filesystem::path file_;
    Machine machine_;
};

void TestMeasure::initTestCase() {
    file_ = tree_.path() / "weights.bin";
    tree_.write("weights.bin", std::string(40 * MiB + 5, 'w'));
    machine_ = probe_machine();
}

void TestMeasure::all_links_of_this_machine_are_measured() {
    std::vector<double> fractions;
    std::vector<std::string> names;
    const Links links = measure_links(machine_, {.files = {file_}, .threads = 2, .seconds_per_point = 0.03}, {},
                                      [&](std::string_view what, double fraction) {
                                          fractions.push_back(fraction);
                                          names.emplace_back(what);
                                      });
    for (const auto &link :
         {links.storage_to_ram, links.ram_to_cpu, links.storage_to_ram_together, links.ram_to_cpu_together}) {
        QVERIFY(link.has_value());
        QVERIFY(link->bytes_per_s > 1e6 && link->bytes_per_s < 1e13);
        QCOMPARE(link->source, Source::measured);
        QVERIFY(!link->how.empty());
    }
    QVERIFY(links.storage_to_ram->how.find("MiB") != std::string::npos);
    QVERIFY(!links.ram_to_gpu && !links.gpu_to_gpu);
    QVERIFY(std::ranges::is_sorted(fractions));
    QCOMPARE(fractions.back(), 1.0);
    QCOMPARE(names.front(), std::string("storage to RAM"));
    QVERIFY(std::ranges::find(names, "RAM to processor") != names.end());
}

void TestMeasure::without_files_only_ram_is_measured() {
    const Links links = measure_links(machine_, {.files = {}, .threads = 1, .seconds_per_point = 0.02}, {});
    QVERIFY(links.ram_to_cpu.has_value());
    QVERIFY(!links.storage_to_ram && !links.storage_to_ram_together && !links.ram_to_cpu_together);
}

void TestMeasure::small_and_empty_files_are_read_too() {
    tree_.write("small.bin", "a few bytes");
    tree_.write("empty.bin", "");
    const Links links = measure_links(machine_,
                                      {.files = {tree_.path() / "small.bin", tree_.path() / "empty.bin"},
                                       .threads = 1,
                                       .seconds_per_point = 0.01},
                                      {});
    QVERIFY(links.storage_to_ram->bytes_per_s > 0);
    const Links none = measure_links(
        machine_, {.files = {tree_.path() / "empty.bin"}, .threads = 1, .seconds_per_point = 0.01}, {});
    QVERIFY(!none.storage_to_ram);
}

void TestMeasure::a_file_in_memory_is_read() {
    const QTemporaryDir folder("/dev/shm/measure-XXXXXX");
    QVERIFY(folder.isValid());
    const std::filesystem::path path = folder.path().toStdString() + "/weights.bin";
    std::filesystem::copy_file(file_, path);
    const Links links = measure_links(machine_, {.files = {path}, .threads = 1, .seconds_per_point = 0.01}, {});
    QVERIFY(links.storage_to_ram->bytes_per_s > 0);
}

void TestMeasure::a_stop_is_obeyed_at_any_time() {
    for (const int milliseconds : {0, 30, 150, 400}) {
        std::stop_source stop;
        QElapsedTimer timer;
        timer.start();
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            stop.request_stop();
        });
        const auto error = error_of(
            [&] { measure_links(machine_, {.files = {file_}, .seconds_per_point = 5}, stop.get_token()); });
        QVERIFY(error.has_value());
        QCOMPARE(error->code(), ErrorCode::interrupted);
        QVERIFY2(timer.elapsed() < milliseconds + 2500, qPrintable(QString::number(timer.elapsed()) + " ms"));
    }
}

void TestMeasure::another_pc_cannot_be_measured() {
    Machine other = machine_;
    other.this_system = false;
    const auto error = error_of([&] { measure_links(other, {.files = {file_}}, {}); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::invalid_argument);
}

void TestMeasure::a_missing_file_is_named() {
    const auto error =
        error_of([&] { measure_links(machine_, {.files = {tree_.path() / "missing.bin"}}, {}); });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::not_found);
    QVERIFY(error->message().find("missing.bin") != std::string::npos);
}

void TestMeasure::the_rate_is_bytes_over_time() {
    const double rate = timed_rate(3, 0.1, {}, [](std::size_t, const std::atomic<bool> &over) {
        while (!over) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return std::uint64_t{100'000};
    });
    QVERIFY(rate < 3'000'000); // 300000 bytes in a little more than a tenth of a second
    QVERIFY(rate > 300'000);
}

void TestMeasure::a_stopped_measurement_has_no_rate() {
    std::stop_source stop;
    const auto error = error_of([&] {
        timed_rate(1, 20, stop.get_token(), [&](std::size_t, const std::atomic<bool> &over) {
            stop.request_stop();
            while (!over) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            return std::uint64_t{1};
        });
    });
    QVERIFY(error.has_value());
    QCOMPARE(error->code(), ErrorCode::interrupted);
}

void TestMeasure::an_error_in_a_thread_ends_the_measurement() {
    QElapsedTimer timer;
    timer.start();
    const auto error = error_of([] {
        timed_rate(2, 20, {}, [](std::size_t thread, const std::atomic<bool> &over) -> std::uint64_t {
            if (thread == 1) {
                throw Error(ErrorCode::io, "The drive is gone.");
            }
            while (!over) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            return 1;
        });
    });
    QVERIFY(error.has_value());
    QCOMPARE(error->message(), std::string("The drive is gone."));
    QVERIFY(timer.elapsed() < 5000);
}

QTEST_GUILESS_MAIN(TestMeasure)
#include "test_measure.moc"
