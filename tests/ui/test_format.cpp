#include "format.h"
#include "sample_values.h"
#include "widgets/bytes_spin_box.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

namespace spillway {

class TestFormat : public QObject {
    Q_OBJECT

  private slots:
    void unknown_is_never_a_number_data() {
        QTest::addColumn<QString>("text");
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinite = std::numeric_limits<double>::infinity();
        QTest::newRow("seconds nan") << secondsText(nan);
        QTest::newRow("seconds infinite") << secondsText(infinite);
        QTest::newRow("seconds negative") << secondsText(-1);
        QTest::newRow("speed zero") << speedText(0);
        QTest::newRow("speed nan") << speedText(nan);
        QTest::newRow("rate nan") << rateText(nan);
        QTest::newRow("prediction") << predictedSpeedText({});
    }
    void unknown_is_never_a_number() {
        QFETCH(QString, text);
        QCOMPARE(text, QStringLiteral("not measured yet"));
    }

    void times_and_speeds_have_units_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("6.4") << secondsText(6.4) << "6.4 s";
        QTest::newRow("a prediction and a measurement differ") << secondsText(12.17) << "12.2 s";
        QTest::newRow("26 min") << secondsText(1560) << "26 min";
        QTest::newRow("below one token per second") << speedText(12.4) << "12.4 s per token";
        QTest::newRow("above") << speedText(0.0085) << "118 tokens/s";
        QTest::newRow("about") << predictedSpeedText({12.2, Limit::disk}) << "about 12.2 s per token";
    }
    void times_and_speeds_have_units() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(text, expected);
    }

    void two_sizes_share_the_unit_of_the_second_data() {
        QTest::addColumn<quint64>("first");
        QTest::addColumn<quint64>("second");
        QTest::addColumn<QString>("expected");
        QTest::newRow("GB") << quint64{7'100'000'000} << quint64{8'420'000'000} << "7.10 of 8.42 GB";
        QTest::newRow("a first in MB") << quint64{500'000'000} << quint64{8'420'000'000} << "0.50 of 8.42 GB";
        QTest::newRow("tens") << quint64{24'700'000'000} << quint64{24'800'000'000} << "24.7 of 24.8 GB";
        QTest::newRow("a drive") << quint64{236'000'000'000} << quint64{1'000'000'000'000} << "236 of 1,000 GB";
        QTest::newRow("far smaller") << quint64{140'000'000} << quint64{12'600'000'000} << "140 MB of 12.6 GB";
        QTest::newRow("nothing") << quint64{0} << quint64{12'600'000'000} << "0.0 of 12.6 GB";
        QTest::newRow("kB") << quint64{200'000} << quint64{500'000} << "200 of 500 kB";
    }
    void two_sizes_share_the_unit_of_the_second() {
        QFETCH(quint64, first);
        QFETCH(quint64, second);
        QFETCH(QString, expected);
        QLocale::setDefault(QLocale(QLocale::English));
        const SizePair pair = sizePair(first, second);
        const QString text = pair.first + QStringLiteral(" of ") + pair.second;
        QCOMPARE(text.toStdString(), expected.toStdString());
    }

    void fit_is_read_off_the_plan() {
        QCOMPARE(fitOf(samples::large_plan()), Fit::streams);
        QCOMPARE(fitOf(samples::small_plan()), Fit::ram);
        Plan plan = samples::small_plan();
        plan.parts[5].tier = Tier::gpu;
        QCOMPARE(fitOf(plan), Fit::gpu_and_ram);
        for (Part &part : plan.parts)
            part.tier = Tier::gpu;
        QCOMPARE(fitOf(plan), Fit::gpu);
    }

    void layers_are_counted_by_the_tier_that_holds_most() {
        const Plan plan = samples::large_plan();
        QCOMPARE(layersByTier(plan), (std::array<std::size_t, 3>{5, 15, 60}));
        QCOMPARE(dividedLayers(plan), std::size_t{1});
    }

    void bytes_field_takes_what_people_write_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<quint64>("bytes");
        QTest::newRow("GB") << "7.5 GB" << quint64{7'500'000'000};
        QTest::newRow("MiB") << "512MiB" << quint64{512 * MiB};
        QTest::newRow("nonsense changes nothing") << "many" << quint64{1'000'000'000};
        QTest::newRow("more than there is") << "99 TB" << quint64{32'000'000'000};
    }
    void bytes_field_takes_what_people_write() {
        QFETCH(QString, typed);
        QFETCH(quint64, bytes);
        BytesSpinBox box;
        box.setMaximumBytes(32'000'000'000);
        box.setBytes(1'000'000'000);
        box.selectAll();
        QTest::keyClicks(&box, typed);
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.bytes(), bytes);
    }

    void bytes_field_keeps_what_its_text_rounds() {
        BytesSpinBox box;
        box.setMaximumBytes(32'000'000'000);
        box.setBytes(1'234'567'890);
        QSignalSpy changed(&box, &QDoubleSpinBox::valueChanged);
        box.interpretText();
        QCOMPARE(box.bytes(), std::uint64_t{1'234'567'890});
        QCOMPARE(changed.count(), 0);
    }

    void bytes_field_steps_from_what_automatic_comes_to() {
        BytesSpinBox box;
        box.setMaximumBytes(32'000'000'000);
        box.setAutomaticBytes(20'000'000'000);
        QCOMPARE(box.text(), QStringLiteral("20.0 GB"));
        QCOMPARE(box.bytes(), std::uint64_t{0});
        box.stepDown();
        QVERIFY(box.bytes() < 20'000'000'000 && box.bytes() > 19'000'000'000);
    }
};

} // namespace spillway

QTEST_MAIN(spillway::TestFormat)
#include "test_format.moc"
