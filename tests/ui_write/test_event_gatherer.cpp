#include "engine/event_batch.h"

#include <QtTest>

#include <thread>

using namespace spillway;

class TestEventGatherer : public QObject {
    Q_OBJECT

  private slots:
    void only_the_first_event_wakes();
    void progress_is_the_newest_and_tokens_are_all_there();
    void a_report_knows_what_its_sweep_was_for();
    void nothing_is_lost_between_threads();
};

void TestEventGatherer::only_the_first_event_wakes() {
    EventGatherer gatherer;
    QVERIFY(gatherer.add(TokenEvent{}));
    QVERIFY(!gatherer.add(TokenEvent{}));
    QCOMPARE(gatherer.take().tokens.size(), 2U);
    QVERIFY(gatherer.take().isEmpty());
    QVERIFY(gatherer.add(Sample{}));
}

void TestEventGatherer::progress_is_the_newest_and_tokens_are_all_there() {
    EventGatherer gatherer;
    for (std::size_t i = 0; i < 5; ++i) {
        SweepProgress sweep;
        sweep.token = i;
        gatherer.add(sweep);
        TokenEvent token;
        token.index = i;
        gatherer.add(token);
        gatherer.add(Notice{"n", ""});
    }
    const EventBatch batch = gatherer.take();
    QCOMPARE(batch.sweep->token, 4U);
    QCOMPARE(batch.tokens.size(), 5U);
    QCOMPARE(batch.tokens[3].index, 3U);
    QCOMPARE(batch.notices.size(), 5U);
}

void TestEventGatherer::a_report_knows_what_its_sweep_was_for() {
    EventGatherer gatherer;
    gatherer.add(SweepReport{});
    gatherer.add(TokenEvent{}); // from the first word on sweeps are for tokens
    gatherer.add(SweepReport{});
    const EventBatch batch = gatherer.take();
    QVERIFY(batch.reports[0].second == SweepPhase::prompt);
    QVERIFY(batch.reports[1].second == SweepPhase::token);
}

void TestEventGatherer::nothing_is_lost_between_threads() {
    constexpr std::size_t count = 20000;
    EventGatherer gatherer;
    std::jthread engine([&] {
        for (std::size_t i = 0; i < count; ++i) {
            TokenEvent token;
            token.index = i;
            gatherer.add(token);
        }
    });
    std::size_t seen = 0;
    while (seen < count) {
        for (const TokenEvent &token : gatherer.take().tokens) {
            QCOMPARE(token.index, seen++);
        }
    }
}

QTEST_GUILESS_MAIN(TestEventGatherer)
#include "test_event_gatherer.moc"
