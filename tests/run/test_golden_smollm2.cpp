#include "loaded_model.h"

#include "base/units.h"

#include <QTest>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace spillway;
using nlohmann::json;

/// The demo model against transformers in fp32 (tests/data/smollm2). Needs the model: SPILLWAY_SMOLLM2.
class TestGoldenSmollm2 : public QObject {
    Q_OBJECT

    const std::string folder_ = SPILLWAY_TEST_DATA "/smollm2/";
    std::string model_;
    json golden_;

    std::vector<float> read_floats(const std::string &name) const {
        std::ifstream file(folder_ + name, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        std::vector<float> values(bytes.size() / sizeof(float));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }

  private slots:
    void initTestCase() {
        model_ = qEnvironmentVariable("SPILLWAY_SMOLLM2").toStdString();
        if (model_.empty()) {
            QSKIP("SPILLWAY_SMOLLM2 names no model");
        }
        golden_ = json::parse(std::ifstream(folder_ + "golden.json"));
    }

    void logits_are_those_of_fp32_data() {
        QTest::addColumn<int>("prompt");
        QTest::addColumn<QString>("isa");
        for (const char *isa : {"scalar", "avx2", "avx512"}) {
            QTest::addRow("prompt 0, %s", isa) << 0 << isa;
            QTest::addRow("prompt 1, %s", isa) << 1 << isa;
        }
    }
    void logits_are_those_of_fp32() {
        QFETCH(int, prompt);
        QFETCH(QString, isa);
        if (!test::runs_here(isa.toStdString())) {
            QSKIP("this processor lacks the instruction set");
        }
        const json &entry = golden_.at("prompts").at(static_cast<std::size_t>(prompt));
        const auto ids = entry.at("ids").get<std::vector<int>>();
        const test::LoadedModel loaded = test::load_model(model_, {.isa = isa.toStdString()});
        const std::vector<float> reference = read_floats(entry.at("logits_last").get<std::string>());
        const test::Difference d = test::compare(loaded.session->logits(ids, false, {}), reference);
        qInfo("prompt %d, %s: nmse %.2g, max abs %.2g", prompt, qPrintable(isa), d.nmse, d.max_abs);
        // Blocks of 16-bit integers must stay below what rounding to f16 costs here: 3e-6 and 0.03.
        QVERIFY(d.nmse <= 1e-6);
        QVERIFY(d.max_abs <= 0.02);
    }

    void greedy_ids_are_golden_wherever_the_weights_lie_data() {
        QTest::addColumn<int>("budget"); // 0: all, 1: half the model, 2: 8 MiB above the minimum
        QTest::addColumn<int>("threads");
        QTest::newRow("all resident, 2 threads") << 0 << 2;
        QTest::newRow("all resident, 1 thread") << 0 << 1;
        QTest::newRow("half the model, 2 threads") << 1 << 2;
        QTest::newRow("half the model, 1 thread") << 1 << 1;
        QTest::newRow("8 MiB above the minimum, 2 threads") << 2 << 2;
        QTest::newRow("8 MiB above the minimum, 1 thread") << 2 << 1;
    }
    void greedy_ids_are_golden_wherever_the_weights_lie() {
        QFETCH(int, budget);
        QFETCH(int, threads);
        test::LoadOptions options{.threads = threads};
        if (budget == 1) {
            options.ram_budget = open_model(model_).description.bytes / 2;
        } else if (budget == 2) {
            options.over_minimum = 8 * MiB;
        }
        const test::LoadedModel loaded = test::load_model(model_, options);
        QCOMPARE(loaded.session->plan().streamed_bytes() > 0, budget != 0);
        for (const json &prompt : golden_.at("prompts")) {
            const auto ids = prompt.at("ids").get<std::vector<int>>();
            const GenerationResult result = loaded.session->generate(test::greedy(ids, 32), {}, {});
            QCOMPARE(result.variants.front().tokens, prompt.at("greedy").get<std::vector<int>>());
        }
    }

    void the_text_of_a_greedy_answer_is_golden() {
        const test::LoadedModel loaded = test::load_model(model_);
        const json &prompt = golden_.at("prompts").at(3);
        const GenerationResult result =
            loaded.session->generate(test::greedy(prompt.at("ids").get<std::vector<int>>(), 32), {}, {});
        QCOMPARE(result.variants.front().text, prompt.at("continuation").get<std::string>());
    }
};

QTEST_GUILESS_MAIN(TestGoldenSmollm2)
#include "test_golden_smollm2.moc"
