#include "sample_values.h"
#include "widgets/sweep_strip.h"

#include <QAccessible>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace spillway {

class TestSweepStrip : public QObject {
    Q_OBJECT

  private slots:
    void blocks_cover_the_row_without_overlap_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("blocks");
        QTest::newRow("one") << 1 << 800.0 << 1;
        QTest::newRow("30 layers") << 30 << 1004.0 << 30;
        QTest::newRow("80 layers") << 80 << 1420.0 << 80;
        QTest::newRow("160 layers on a small window") << 160 << 1004.0 << 160;
        QTest::newRow("layers share blocks") << 333 << 1004.0 << 160;
    }
    void blocks_cover_the_row_without_overlap() {
        QFETCH(int, layers);
        QFETCH(double, width);
        QFETCH(int, blocks);
        const SweepGeometry geometry({10, 5, width, 17}, static_cast<std::size_t>(layers));
        QCOMPARE(geometry.blocks(), static_cast<std::size_t>(blocks));
        QCOMPARE(geometry.block(0).left(), 10.0);
        QCOMPARE(geometry.block(geometry.blocks() - 1).right(), 10 + width);
        for (std::size_t i = 0; i + 1 < geometry.blocks(); ++i) {
            QVERIFY(geometry.block(i).right() < geometry.block(i + 1).left());
            QCOMPARE(geometry.lastLayer(i), geometry.firstLayer(i + 1));
            QVERIFY(geometry.block(i).width() >= 1);
        }
        QCOMPARE(geometry.lastLayer(geometry.blocks() - 1), static_cast<std::size_t>(layers));
        for (int layer = 0; layer < layers; ++layer) {
            const std::size_t block = geometry.blockOfLayer(static_cast<std::size_t>(layer));
            QVERIFY(geometry.firstLayer(block) <= static_cast<std::size_t>(layer));
            QVERIFY(geometry.lastLayer(block) > static_cast<std::size_t>(layer));
            QCOMPARE(geometry.blockAt(geometry.block(block).center().x()), static_cast<int>(block));
        }
        QCOMPARE(geometry.blockAt(9), -1);
        QCOMPARE(geometry.blockAt(11 + width), -1);
    }

    void no_layers_have_no_blocks() {
        const SweepGeometry geometry({0, 0, 100, 10}, 0);
        QCOMPARE(geometry.blocks(), std::size_t{0});
        QCOMPARE(geometry.blockAt(50), -1);
    }

    void a_block_fills_as_its_layers_are_done() {
        const SweepGeometry geometry({0, 0, 1000, 10}, 80);
        QCOMPARE(geometry.share(36, 36.4), 0.4);
        QCOMPARE(geometry.share(35, 36.4), 1.0);
        QCOMPARE(geometry.share(37, 36.4), 0.0);
    }

    void says_what_happens_data() {
        QTest::addColumn<SweepState>("state");
        QTest::addColumn<SweepStatus>("status");
        QTest::addColumn<QString>("line");
        SweepStatus status;
        status.model = QStringLiteral("YaLM 100B");
        status.layers = 80;
        status.by_tier = {5, 15, 60};
        QTest::newRow("ready") << SweepState::ready << status
                               << "YaLM 100B is loaded, 5 layers in GPU, 15 in RAM, 60 stream from NVMe, ready";
        status.sweep = {SweepPhase::token, 17, 128, 36.4, 38, 80, Limit::disk, 6.4};
        QTest::newRow("token") << SweepState::token << status
                               << "Token 17 of 128, layer 37 of 80, 6.4 s left, waiting for: NVMe";
        status.texts = 4;
        QTest::newRow("texts") << SweepState::token << status
                               << "4 texts, token 17 of 128, layer 37 of 80, 6.4 s left, waiting for: NVMe";
        status.texts = 1;
        status.sweep.seconds_left = 0;
        status.sweep.waiting_for = Limit::none;
        QTest::newRow("what is not known is not said")
            << SweepState::token << status << "Token 17 of 128, layer 37 of 80";
        status.sweep = {SweepPhase::prompt, 64, 212, 80, 80, 80, Limit::cpu, 0};
        QTest::newRow("prompt, last layer")
            << SweepState::prompt << status
            << "Reading the prompt, 64 of 212 tokens, layer 80 of 80, waiting for: processor";
        status.load = {44, 80, {4'000'000'000, 11'000'000'000, 0}, {6'700'000'000, 20'500'000'000, 0}, 6.1e9};
        QTest::newRow("loading") << SweepState::loading << status
                                 << "Loading YaLM 100B, layer 44 of 80, 2.0 s left";
        status.addTokenSeconds(0.01);
        status.sweep = {SweepPhase::token, 17, 128, 36.4, 38, 80, Limit::cpu, 0.005};
        QTest::newRow("fast") << SweepState::token << status
                              << "Token 17 of 128, 100 tokens/s on average, waiting for: processor";
    }
    void says_what_happens() {
        QFETCH(SweepState, state);
        QFETCH(SweepStatus, status);
        QFETCH(QString, line);
        QCOMPARE(sweepSummary(state, status), line);
    }

    void the_average_follows_within_some_tokens() {
        SweepStatus status;
        status.addTokenSeconds(10);
        QCOMPARE(status.average_seconds, 10.0);
        for (int i = 0; i < 20; ++i)
            status.addTokenSeconds(20);
        QVERIFY(std::abs(status.average_seconds - 20) < 0.1);
        status.addTokenSeconds(0);
        QCOMPARE(status.last_seconds, 20.0);
    }

    void tells_when_the_run_ends() {
        SweepStatus status;
        status.addTokenSeconds(12.4);
        status.sweep = {SweepPhase::token, 28, 128, 0, 0, 80, Limit::disk, 0};
        const QDateTime now(QDate(2026, 11, 9), QTime(14, 0));
        // 100 tokens of 12.4 s are 20 minutes and 40 seconds.
        QCOMPARE(sweepNote(SweepState::token, status, now),
                 QStringLiteral("last token 12.4 s  ·  average 12.4 s  ·  run ends about 14:20"));
    }

    void a_click_on_a_block_names_its_layer() {
        SweepStrip strip;
        strip.setPlan(samples::large_plan());
        strip.setReady();
        strip.resize(1440, strip.sizeHint().height());
        QSignalSpy clicked(&strip, &SweepStrip::layerClicked);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.blockRect(38).center());
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].toInt(), 38);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(40, 8)); // the line of words
        QCOMPARE(clicked.count(), 1);
    }

    void keys_move_a_cursor_over_the_blocks() {
        SweepStrip strip;
        strip.setPlan(samples::large_plan());
        strip.setReady();
        strip.resize(1440, 60);
        QSignalSpy clicked(&strip, &SweepStrip::layerClicked);
        QTest::keyClick(&strip, Qt::Key_End);
        QTest::keyClick(&strip, Qt::Key_Left);
        QTest::keyClick(&strip, Qt::Key_Return);
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].toInt(), 78);
        QTest::keyClick(&strip, Qt::Key_Home);
        QTest::keyClick(&strip, Qt::Key_Left);
        QCOMPARE(strip.currentBlock(), 0);
    }

    void buttons_belong_to_their_state() {
        SweepStrip strip;
        strip.setPlan(samples::large_plan());
        strip.resize(1200, 60);
        const auto visible = [&] {
            QList<QPushButton *> found;
            for (auto *button : strip.findChildren<QPushButton *>())
                if (!button->isHidden())
                    found << button;
            return found;
        };
        strip.setReady();
        QCOMPARE(visible().size(), 0);
        QSignalSpy cancelled(&strip, &SweepStrip::cancelRequested);
        strip.setLoading({1, 80, {}, {}, 0});
        QCOMPARE(visible().size(), 1);
        visible()[0]->click();
        QCOMPARE(cancelled.count(), 1);
        QSignalSpy resumed(&strip, &SweepStrip::resumeRequested);
        strip.setPaused(QStringLiteral("Paused"), {});
        visible()[0]->click();
        QCOMPARE(resumed.count(), 1);
        QSignalSpy retried(&strip, &SweepStrip::retryRequested);
        QSignalSpy details(&strip, &SweepStrip::detailsRequested);
        strip.setFailed(Error(ErrorCode::io, "It broke."), true);
        QCOMPARE(visible().size(), 2);
        for (auto *button : visible())
            button->click();
        QCOMPARE(retried.count(), 1);
        QCOMPARE(details.count(), 1);
        QCOMPARE(cancelled.count(), 1);
        strip.setFailed(Error(ErrorCode::io, "It broke."), false);
        QCOMPARE(visible().size(), 1);
        QVERIFY(strip.summary().contains(QStringLiteral("It broke.")));
    }

    void screen_readers_find_a_child_per_block() {
        SweepStrip strip;
        strip.setPlan(samples::large_plan());
        strip.resize(1440, 60);
        strip.setSweep({SweepPhase::token, 17, 128, 36.4, 38, 80, Limit::disk, 6.4});
        QAccessibleInterface *list = QAccessible::queryAccessibleInterface(&strip);
        QVERIFY(list);
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(list->childCount(), 80);
        QCOMPARE(list->text(QAccessible::Value),
                 QStringLiteral("Token 17 of 128, layer 37 of 80, 6.4 s left, waiting for: NVMe"));
        QAccessibleInterface *block = list->child(38);
        QVERIFY(block);
        QCOMPARE(block->text(QAccessible::Name), QStringLiteral("Layer 39, NVMe, 1.22 GB"));
        QCOMPARE(list->child(36)->text(QAccessible::Name), QStringLiteral("Layer 37, RAM, 1.22 GB, now"));
        QCOMPARE(list->child(35)->text(QAccessible::Name), QStringLiteral("Layer 36, NVMe, 1.22 GB, done"));
        QCOMPARE(list->indexOfChild(block), 38);
        QCOMPARE(block->parent(), list);
        QVERIFY(block->actionInterface());
        QSignalSpy clicked(&strip, &SweepStrip::layerClicked);
        block->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(clicked.count(), 1);
        strip.setNoModel();
        QCOMPARE(list->childCount(), 0);
        QVERIFY(!block->isValid());
    }

    void many_events_are_few_repaints() {
        SweepStrip strip;
        strip.setPlan(samples::small_plan());
        strip.resize(1200, 60);
        strip.show();
        QVERIFY(QTest::qWaitForWindowExposed(&strip));
        strip.beginRun();
        strip.addSweep(samples::report_of(samples::small_plan(), 0.008), SweepPhase::token);
        strip.setSweep({SweepPhase::token, 1, 1000, 3, 30, 30, Limit::cpu, 0.004});
        QTest::qWait(300);
        int paints = 0;
        class Filter : public QObject {
          public:
            explicit Filter(int &count) : count_(count) {}
            bool eventFilter(QObject *, QEvent *event) override {
                count_ += event->type() == QEvent::Paint ? 1 : 0;
                return false;
            }
            int &count_;
        } filter(paints);
        strip.installEventFilter(&filter);
        for (std::size_t i = 0; i < 100; ++i) {
            strip.setSweep({SweepPhase::token, i, 1000, 3, 30, 30, Limit::cpu, 0.004});
            QTest::qWait(10);
        }
        QVERIFY2(paints >= 1 && paints <= 8, qPrintable(QString::number(paints)));
    }
};

} // namespace spillway

QTEST_MAIN(spillway::TestSweepStrip)
#include "test_sweep_strip.moc"
