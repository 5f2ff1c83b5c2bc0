#include "cli_process.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <csignal>

using namespace spillway;
using nlohmann::json;

/// The command line on the demo model, as a user calls it. Needs SPILLWAY_SMOLLM2.
class TestCliModel : public QObject {
    Q_OBJECT

    const test::CliProcess cli_;
    QString model_;

  private slots:
    void initTestCase() {
        model_ = qEnvironmentVariable("SPILLWAY_SMOLLM2");
        if (model_.isEmpty()) {
            QSKIP("SPILLWAY_SMOLLM2 names no model");
        }
    }

    void chat_answers_the_golden_question() {
        QFile file(SPILLWAY_TEST_DATA "/smollm2/golden.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const json prompt = json::parse(file.readAll().toStdString()).at("prompts").at(0);
        const json value =
            cli_.call({"generate", model_, "--json", "--chat", "--prompt", "What is the capital of France?",
                       "--temperature", "0", "--max-tokens", "32", "--ignore-eos"})
                .json();
        QVERIFY(value.at("prompt_tokens") == json(prompt.at("ids").size()));
        QVERIFY(value.at("variants").at(0).at("tokens") == prompt.at("greedy"));
    }

    void an_end_token_stops_the_answer() {
        const json value =
            cli_.call({"generate", model_, "--json", "--chat", "--prompt", "What is the capital of France?",
                       "--temperature", "0", "--max-tokens", "32"})
                .json();
        QVERIFY(value.at("variants").at(0).at("text") == json("The capital of France is Paris."));
        QVERIFY(value.at("variants").at(0).at("finish") == json("stop"));
    }

    void an_interrupt_keeps_the_text_and_is_quick_data() {
        QTest::addColumn<QStringList>("more");
        QTest::newRow("while writing") << QStringList{"--prompt", "Once upon a time", "--max-tokens", "2000"};
        QTest::newRow("while streaming")
            << QStringList{"--prompt", "Once upon a time", "--max-tokens", "500", "--ram-budget", "60MiB"};
    }
    void an_interrupt_keeps_the_text_and_is_quick() {
        QFETCH(QStringList, more);
        QProcess process;
        cli_.start(process, QStringList{"generate", model_, "--ignore-eos"} + more);
        QVERIFY(process.waitForReadyRead(60000));
        QTest::qWait(200);
        QElapsedTimer timer;
        timer.start();
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(10000));
        qInfo("ended %lld ms after the signal", timer.elapsed());
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(timer.elapsed() < 1000); // 100 ms on a quiet machine; this one may be busy
        QVERIFY(!process.readAllStandardOutput().trimmed().isEmpty());
    }

    void an_interrupt_stops_a_long_prompt() {
        QProcess process;
        const QString prompt = QString("The river runs behind the old mill. ").repeated(220);
        cli_.start(process, {"generate", model_, "--prompt", prompt, "--threads", "1"});
        QTest::qWait(700); // loaded, and in the prompt's first chunks
        QElapsedTimer timer;
        timer.start();
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(10000));
        qInfo("ended %lld ms after the signal", timer.elapsed());
        QVERIFY(timer.elapsed() < 1000);
        QCOMPARE(process.exitCode(), 130);
    }

    void bench_compares_with_measured_limits() {
        const test::Called called = cli_.call({"bench", model_, "--json", "--repeats", "1", "--decode-tokens",
                                               "8", "--prompt-tokens", "32", "--threads", "2"});
        QCOMPARE(called.status, 0);
        const json value = called.json();
        QVERIFY(value.at("prefill").at("tokens_per_s") > 0);
        QVERIFY(value.at("decode").at("tokens_per_s") > 0);
        QVERIFY(value.at("bound").at("seconds_per_token") > 0);
        QVERIFY(value.at("links").at("ram_to_cpu").at("source") == json("measured"));
    }
};

QTEST_GUILESS_MAIN(TestCliModel)
#include "test_cli_model.moc"
