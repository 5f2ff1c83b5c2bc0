#include "sample_values.h"
#include "widgets/live_charts.h"
#include "widgets/live_series.h"
#include "widgets/live_view.h"
#include "widgets/plain_chart.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace spillway {

namespace {

Sample at(double seconds, double rate = 1e9) {
    Sample sample;
    sample.seconds = seconds;
    sample.bytes_per_second = {rate, 0, 0, 0};
    sample.tokens_per_second = rate / 1e7;
    return sample;
}

/// Counts how often a widget is really painted.
class PaintCounter : public QObject {
  public:
    using QObject::QObject;
    int count = 0;
    bool eventFilter(QObject *, QEvent *event) override {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

class TestLive : public QObject {
    Q_OBJECT

  private slots:
    void last_minute_forgets_what_is_older() {
        LiveSeries series;
        for (int i = 0; i <= 2000; ++i)
            series.add(at(i * 0.1));
        QVERIFY(series.lastMinute().size() <= LiveSeries::capacity);
        QCOMPARE(series.lastMinute().back().seconds, 200.0);
        QVERIFY(series.lastMinute().front().seconds >= 139.8);
        QVERIFY(series.lastMinute().front().seconds <= 140.2);
    }

    void whole_run_is_halved_and_keeps_its_average() {
        LiveSeries series;
        double sum = 0;
        const int count = 4800;
        for (int i = 0; i < count; ++i) {
            const double rate = 1e9 * (1 + i % 7);
            sum += rate;
            series.add(at(i * 0.1, rate));
        }
        QVERIFY(series.wholeRun().size() < LiveSeries::capacity);
        QVERIFY(series.wholeRun().size() >= LiveSeries::capacity / 2);
        QCOMPARE(series.merged(), std::size_t{16});
        double merged = 0;
        for (const Sample &point : series.wholeRun())
            merged += point.bytes_per_second[0];
        const double mean = merged / static_cast<double>(series.wholeRun().size());
        QVERIFY(std::abs(mean - sum / count) < 1e-6 * mean);
        QVERIFY(std::ranges::is_sorted(series.wholeRun(), {}, &Sample::seconds));
        QVERIFY(series.wholeRun().front().seconds < 2);
        QVERIFY(series.wholeRun().back().seconds > 478);
    }

    void time_does_not_run_backwards() {
        LiveSeries series;
        series.add(at(5));
        series.add(at(4));
        series.add(at(std::numeric_limits<double>::quiet_NaN()));
        QCOMPARE(series.wholeRun().size(), std::size_t{1});
    }

    void tokens_are_merged_and_averaged() {
        LiveSeries series;
        QCOMPARE(series.averageTokenSeconds(), 0.0);
        for (int i = 0; i < 1500; ++i)
            series.addToken(i % 2 == 0 ? 1 : 3);
        series.addToken(0);
        QCOMPARE(series.tokens(), std::size_t{1500});
        QCOMPARE(series.averageTokenSeconds(), 2.0);
        QVERIFY(series.tokenSeconds().size() < LiveSeries::capacity);
        QCOMPARE(series.tokensMerged(), std::size_t{4});
        for (const double seconds : series.tokenSeconds())
            QCOMPARE(seconds, 2.0);
    }

    void csv_has_units_and_points_whatever_the_locale() {
        QLocale::setDefault(QLocale(QLocale::German));
        LiveSeries series;
        Sample sample = at(0.5, 6.5e9);
        sample.memory[static_cast<std::size_t>(Tier::ram)].weights = 20'500'000'000;
        series.add(sample);
        const QList<QByteArray> lines = series.csv().split('\n');
        QLocale::setDefault(QLocale::c());
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].startsWith("seconds,tokens_per_second,storage_to_ram_bytes_per_second"));
        const QList<QByteArray> names = lines[0].trimmed().split(',');
        const QList<QByteArray> values = lines[1].trimmed().split(',');
        QCOMPARE(values.size(), names.size());
        QCOMPARE(values[0], QByteArray("0.5"));
        QCOMPARE(values[2].toDouble(), 6.5e9);
        QCOMPARE(values[names.indexOf("ram_weights_bytes")], QByteArray("20500000000"));
        QVERIFY(lines[1].endsWith('\r'));
    }

    void axes_end_at_round_numbers_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("expected");
        QTest::newRow("7.3") << 7.3 << 8.0;
        QTest::newRow("8") << 8.0 << 8.0;
        QTest::newRow("8.1") << 8.1 << 10.0;
        QTest::newRow("12") << 12.0 << 15.0;
        QTest::newRow("0.03") << 0.03 << 0.03;
        QTest::newRow("nothing") << 0.0 << 1.0;
        QTest::newRow("nan") << std::numeric_limits<double>::quiet_NaN() << 1.0;
    }
    void axes_end_at_round_numbers() {
        QFETCH(double, value);
        QFETCH(double, expected);
        QCOMPARE(niceCeiling(value), expected);
    }

    void repaints_at_most_four_times_a_second() {
        LiveView view;
        const Plan plan = samples::large_plan();
        view.setMachine(samples::example_machine());
        view.setPlan(plan);
        view.resize(300, 900);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTest::qWait(400);
        const auto *charts = view.findChild<PlainChart *>();
        QVERIFY(charts);
        PaintCounter counter;
        charts->viewport()->installEventFilter(&counter);
        for (int i = 0; i < 100; ++i) {
            view.addSample(samples::sample_at(plan, i * 0.01, 6.5, 8, 0.08));
            QTest::qWait(10);
        }
        // Some more than a second went by; on a slow machine fewer repaints are right too.
        QVERIFY2(counter.count >= 1 && counter.count <= 8, qPrintable(QString::number(counter.count)));
    }

    void does_not_paint_while_hidden_or_frozen() {
        LiveView view;
        const Plan plan = samples::small_plan();
        view.setPlan(plan);
        auto *freeze = [&] {
            for (auto *button : view.findChildren<QToolButton *>())
                if (button->text() == QStringLiteral("Freeze"))
                    return button;
            return static_cast<QToolButton *>(nullptr);
        }();
        QVERIFY(freeze);
        view.addSample(at(0));
        QTest::qWait(300);
        view.show();
        QTest::qWait(300);
        freeze->click();
        QVERIFY(view.isFrozen());
        PaintCounter counter;
        for (auto *chart : view.findChildren<PlainChart *>())
            chart->viewport()->installEventFilter(&counter);
        for (int i = 1; i < 50; ++i)
            view.addSample(at(i));
        QTest::qWait(400);
        QCOMPARE(counter.count, 0);
        QCOMPARE(view.series().wholeRun().size(), std::size_t{50});
        freeze->click();
        QTRY_VERIFY(counter.count > 0);
    }

    void charts_carry_their_values_as_text() {
        LiveView view;
        const Plan plan = samples::large_plan();
        view.setMachine(samples::example_machine());
        view.setPlan(plan);
        view.beginRun();
        view.addSample(samples::sample_at(plan, 0, 6.5, 8, 0.08));
        view.addSweep(samples::report_of(plan, 12.4), SweepPhase::token);
        view.show();
        QStringList names;
        for (auto *chart : view.findChildren<PlainChart *>())
            names << chart->accessibleName();
        QVERIFY2(names.contains(QStringLiteral("NVMe → RAM: 6.50 GB/s of 6.60 GB/s")),
                 qPrintable(names.join(u'\n')));
        QVERIFY2(names.contains(QStringLiteral("Seconds per token: predicted 12.2, average 12.4")),
                 qPrintable(names.join(u'\n')));
    }

    void asks_for_a_file_when_told_to_save() {
        LiveView view;
        QSignalSpy asked(&view, &LiveView::saveCsvRequested);
        for (auto *button : view.findChildren<QToolButton *>())
            if (button->toolTip() == QStringLiteral("Save as CSV…"))
                button->click();
        QCOMPARE(asked.count(), 1);
    }
};

} // namespace spillway

QTEST_MAIN(spillway::TestLive)
#include "test_live.moc"
