#include "loaded_model.h"

#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace spillway;
using nlohmann::json;

/// The tiny llama of tests/data/tiny_llama against transformers in fp32 (golden.json; see the README there).
class TestGoldenTiny : public QObject {
    Q_OBJECT

    const std::string folder_ = SPILLWAY_TEST_DATA "/tiny_llama/";
    json golden_;

  private slots:
    void initTestCase() { golden_ = json::parse(std::ifstream(folder_ + "golden.json")); }

    void logits_and_greedy_ids_are_those_of_fp32_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("isa");
        QTest::addColumn<double>("nmse");
        QTest::addColumn<double>("max_abs");
        for (const char *isa : {"scalar", "avx2", "avx512"}) {
            // Float weights meet f32 activations; quantised ones 16-bit blocks, far below f16's limit of 1e-5.
            QTest::addRow("f16, %s", isa) << "llama-f16.gguf" << isa << 1e-10 << 5e-4;
            QTest::addRow("q8_0, %s", isa) << "llama-q8_0.gguf" << isa << 1e-8 << 5e-3;
            QTest::addRow("q4_0, %s", isa) << "llama-q4_0.gguf" << isa << 1e-8 << 5e-3;
        }
    }
    void logits_and_greedy_ids_are_those_of_fp32() {
        QFETCH(QString, file);
        QFETCH(QString, isa);
        QFETCH(double, nmse);
        QFETCH(double, max_abs);
        if (!test::runs_here(isa.toStdString())) {
            QSKIP("this processor lacks the instruction set");
        }
        const json &expected = golden_.at("gguf").at(file.toStdString());
        const auto prompt = golden_.at("prompt").get<std::vector<int>>();
        const test::LoadedModel loaded =
            test::load_model(folder_ + file.toStdString(), {.isa = isa.toStdString()});

        const auto check = [&](std::span<const int> ids, const char *key) {
            const auto reference = expected.at(key).get<std::vector<float>>();
            const test::Difference d = test::compare(loaded.session->logits(ids, false, {}), reference);
            qInfo("%s %s %s: nmse %.2g, max abs %.2g", qPrintable(file), qPrintable(isa), key, d.nmse,
                  d.max_abs);
            QVERIFY(d.nmse <= nmse);
            QVERIFY(d.max_abs <= max_abs);
        };
        check(std::span(prompt).first(11), "logits_10");
        check(prompt, "logits_last");
        const GenerationResult result = loaded.session->generate(test::greedy(prompt, 16), {}, {});
        QCOMPARE(result.variants.front().tokens, expected.at("greedy").get<std::vector<int>>());
    }

    void a_mistake_in_the_architecture_would_be_noticed() {
        // The golden's own list says how far off each mistake is; the limits above are far below all of them.
        for (const auto &[name, difference] : golden_.at("must_be_noticed").items()) {
            if (name != "eps 1e-6") {
                QVERIFY2(difference.at("nmse").get<double>() > 1e-3, name.c_str());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestGoldenTiny)
#include "test_golden_tiny.moc"
