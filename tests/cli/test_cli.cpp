#include "cli_process.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace spillway;
using nlohmann::json;

/// The contract of the command line, on the tiny model.
class TestCli : public QObject {
    Q_OBJECT

    const test::CliProcess cli_;
    const QString model_ = SPILLWAY_TEST_DATA "/tiny_llama/llama-q8_0.gguf";

    static void has_keys(const json &value, std::initializer_list<const char *> keys) {
        for (const char *key : keys) {
            QVERIFY2(value.contains(key), key);
        }
    }

  private slots:
    void wrong_usage_is_status_2_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("nothing") << QStringList{};
        QTest::newRow("an unknown command") << QStringList{"fly"};
        QTest::newRow("no model") << QStringList{"plan"};
        QTest::newRow("an unknown option") << QStringList{"probe", "--faster"};
        QTest::newRow("no prompt") << QStringList{"generate", model_};
        QTest::newRow("two prompts") << QStringList{"generate", model_, "--prompt", "a", "--tokens", "1"};
        QTest::newRow("a number that is none")
            << QStringList{"generate", model_, "--prompt", "a", "--max-tokens", "x"};
        QTest::newRow("numerics that do not exist") << QStringList{"plan", model_, "--numerics", "guess"};
    }
    void wrong_usage_is_status_2() {
        QFETCH(QStringList, arguments);
        QCOMPARE(cli_.call(arguments).status, 2);
    }

    void failures_are_one_error_and_one_hint_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("named");
        const QString bad = SPILLWAY_TEST_DATA "/gguf/bad_magic.gguf";
        QTest::newRow("no such file") << QStringList{"inspect", "/no/such.gguf"} << 1 << "/no/such.gguf";
        QTest::newRow("no model") << QStringList{"inspect", bad} << 1 << "bad_magic.gguf";
        QTest::newRow("a size that is none")
            << QStringList{"plan", model_, "--ram-budget", "much"} << 1 << "much";
        QTest::newRow("a token outside")
            << QStringList{"generate", model_, "--tokens", "1,99999"} << 1 << "99999";
        QTest::newRow("a temperature below 0")
            << QStringList{"generate", model_, "--tokens", "1", "--temperature", "-1"} << 1 << "temperature";
        QTest::newRow("too little RAM")
            << QStringList{"plan", model_, "--ram-budget", "4KiB"} << 3 << "short of RAM";
        QTest::newRow("too little RAM to generate")
            << QStringList{"generate", model_, "--tokens", "1", "--ram-budget", "4KiB"} << 3 << "short of RAM";
    }
    void failures_are_one_error_and_one_hint() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, named);
        const test::Called called = cli_.call(arguments);
        QCOMPARE(called.status, status);
        QCOMPARE(called.out, QByteArray());
        const QList<QByteArray> lines = called.err.trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].startsWith("error: "));
        QVERIFY(lines[1].startsWith("hint: ") && lines[1].size() > 12);
        QVERIFY2(lines[0].contains(named.toUtf8()), called.err.constData());
    }

    void help_and_version_are_status_0() {
        QCOMPARE(cli_.call({"--help"}).status, 0);
        QCOMPARE(cli_.call({"generate", "--help"}).status, 0);
        const test::Called version = cli_.call({"--version"});
        QCOMPARE(version.status, 0);
        QVERIFY(QRegularExpression("^\\d+\\.\\d+\\.\\d+\\s*$").match(version.out).hasMatch());
    }

    void probe_tells_the_machine() {
        const json value = cli_.call({"probe", "--json", "--storage", model_}).json();
        has_keys(value, {"machine", "links"});
        has_keys(value["machine"],
                 {"cpu", "cores", "isa", "ram_total", "ram_free", "ram_limit", "gpus", "storage"});
        has_keys(value["machine"]["storage"][0], {"path", "device", "direct_io", "size", "free"});
        has_keys(value["links"], {"storage_to_ram", "ram_to_cpu", "ram_to_gpu", "gpu_to_gpu", "contention"});
        QVERIFY(value["machine"]["ram_free"] <= value["machine"]["ram_total"]);
    }

    void inspect_lists_the_tensors() {
        const json value = cli_.call({"inspect", model_, "--tensors", "--json"}).json();
        QVERIFY(value.at("architecture") == json("llama"));
        std::uint64_t bytes = 0;
        for (const json &tensor : value.at("tensors")) {
            bytes += tensor.at("bytes").get<std::uint64_t>();
        }
        QCOMPARE(bytes, value.at("bytes").get<std::uint64_t>());
    }

    void verify_finds_a_sound_model_sound() {
        const test::Called called = cli_.call({"verify", model_, "--json"});
        QCOMPARE(called.status, 0);
        QVERIFY(called.json() == json({{"ok", true}, {"problems", json::array()}}));
        const test::Called damaged =
            cli_.call({"verify", SPILLWAY_TEST_DATA "/gguf/truncated_data.gguf", "--json"});
        QCOMPARE(damaged.status, 1);
        has_keys(damaged.json().at("problems").at(0), {"file", "tensor", "offset", "message"});
    }

    void a_plan_that_does_not_fit_is_json_too() {
        const test::Called called = cli_.call({"plan", model_, "--json", "--ram-budget", "4KiB"});
        QCOMPARE(called.status, 3);
        const json value = called.json();
        QVERIFY(value.at("fits") == json(false));
        QVERIFY(value.at("short").at("bytes") > 0);
        // What is short, added, fits.
        const auto enough = 4096 + value.at("short").at("bytes").get<std::uint64_t>();
        QCOMPARE(cli_.call({"plan", model_, "--ram-budget", QString::number(enough)}).status, 0);
    }

    void a_plan_for_another_pc_comes_from_its_xml() {
        const test::Called called =
            cli_.call({"plan", model_, "--json", "--machine", SPILLWAY_TEST_DATA "/machines/pc-rtx3070ti.xml"});
        QCOMPARE(called.status, 0);
        QVERIFY(called.json().at("prediction").at("measured_links") == json(true));
    }

    void tokenize_reads_text_and_standard_input() {
        const json by_option = cli_.call({"tokenize", model_, "--json", "--text", "Hello, world!"}).json();
        const json by_input = cli_.call({"tokenize", model_, "--json"}, "Hello, world!").json();
        QVERIFY(by_input == by_option);
        QCOMPARE(by_option.at("ids").size(), by_option.at("pieces").size());
    }

    void logits_come_for_the_last_or_every_position() {
        const json last = cli_.call({"logits", model_, "--tokens", "1,5,9"}).json();
        const json all = cli_.call({"logits", model_, "--tokens", "1,5,9", "--all"}).json();
        QCOMPARE(last.at("positions").size(), std::size_t{1});
        QCOMPARE(all.at("positions").size(), std::size_t{3});
        QVERIFY(all["positions"][2] == last["positions"][0]);
        const json top = cli_.call({"logits", model_, "--tokens", "1,5,9", "--top", "4"}).json();
        QCOMPARE(top["positions"][0]["top"].size(), std::size_t{4});
    }

    void generate_keeps_its_contract() {
        const json value =
            cli_.call({"generate", model_, "--json", "--tokens", "1,5,9", "--max-tokens", "6", "--temperature",
                       "0", "--ignore-eos", "--logprobs", "2", "--variants", "2"})
                .json();
        has_keys(value, {"prompt_tokens", "variants", "seconds", "tokens_per_s", "bytes_read", "sweeps",
                         "peak_rss", "plan", "measured"});
        QCOMPARE(value["variants"].size(), std::size_t{2});
        const json &variant = value["variants"][0];
        has_keys(variant, {"text", "tokens", "finish", "logprobs"});
        QCOMPARE(variant["tokens"].size(), std::size_t{6});
        QVERIFY(variant["finish"] == json("length"));
        has_keys(variant["logprobs"][0], {"id", "logprob", "top"});
        has_keys(variant["logprobs"][0]["top"][0], {"id", "piece", "logprob"});
        has_keys(value["seconds"], {"load", "prefill", "decode"});
        has_keys(value["measured"], {"seconds_per_token", "disk_bytes_per_s", "limit"});
    }

    void streamed_text_is_the_text_of_the_json() {
        const QStringList arguments = {"generate",      model_, "--prompt", "The river", "--max-tokens", "20",
                                       "--temperature", "1",    "--seed",   "3",         "--ignore-eos"};
        const json value = cli_.call(arguments + QStringList{"--json"}).json();
        QCOMPARE(cli_.call(arguments).out.toStdString(),
                 value["variants"][0]["text"].get<std::string>() + "\n");
    }

    void the_same_seed_gives_the_same_text() {
        const auto text = [&](const char *seed) {
            return cli_
                .call({"generate", model_, "--prompt", "The river", "--max-tokens", "20", "--temperature",
                       "1.2", "--seed", seed})
                .out;
        };
        QCOMPARE(text("11"), text("11"));
        QVERIFY(text("11") != text("12"));
    }

    void a_saved_plan_is_used() {
        const test::Called saved =
            cli_.call({"plan", model_, "--json", "--context", "64", "--ram-budget", "1500KiB"});
        QCOMPARE(saved.status, 0);
        QTemporaryDir folder;
        QFile file(folder.filePath("plan.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(saved.out);
        file.close();
        const json value = cli_.call({"generate", model_, "--json", "--tokens", "1,2", "--max-tokens", "3",
                                      "--plan", file.fileName()})
                               .json();
        QVERIFY(value.at("plan").at("parts") == saved.json().at("parts"));
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "test_cli.moc"
