#include "plan/planner.h"

#include "base/units.h"
#include "fake_model.h"
#include "plan/parts.h"
#include "storage/weight_store.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>

using namespace spillway;

namespace {

std::uint64_t resident_in(const ModelDescription &model, const Plan &plan) {
    std::uint64_t bytes = 0;
    for (const StoredMatrix &matrix : stored_matrices(model, plan.parts)) {
        bytes += matrix.resident ? resident_memory(matrix.offset, matrix.bytes()) : 0;
    }
    return bytes;
}

} // namespace

class TestPlanner : public QObject {
    Q_OBJECT

    const ModelDescription model_ = test::fake_llama(12, 512, 1536, 8000, true);
    const Machine pc_ = test::fake_pc(8 * GiB);

  private slots:
    void all_is_resident_where_it_fits() {
        const Plan plan = make_plan(model_, pc_, {});
        QVERIFY(std::ranges::all_of(plan.parts, [](const Part &part) { return part.tier == Tier::ram; }));
        QCOMPARE(plan.ring_bytes, std::uint64_t{0});
        QCOMPARE(plan.streamed_bytes(), std::uint64_t{0});
        QVERIFY(plan.prediction.limit == Limit::cpu);
    }

    void every_budget_from_the_minimum_up_is_kept_and_used() {
        PlanRequest request{.context = 256};
        const std::uint64_t least = minimum_ram_budget(model_, pc_, request);
        const std::uint64_t all = make_plan(model_, pc_, request).tier(Tier::ram).planned();
        std::uint64_t streamed_before = model_.bytes;
        for (int step = 0; step <= 40; ++step) {
            request.ram_budget = least + (all - least) * static_cast<std::uint64_t>(step) / 40;
            const Plan plan = make_plan(model_, pc_, request);
            const TierUse &ram = plan.tier(Tier::ram);
            QVERIFY2(ram.planned() <= *request.ram_budget, qPrintable(QString::number(step)));
            // More budget streams less, but for the step in which the prompt's rows double.
            QVERIFY2(plan.streamed_bytes() <= streamed_before + 3 * MiB,
                     qPrintable(QString("%1: %2 streamed, %3 before, rows %4, ring %5")
                                    .arg(step)
                                    .arg(plan.streamed_bytes())
                                    .arg(streamed_before)
                                    .arg(plan.prompt_rows)
                                    .arg(plan.ring_bytes)));
            streamed_before = plan.streamed_bytes();
            QCOMPARE(ram.used.weights, resident_in(model_, plan) +
                                           (model_.spec.layers * 2 + 1) * model_.spec.width * sizeof(float));
        }
        QCOMPARE(streamed_before, std::uint64_t{0});
    }

    void one_byte_under_the_minimum_is_refused_with_what_is_short() {
        PlanRequest request{.context = 256};
        const std::uint64_t least = minimum_ram_budget(model_, pc_, request);
        request.ram_budget = least;
        make_plan(model_, pc_, request);
        request.ram_budget = least - 12345;
        try {
            make_plan(model_, pc_, request);
            QFAIL("a plan that does not fit was made");
        } catch (const ShortOfMemory &error) {
            QCOMPARE(error.tier(), Tier::ram);
            QCOMPARE(error.bytes(), std::uint64_t{12345});
            QVERIFY(!error.options().empty());
        }
    }

    void the_refusal_names_a_context_that_fits() {
        PlanRequest request{.context = 2048};
        const std::uint64_t least = minimum_ram_budget(model_, pc_, request);
        request.ram_budget = least - 20 * MiB;
        try {
            make_plan(model_, pc_, request);
            QFAIL("a plan that does not fit was made");
        } catch (const ShortOfMemory &error) {
            const QString text = QString::fromStdString(error.options().at(1));
            const QRegularExpressionMatch match = QRegularExpression("context of (\\d+)").match(text);
            QVERIFY2(match.hasMatch(), qPrintable(text));
            request.context = match.captured(1).toULongLong();
            make_plan(model_, pc_, request);
        }
    }

    void the_last_eighth_of_ram_is_never_planned() {
        const ModelDescription large = test::fake_llama(80, 2048, 8192, 32000, false);
        Machine pc = test::fake_pc(2 * GiB);
        pc.ram_free = pc.ram_total;
        const Plan plan = make_plan(large, pc, {.context = 256, .program_bytes = 50 * MiB});
        QVERIFY(plan.peak_ram <= pc.ram_total - pc.ram_total / 8);
        QVERIFY(plan.peak_ram > (pc.ram_total - pc.ram_total / 8) * 9 / 10);
    }

    void a_budget_over_what_is_free_is_lowered_and_said_so() {
        Machine pc = pc_;
        pc.ram_free = 300 * MiB;
        const Plan plan = make_plan(model_, pc, {.ram_budget = 4 * GiB});
        QVERIFY(plan.tier(Tier::ram).budget <= 300 * MiB);
        QVERIFY(std::ranges::any_of(plan.reasons,
                                    [](const std::string &r) { return r.find("lowered") != r.npos; }));
    }

    void streamed_layers_lie_between_resident_ones() {
        PlanRequest request{.context = 128};
        const std::uint64_t least = minimum_ram_budget(model_, pc_, request);
        request.ram_budget = least + model_.bytes / 2;
        const Plan plan = make_plan(model_, pc_, request);
        int longest = 0;
        int run = 0;
        for (const Part &part : plan.parts) {
            run = part.kind == PartKind::feed_forward && part.tier == Tier::disk ? run + 1
                  : part.kind == PartKind::feed_forward                          ? 0
                                                                                 : run;
            longest = std::max(longest, run);
        }
        QVERIFY2(longest <= 4, qPrintable(QString::number(longest)));
    }

    void the_prediction_is_the_longest_of_the_resources() {
        const ModelDescription large = test::fake_llama(40, 2048, 8192, 32000, false);
        const Plan plan = make_plan(large, test::fake_pc(2 * GiB), {.context = 512});
        const Prediction &p = plan.prediction;
        QCOMPARE(p.disk_seconds, static_cast<double>(plan.streamed_bytes()) / 5e9);
        QCOMPARE(p.seconds_per_token, std::max({p.disk_seconds, p.ram_seconds, p.cpu_seconds}));
        QVERIFY(p.limit == Limit::disk);
    }

    void pins_are_kept() {
        PlanRequest request{.context = 128};
        request.ram_budget = minimum_ram_budget(model_, pc_, request) + 8 * MiB;
        request.pins = {{3, PartKind::feed_forward, Tier::ram}, {5, PartKind::attention, Tier::disk}};
        const Plan plan = make_plan(model_, pc_, request);
        for (const Part &part : plan.parts) {
            if (part.layer == 3 && part.kind == PartKind::feed_forward) {
                QVERIFY(part.pinned && part.tier == Tier::ram);
            }
            if (part.layer == 5 && part.kind == PartKind::attention) {
                QVERIFY(part.pinned && part.tier == Tier::disk);
            }
        }
    }

    void pins_work_where_everything_would_fit() {
        const Plan plan = make_plan(model_, pc_, {.pins = {{0, PartKind::feed_forward, Tier::disk}}});
        QVERIFY(plan.streamed_bytes() > 0);
        QVERIFY(plan.ring_bytes > 0);
    }

    void the_same_request_gives_the_same_plan() {
        const PlanRequest request{.ram_budget = 60 * MiB, .context = 128};
        const Plan first = make_plan(model_, pc_, request);
        const Plan second = make_plan(model_, pc_, request);
        QCOMPARE(first.reasons, second.reasons);
        QVERIFY(std::ranges::equal(first.parts, second.parts, {}, &Part::tier, &Part::tier));
    }

    void requests_without_sense_are_refused_data() {
        QTest::addColumn<int>("which");
        QTest::newRow("no context") << 0;
        QTest::newRow("no text") << 1;
        QTest::newRow("context over the model's") << 2;
        QTest::newRow("no threads") << 3;
        QTest::newRow("arithmetic of another family") << 4;
    }
    void requests_without_sense_are_refused() {
        QFETCH(int, which);
        PlanRequest request;
        switch (which) {
        case 0:
            request.context = 0;
            break;
        case 1:
            request.batch = 0;
            break;
        case 2:
            request.context = 100000;
            break;
        case 3:
            request.threads = -1;
            break;
        default:
            request.numerics = Numerics::original;
        }
        QVERIFY_EXCEPTION_THROWN(make_plan(model_, pc_, request), Error);
    }

    void a_type_that_cannot_be_computed_is_named() {
        ModelDescription model = model_;
        model.tensors[5].type = BlockType::i64;
        try {
            make_plan(model, pc_, {});
            QFAIL("a plan with an uncomputable tensor was made");
        } catch (const Error &error) {
            QCOMPARE(error.code(), ErrorCode::unsupported);
            QVERIFY(error.message().find(model.tensors[5].name) != std::string::npos);
            QVERIFY(error.message().find("I64") != std::string::npos);
        }
    }

    void a_plan_of_200_layers_is_made_in_a_tenth_of_a_second() {
        const ModelDescription large = test::fake_llama(200, 2048, 8192, 32000, false);
        const Machine pc = test::fake_pc(4 * GiB);
        QElapsedTimer timer;
        timer.start();
        make_plan(large, pc, {.context = 512});
        QVERIFY2(timer.elapsed() < 100, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestPlanner)
#include "test_planner.moc"
