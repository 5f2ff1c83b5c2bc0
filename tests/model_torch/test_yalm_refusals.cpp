#include "base/error.h"
#include "model/families/yalm.h"
#include "model/families/yalm_config.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace spillway;

namespace {

const std::filesystem::path data = SPILLWAY_TEST_DATA "/yalm";

QJsonObject expectations() {
    QFile file(SPILLWAY_TEST_DATA "/yalm/bad/expected.json");
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

ModelDescription open(const std::filesystem::path &path, const YalmOptions &options = {}) {
    ModelDescription description;
    description.files = open_yalm(path, options, description).files;
    return description;
}

} // namespace

class TestYalmRefusals : public QObject {
    Q_OBJECT

  private slots:
    void bad_checkpoint_gives_its_error_data();
    void bad_checkpoint_gives_its_error();
    void missing_files_are_named_data();
    void missing_files_are_named();
    void foreign_files_are_named();
    void heads_come_from_option_config_or_width();
    void config_is_checked_data();
    void config_is_checked();

  private:
    /// A copy of a folder of the test data, which can be changed.
    std::filesystem::path copy(const std::filesystem::path &folder) {
        std::filesystem::path to = folder_.filePath(QString("copy%1").arg(++copies_)).toStdString();
        std::filesystem::copy(data / folder, to);
        return to;
    }
    QTemporaryDir folder_;
    int copies_ = 0;
};

void TestYalmRefusals::bad_checkpoint_gives_its_error_data() {
    QTest::addColumn<int>("code");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *folder, ErrorCode code, const QStringList &words) {
        QTest::newRow(folder) << static_cast<int>(code) << words;
    };
    using enum ErrorCode;
    row("truncated-zip", damaged, {"cut off", "13167 bytes"});
    row("truncated-legacy", damaged, {"cut off", "17473 bytes", "19415"});
    row("missing-tensor", damaged, {"is missing"});
    row("extra-tensor", unsupported, {"not part of YaLM"});
    row("wrong-shape", damaged, {"[32, 31]", "[32, 32]"});
    row("missing-file", not_found, {"is missing", "2 layers"});
    row("forbidden-global-zip", unsupported, {"nothing was executed"});
    row("forbidden-global-legacy", unsupported, {"nothing was executed"});
    row("directory-past-end", damaged, {"26041"});
    row("entry-past-end", damaged, {"22585"});
    row("empty-file", damaged, {"is empty"});
    row("text-file", damaged, {"Git LFS pointer"});
    row("heads-do-not-divide", damaged, {"3 attention heads", "width 32"});
    QCOMPARE(expectations().size(), qsizetype{13});
}

void TestYalmRefusals::bad_checkpoint_gives_its_error() {
    QFETCH(int, code);
    QFETCH(QStringList, words);
    const QString folder = QTest::currentDataTag();
    const QJsonObject expected = expectations()[folder].toObject();
    for (const QJsonValue name : expected["message_names"].toArray()) {
        words << name.toString();
    }
    QVERIFY(words.contains(expected["file"].toString()));
    QElapsedTimer timer;
    timer.start();
    try {
        open(data / "bad" / folder.toStdString());
        QFAIL("it opened");
    } catch (const Error &error) {
        QVERIFY2(timer.elapsed() < 100, qPrintable(QString::number(timer.elapsed())));
        const QString message = QString::fromStdString(error.message());
        QVERIFY2(static_cast<int>(error.code()) == code, qPrintable(message));
        for (const QString &word : words) {
            QVERIFY2(message.contains(word), qPrintable("\"" + word + "\" is not in: " + message));
        }
        QVERIFY(!error.hint().empty());
    }
}

void TestYalmRefusals::missing_files_are_named_data() {
    QTest::addColumn<QStringList>("removed");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("embedding") << QStringList{"00"} << QStringList{"layer_00-", "3 layers"};
    QTest::newRow("projector") << QStringList{"01"} << QStringList{"layer_01-", "3 layers"};
    QTest::newRow("first layer") << QStringList{"03"} << QStringList{"layer_03-", "3 layers"};
    QTest::newRow("last layer") << QStringList{"05"} << QStringList{"layer_05-", "3 layers"};
    QTest::newRow("output") << QStringList{"07"} << QStringList{"layer_07-", "3 layers"};
    QTest::newRow("two") << QStringList{"03", "05"} << QStringList{"layer_03-", "1 more"};
    QTest::newRow("all but the embedding")
        << QStringList{"01", "03", "04", "05", "07"} << QStringList{"layer_01-", "2 more"};
}

void TestYalmRefusals::missing_files_are_named() {
    QFETCH(QStringList, removed);
    QFETCH(QStringList, words);
    const std::filesystem::path folder = copy("tiny-bf16-zip");
    for (const QString &number : removed) {
        std::filesystem::remove(folder / ("layer_" + number.toStdString() + "-model_00-model_states.pt"));
    }
    try {
        open(folder);
        QFAIL("it opened");
    } catch (const Error &error) {
        const QString message = QString::fromStdString(error.message());
        QCOMPARE(error.code(), ErrorCode::not_found);
        for (const QString &word : words) {
            QVERIFY2(message.contains(word), qPrintable(message));
        }
    }
}

void TestYalmRefusals::foreign_files_are_named() {
    for (const char *name : {"layer_02-model_00-model_states.pt", "layer_03-model_01-model_states.pt"}) {
        const std::filesystem::path folder = copy("tiny-bf16-zip");
        std::filesystem::copy(folder / "layer_03-model_00-model_states.pt", folder / name);
        try {
            open(folder);
            QFAIL("it opened");
        } catch (const Error &error) {
            QCOMPARE(error.code(), ErrorCode::unsupported);
            QVERIFY(QString::fromStdString(error.message()).contains(name));
        }
    }
    // Others do not matter.
    const std::filesystem::path folder = copy("tiny-bf16-zip");
    for (const char *name : {"voc_100b.sp", "layer_02-model_00-model_states.pt.incomplete", "mp_rank_00.pt",
                             "layer_2-model_00-model_states.pt", "layer_-1-model_00-model_states.pt"}) {
        write_whole(folder / name, "?");
    }
    QCOMPARE(open(folder).files.size(), std::size_t{6});
}

void TestYalmRefusals::heads_come_from_option_config_or_width() {
    const std::filesystem::path folder = copy("tiny-bf16-zip");
    QCOMPARE(open(folder).spec.heads, std::size_t{4});
    const DecoderSpec spec = open(folder, {.heads = 2}).spec;
    QCOMPARE(spec.heads, std::size_t{2});
    QCOMPARE(spec.kv_heads, std::size_t{2});
    QCOMPARE(spec.head_dim, std::size_t{32});
    QCOMPARE(spec.rope_dims, std::size_t{32});
    try {
        open(folder, {.heads = 5});
        QFAIL("it opened");
    } catch (const Error &error) {
        QCOMPARE(error.code(), ErrorCode::invalid_argument);
    }
    std::filesystem::remove(folder / "config.json");
    QCOMPARE(open(folder, {.heads = 2}).spec.context_length, std::size_t{1024});
    try {
        open(folder);
        QFAIL("it opened");
    } catch (const Error &error) {
        QCOMPARE(error.code(), ErrorCode::not_found);
        QVERIFY(QString::fromStdString(error.message()).contains("config.json"));
    }
    QCOMPARE(yalm_heads(0, {}, 10240), std::size_t{128});
    YalmConfig config;
    config.heads = 64;
    QCOMPARE(yalm_heads(0, config, 10240), std::size_t{64});
}

void TestYalmRefusals::config_is_checked_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("word");
    QTest::newRow("not JSON") << QByteArray("heads: 4") << "not a JSON object";
    QTest::newRow("a list") << QByteArray("[4]") << "not a JSON object";
    QTest::newRow("deep") << QByteArray(100'000, '[') << "not a JSON object";
    QTest::newRow("text") << QByteArray(R"({"heads": "four"})") << "four";
    QTest::newRow("not UTF-8") << QByteArray("{\"heads\": \"\xff\"}") << "not a JSON object";
    QTest::newRow("zero") << QByteArray(R"({"heads": 0})") << "heads";
    QTest::newRow("negative") << QByteArray(R"({"heads": -4})") << "-4";
    QTest::newRow("fraction") << QByteArray(R"({"heads": 4.5})") << "4.5";
    QTest::newRow("huge") << QByteArray(R"({"heads": 18446744073709551615})") << "18446744073709551615";
    QTest::newRow("odd heads") << QByteArray(R"({"heads": 64})") << "even width";
    QTest::newRow("positions") << QByteArray(R"({"heads": 4, "max_position": null})") << "max_position";
    QTest::newRow("too long") << QByteArray(2'000'000, ' ') << "too long";
}

void TestYalmRefusals::config_is_checked() {
    QFETCH(QByteArray, text);
    QFETCH(QString, word);
    const std::filesystem::path folder = copy("tiny-bf16-zip");
    write_whole(folder / "config.json", text.toStdString());
    try {
        open(folder);
        QFAIL("it opened");
    } catch (const Error &error) {
        const QString message = QString::fromStdString(error.message());
        QCOMPARE(error.code(), ErrorCode::damaged);
        QVERIFY2(message.contains("config.json") && message.contains(word), qPrintable(message));
    }
}

QTEST_GUILESS_MAIN(TestYalmRefusals)
#include "test_yalm_refusals.moc"
