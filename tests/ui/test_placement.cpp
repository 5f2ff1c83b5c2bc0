#include "pages/placement_page.h"
#include "sample_values.h"
#include "widgets/bytes_spin_box.h"
#include "widgets/placement_view.h"
#include "widgets/sweep_times.h"

#include <QAccessible>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace spillway {

namespace {

struct Page {
    explicit Page(const Plan &plan = samples::large_plan(),
                  const ModelDescription &model = samples::large_model(),
                  const Machine &machine = samples::example_machine())
        : plan(plan), requests(&page, &PlacementPage::planRequested),
          applied(&page, &PlacementPage::applyRequested) {
        page.setMachine(machine);
        page.setModel(model);
        page.setPlan(plan, {});
        page.resize(1310, 900);
        page.show();
        page.activateWindow(); // shortcuts are heard in the active window only
        if (!QTest::qWaitForWindowActive(&page))
            qFatal("the page's window did not become active");
        page.setFocus();
        view = page.findChild<PlacementView *>();
        apply = page.findChild<QPushButton *>(QStringLiteral("applyPlan"));
    }
    PlanRequest last() { return requests.takeLast().at(0).value<PlanRequest>(); }

    Plan plan;
    PlacementPage page;
    QSignalSpy requests;
    QSignalSpy applied;
    PlacementView *view = nullptr;
    QPushButton *apply = nullptr;
};

} // namespace

class TestPlacement : public QObject {
    Q_OBJECT

  private slots:
    void every_layer_has_one_block_in_its_lane_data() {
        QTest::addColumn<Plan>("plan");
        QTest::addColumn<Machine>("machine");
        QTest::addColumn<double>("width");
        QTest::newRow("large") << samples::large_plan() << samples::example_machine() << 1000.0;
        QTest::newRow("large, narrow") << samples::large_plan() << samples::example_machine() << 500.0;
        QTest::newRow("in RAM") << samples::small_plan() << samples::bare_machine() << 1000.0;
        QTest::newRow("streaming, narrow")
            << samples::small_streaming_plan() << samples::bare_machine() << 420.0;
    }
    void every_layer_has_one_block_in_its_lane() {
        QFETCH(Plan, plan);
        QFETCH(Machine, machine);
        QFETCH(double, width);
        const LaneGeometry geometry(plan, machine, width, {});
        std::vector<int> seen(plan.layers, 0);
        for (const LaneBlock &block : geometry.blocks()) {
            const QRectF lane = geometry.lane(block.tier).rect;
            QVERIFY(lane.contains(block.rect));
            QVERIFY(block.rect.left() >= geometry.lane(block.tier).label.right());
            for (const LaneBlock &other : geometry.blocks())
                QVERIFY(&block == &other || !block.rect.intersects(other.rect));
            if (block.kind != LaneBlock::Kind::layer)
                continue;
            ++seen[static_cast<std::size_t>(block.layer)];
            QCOMPARE(block.tier, plan.layer_tier(block.layer));
            const int index = geometry.blockOfLayer(block.layer);
            QCOMPARE(geometry.blockAt(block.rect.center()), index);
        }
        QVERIFY(std::ranges::all_of(seen, [](int count) { return count == 1; }));
        QCOMPARE(geometry.lanes().back().rect.bottom(), geometry.height());
    }

    void a_divided_layer_tells_both_tiers() {
        const LaneGeometry geometry(samples::large_plan(), samples::example_machine(), 1000, {});
        const LaneBlock &block = geometry.blocks()[static_cast<std::size_t>(geometry.blockOfLayer(1))];
        QCOMPARE(block.tier, Tier::disk);
        QCOMPARE(block.divided_tier, Tier::ram);
        QVERIFY(block.divided_share > 0.1 && block.divided_share < 0.5);
    }

    void the_scale_lets_a_small_model_be_budgeted() {
        const Plan plan = samples::small_plan();
        const Machine machine = samples::bare_machine();
        const LaneGeometry geometry(plan, machine, 1000, {});
        QVERIFY(geometry.scale(Tier::ram) < machine.ram_total / 10);
        QVERIFY(geometry.scale(Tier::ram) >= plan.tier(Tier::ram).used.total());
        // The installed memory where the model needs more than that.
        const LaneGeometry large(samples::large_plan(), samples::example_machine(), 1000, {});
        QCOMPARE(large.scale(Tier::ram), samples::example_machine().ram_total);
        for (const std::uint64_t bytes : {0ULL, 1'000'000'000ULL, 33'600'000'000ULL}) {
            const auto back = static_cast<double>(large.bytesAt(Tier::ram, large.xOf(Tier::ram, bytes)));
            QVERIFY(std::abs(back - static_cast<double>(bytes)) < 2);
        }
    }

    void without_a_gpu_its_lane_is_collapsed() {
        const LaneGeometry geometry(samples::small_plan(), samples::bare_machine(), 1000, {});
        QVERIFY(geometry.lane(Tier::gpu).collapsed);
        QVERIFY(geometry.lane(Tier::gpu).bar.isNull());
        QVERIFY(geometry.lane(Tier::gpu).rect.height() < geometry.lane(Tier::ram).rect.height());
    }

    void dragging_the_budget_asks_for_plans() {
        Page p(samples::small_plan(), samples::small_model(), samples::bare_machine());
        const QPoint from = p.view->handlePosition(Tier::ram);
        QVERIFY(p.view->rect().contains(from));
        const QRectF bar = p.view->geometryOfLanes().lane(Tier::ram).bar;
        QTest::mousePress(p.view, Qt::LeftButton, {}, from);
        for (int step = 1; step <= 10; ++step) {
            QTest::mouseMove(p.view, from - QPoint(step * 40, 0));
            QTest::qWait(5);
        }
        const QPoint to(static_cast<int>(bar.left() + bar.width() * 0.3), from.y());
        QTest::mouseRelease(p.view, Qt::LeftButton, {}, to);
        QTRY_VERIFY(!p.requests.isEmpty());
        QTest::qWait(100);
        QVERIFY(p.requests.count() <= 4);
        const PlanRequest request = p.last();
        QVERIFY(request.ram_budget.has_value());
        const std::uint64_t expected =
            p.view->geometryOfLanes().bytesAt(Tier::ram, to.x()) - p.plan.tier(Tier::ram).used.other;
        QCOMPARE(*request.ram_budget, expected);
        QVERIFY(*request.ram_budget < p.plan.model_bytes);
        QVERIFY(!p.apply->isEnabled());
    }

    void a_drag_is_one_step_back() {
        Page p(samples::small_plan(), samples::small_model(), samples::bare_machine());
        const QPoint from = p.view->handlePosition(Tier::ram);
        QTest::mousePress(p.view, Qt::LeftButton, {}, from);
        for (int step = 1; step <= 5; ++step) {
            QTest::mouseMove(p.view, from - QPoint(step * 40, 0));
            QTest::qWait(60);
        }
        QTest::mouseRelease(p.view, Qt::LeftButton, {}, from - QPoint(200, 0));
        QTest::qWait(100);
        QVERIFY(p.last().ram_budget.has_value());
        p.requests.clear();
        QTest::keyClick(&p.page, Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(!p.requests.isEmpty());
        QVERIFY(!p.last().ram_budget.has_value());
    }

    void keys_reach_the_budget_and_change_it() {
        Page p;
        p.page.selectLayer(4); // in RAM, first row
        p.view->setFocus();
        QTest::keyClick(p.view, Qt::Key_Up);
        QTest::keyClick(p.view, Qt::Key_Left);
        QTRY_VERIFY(!p.requests.isEmpty());
        const PlanRequest request = p.last();
        const std::uint64_t budget = p.plan.tier(Tier::ram).budget;
        QVERIFY(request.ram_budget &&
                *request.ram_budget<budget && * request.ram_budget> budget - samples::giga);
    }

    void letters_move_and_pin_layers_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<Tier>("tier");
        QTest::newRow("G") << static_cast<int>(Qt::Key_G) << Tier::gpu;
        QTest::newRow("R") << static_cast<int>(Qt::Key_R) << Tier::ram;
        QTest::newRow("N") << static_cast<int>(Qt::Key_N) << Tier::disk;
        QTest::newRow("P pins where it is") << static_cast<int>(Qt::Key_P) << Tier::disk;
    }
    void letters_move_and_pin_layers() {
        QFETCH(int, key);
        QFETCH(Tier, tier);
        Page p;
        p.page.selectLayer(38);
        QTest::keyClick(p.view, static_cast<Qt::Key>(key));
        QTRY_VERIFY(!p.requests.isEmpty());
        const PlanRequest request = p.last();
        QCOMPARE(request.pins.size(), std::size_t{2});
        QVERIFY(std::ranges::find(request.pins, Pin{38, PartKind::attention, tier}) != request.pins.end());
        QVERIFY(std::ranges::find(request.pins, Pin{38, PartKind::feed_forward, tier}) != request.pins.end());
    }

    void a_block_can_be_dragged_to_another_lane() {
        Page p;
        const QPoint from = p.view->blockRect(p.view->geometryOfLanes().blockOfLayer(38)).center();
        const QPoint to = p.view->geometryOfLanes().lane(Tier::ram).rect.center().toPoint();
        QTest::mousePress(p.view, Qt::LeftButton, {}, from);
        QTest::mouseMove(p.view, from - QPoint(0, 30));
        QTest::mouseMove(p.view, to);
        QTest::mouseRelease(p.view, Qt::LeftButton, {}, to);
        QTRY_VERIFY(!p.requests.isEmpty());
        const PlanRequest request = p.last();
        QVERIFY(std::ranges::find(request.pins, Pin{38, PartKind::attention, Tier::ram}) != request.pins.end());
    }

    void automatic_takes_pins_and_budgets_back() {
        Page p;
        PlanRequest request;
        request.ram_budget = samples::giga;
        request.pins = {{3, PartKind::attention, Tier::ram}};
        request.context = 512;
        p.page.setPlan(p.plan, request);
        QTest::keyClick(&p.page, Qt::Key_0, Qt::ControlModifier);
        QTRY_VERIFY(!p.requests.isEmpty());
        const PlanRequest automatic = p.last();
        QVERIFY(!automatic.ram_budget && automatic.pins.empty());
        QCOMPARE(automatic.context, std::optional<std::size_t>(512));
    }

    void fields_ask_for_plans() {
        Page p;
        auto *context = p.page.findChild<QSpinBox *>(QStringLiteral("contextSpin"));
        context->setValue(2048);
        QTRY_COMPARE(p.requests.count(), 1);
        QCOMPARE(p.last().context, std::optional<std::size_t>(2048));
        p.page.findChild<QSpinBox *>(QStringLiteral("textsSpin"))->setValue(3);
        QTRY_COMPARE(p.requests.count(), 1);
        QCOMPARE(p.last().batch, std::size_t{3});
        auto *budget = p.page.findChild<BytesSpinBox *>(QStringLiteral("ramBudget"));
        budget->setValue(9e9);
        QTRY_COMPARE(p.requests.count(), 1);
        QCOMPARE(p.last().ram_budget, std::optional<std::uint64_t>(9 * samples::giga));
    }

    void apply_is_offered_for_a_new_plan_that_fits() {
        Page p;
        QVERIFY(p.apply->isEnabled());
        p.page.setLoadedPlan(p.plan);
        QVERIFY(!p.apply->isEnabled()); // it is loaded already
        p.page.setLoadedPlan(std::nullopt);
        p.page.setShort(ShortOfMemory(Tier::ram, 3'100'000'000, "YaLM needs 27.9 GB; 24.8 GB may be used.",
                                      {"Let 3 more layers stream"}));
        QVERIFY(!p.apply->isEnabled());
        p.page.setPlan(p.plan, {});
        QVERIFY(p.apply->isEnabled());
        p.page.setApplyAllowed(false, QStringLiteral("A text is being written"));
        QVERIFY(!p.apply->isEnabled());
        QCOMPARE(p.apply->toolTip(), QStringLiteral("A text is being written"));
        p.page.setApplyAllowed(true);
        QTest::keyClick(&p.page, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(p.applied.count(), 1);
    }

    void measured_times_belong_to_the_loaded_plan() {
        Page p;
        auto *times = p.page.findChild<SweepTimes *>();
        QVERIFY(times->accessibleName().contains(QStringLiteral("predicted 12.1 s")));
        p.page.setLoadedPlan(p.plan);
        p.page.addMeasured(samples::report_of(p.plan, 12.0));
        p.page.addMeasured(samples::report_of(p.plan, 13.0));
        QVERIFY2(times->accessibleName().contains(QStringLiteral("measured in all 12.5 s")),
                 qPrintable(times->accessibleName()));
        Plan other = p.plan;
        other.parts[11].tier = Tier::ram;
        p.page.setPlan(other, {});
        QVERIFY(!times->accessibleName().contains(QStringLiteral("measured in all")));
    }

    void the_cursor_goes_everywhere_by_arrows() {
        Page p;
        p.page.selectLayer(0);
        std::vector<bool> seen(p.plan.layers, false);
        QTest::keyClick(p.view, Qt::Key_Home);
        for (int i = 0; i < p.view->blockCount(); ++i) {
            if (p.view->currentLayer() >= 0)
                seen[static_cast<std::size_t>(p.view->currentLayer())] = true;
            QTest::keyClick(p.view, Qt::Key_Right);
        }
        QVERIFY(std::ranges::all_of(seen, [](bool one) { return one; }));
        const int last = p.view->currentBlock();
        QTest::keyClick(p.view, Qt::Key_Up);
        QVERIFY(p.view->currentBlock() < last);
    }

    void screen_readers_find_the_layers() {
        Page p;
        QAccessibleInterface *list = QAccessible::queryAccessibleInterface(p.view);
        QVERIFY(list);
        QCOMPARE(list->childCount(), p.view->blockCount());
        const int block = p.view->geometryOfLanes().blockOfLayer(1);
        const QString name = list->child(block)->text(QAccessible::Name);
        QVERIFY2(name.startsWith(QStringLiteral("Layer 2, NVMe, 1.22 GB, 2")) &&
                     name.endsWith(QStringLiteral("% of it in RAM")),
                 qPrintable(name));
        QVERIFY(list->child(p.view->geometryOfLanes().blockOfLayer(64))
                    ->text(QAccessible::Name)
                    .endsWith(QStringLiteral("pinned by you")));
        QVERIFY(list->text(QAccessible::Value).contains(QStringLiteral("about 12.2 s per token")));
    }
};

} // namespace spillway

QTEST_MAIN(spillway::TestPlacement)
#include "test_placement.moc"
