#include "plan/plan_json.h"

#include "base/units.h"
#include "fake_model.h"
#include "plan/planner.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace spillway;
using nlohmann::json;

class TestPlanJson : public QObject {
    Q_OBJECT

    Plan streamed_plan() {
        return make_plan(test::fake_llama(12, 512, 1536, 8000, false), test::fake_pc(8 * GiB),
                         {.ram_budget = 40 * MiB, .context = 128});
    }

  private slots:
    void the_contract_of_the_command_line_is_kept() {
        const json value = to_json(streamed_plan());
        QVERIFY(value.at("fits") == json(true));
        for (const char *key : {"name", "architecture", "layers", "bytes", "parameters"}) {
            QVERIFY2(value.at("model").contains(key), key);
        }
        for (const json &part : value.at("parts")) {
            for (const char *key : {"layer", "kind", "bytes", "tier", "computed_on"}) {
                QVERIFY2(part.contains(key), key);
            }
        }
        for (const char *tier : {"gpu", "ram", "disk"}) {
            QVERIFY(value.at("tiers").at(tier).contains("budget"));
            QVERIFY(value.at("tiers").at(tier).contains("used"));
        }
        QVERIFY(value.at("ring").at("slices").is_number_integer());
        QVERIFY(value.at("ring").at("slice_bytes").is_number_integer());
        QVERIFY(value.at("kv_cache").contains("tier") && value.at("kv_cache").contains("bytes"));
        QVERIFY(value.at("peak_ram").is_number_integer());
        QVERIFY(value.at("prediction").at("limit") == json("disk"));
        for (const char *key : {"disk", "ram", "pcie", "cpu", "gpu"}) {
            QVERIFY2(value.at("prediction").at("seconds").contains(key), key);
        }
        QVERIFY(value.at("reasons").is_array());
    }

    void a_plan_survives_being_saved() {
        const Plan plan = streamed_plan();
        const Plan again = plan_from_json(json::parse(to_json(plan).dump()));
        QVERIFY(to_json(again) == to_json(plan));
    }

    void what_is_no_plan_is_refused_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("another object") << "{}";
        QTest::newRow("an array") << "[1, 2]";
        QTest::newRow("a newer version") << R"({"format": "spillway-plan", "version": 99})";
        QTest::newRow("keys are missing") << R"({"format": "spillway-plan", "version": 1})";
    }
    void what_is_no_plan_is_refused() {
        QFETCH(QString, text);
        QVERIFY_EXCEPTION_THROWN(plan_from_json(json::parse(text.toStdString())), Error);
    }

    void a_tier_that_does_not_exist_is_refused() {
        json value = to_json(streamed_plan());
        value["parts"][0]["tier"] = "moon";
        QVERIFY_EXCEPTION_THROWN(plan_from_json(value), Error);
    }

    void a_refusal_says_what_is_short() {
        const json value = to_json(ShortOfMemory(Tier::ram, 1000, "short", {"close programs"}));
        QVERIFY(value.at("fits") == json(false));
        QVERIFY(value.at("short").at("tier") == json("ram"));
        QVERIFY(value.at("short").at("bytes") == json(1000));
        QCOMPARE(value.at("options").size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestPlanJson)
#include "test_plan_json.moc"
