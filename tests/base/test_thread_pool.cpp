#include "base/thread_pool.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <sys/resource.h>
#include <thread>

using namespace spillway;
using namespace std::chrono_literals;

namespace {

double process_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

} // namespace

class TestThreadPool : public QObject {
    Q_OBJECT

  private slots:
    void every_index_is_covered_once_data();
    void every_index_is_covered_once();
    void ranges_have_the_grain();
    void many_jobs_follow_each_other();
    void work_is_shared();
    void idle_pool_uses_no_processor_time();
    void pinned_threads_work();
};

void TestThreadPool::every_index_is_covered_once_data() {
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("grain");
    for (const int threads : {1, 2, 5}) {
        for (const int count : {0, 1, 7, 1000}) {
            for (const int grain : {0, 1, 3, 2000}) {
                QTest::addRow("%d threads, %d items, grain %d", threads, count, grain)
                    << threads << count << grain;
            }
        }
    }
}

void TestThreadPool::every_index_is_covered_once() {
    QFETCH(int, threads);
    QFETCH(int, count);
    QFETCH(int, grain);
    ThreadPool pool(static_cast<std::size_t>(threads));
    QCOMPARE(pool.size(), static_cast<std::size_t>(threads));
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
    pool.run(visits.size(), static_cast<std::size_t>(grain), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            ++visits[i];
        }
    });
    QVERIFY(std::ranges::all_of(visits, [](const std::atomic<int> &n) { return n == 1; }));
}

void TestThreadPool::ranges_have_the_grain() {
    ThreadPool pool(3);
    std::mutex mutex;
    std::set<std::pair<std::size_t, std::size_t>> ranges;
    pool.run(10, 4, [&](std::size_t begin, std::size_t end) {
        const std::lock_guard lock(mutex);
        ranges.emplace(begin, end);
    });
    QCOMPARE(ranges, (std::set<std::pair<std::size_t, std::size_t>>{{0, 4}, {4, 8}, {8, 10}}));
}

/// A worker that is late for one job must not take part in the next with the old one's work.
void TestThreadPool::many_jobs_follow_each_other() {
    ThreadPool pool(3);
    for (std::size_t job = 0; job < 2000; ++job) {
        std::atomic<std::size_t> sum{0};
        const std::size_t count = 2 + job % 7;
        pool.run(count, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                sum += i + job;
            }
        });
        QCOMPARE(sum.load(), count * (count - 1) / 2 + count * job);
    }
}

void TestThreadPool::work_is_shared() {
    ThreadPool pool(2);
    std::mutex mutex;
    std::set<std::thread::id> threads;
    // Each half waits until the other has begun, so one thread alone could not finish.
    std::atomic<int> begun{0};
    pool.run(2, 1, [&](std::size_t, std::size_t) {
        ++begun;
        while (begun < 2) {
            std::this_thread::yield();
        }
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
    });
    QCOMPARE(threads.size(), std::size_t{2});
    QVERIFY(threads.contains(std::this_thread::get_id()));
}

void TestThreadPool::idle_pool_uses_no_processor_time() {
    ThreadPool pool(4);
    std::atomic<int> done{0};
    pool.run(100, 1, [&](std::size_t, std::size_t) { ++done; });
    QCOMPARE(done.load(), 100);
    std::this_thread::sleep_for(20ms);
    const double before = process_seconds();
    std::this_thread::sleep_for(200ms);
    const double used = process_seconds() - before;
    qInfo("%.2f ms of processor time in 200 ms", used * 1e3);
    // Three workers that spin would use up to 600 ms.
    QVERIFY(used < 0.02);
}

void TestThreadPool::pinned_threads_work() {
    const std::vector<int> processors = {0, 0};
    ThreadPool pool(7, processors);
    QCOMPARE(pool.size(), std::size_t{2});
    std::atomic<int> done{0};
    pool.run(100, 1, [&](std::size_t, std::size_t) { ++done; });
    QCOMPARE(done.load(), 100);
}

QTEST_GUILESS_MAIN(TestThreadPool)
#include "test_thread_pool.moc"
