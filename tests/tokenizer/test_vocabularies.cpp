#include "base/error.h"
#include "model/formats/gguf.h"
#include "run/vocabulary.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <malloc.h>

using namespace spillway;

namespace {

/// A folder with more vocabularies than are stored with the source, if there is one.
QString fixtures() {
    const QString named = qEnvironmentVariable("SPILLWAY_FIXTURES");
    return named.isEmpty() ? QStringLiteral(SPILLWAY_TEST_DATA "/../../../shared/fixtures") : named;
}

std::unique_ptr<Tokenizer> tokenizer_of(const QString &path) {
    return make_tokenizer(vocabulary_from(read_gguf(path.toStdString()).metadata));
}

QByteArray content(const QString &path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        throw Error(ErrorCode::not_found, path.toStdString() + " is missing.");
    }
    return file.readAll();
}

std::vector<int> ids_of(const QJsonArray &array) {
    std::vector<int> ids;
    for (const QJsonValue &value : array) {
        ids.push_back(value.toInt());
    }
    return ids;
}

QString shown(const std::vector<int> &ids) {
    QStringList list;
    for (const int id : ids) {
        list << QString::number(id);
    }
    return list.join(' ');
}

void compare(const Tokenizer &tokenizer, const std::string &text, const std::vector<int> &expected,
             const std::vector<int> &actual) {
    QVERIFY2(actual == expected, qPrintable("\"" + QString::fromStdString(text) + "\"\nexpected " +
                                            shown(expected) + "\nactual   " + shown(actual)));
    for (const int id : actual) {
        QVERIFY(id < tokenizer.size());
    }
}

} // namespace

class TestVocabularies : public QObject {
    Q_OBJECT

  private slots:
    void texts_give_the_published_ids_data();
    void texts_give_the_published_ids();
    void tiny_models_give_the_published_ids_data();
    void tiny_models_give_the_published_ids();
    void smollm2_gives_the_published_ids();
    void demo_model_ends_where_a_turn_ends();
    void a_vocabulary_takes_little_memory();
};

void TestVocabularies::texts_give_the_published_ids_data() {
    QTest::addColumn<QString>("folder");
    QTest::newRow("gpt-2") << QStringLiteral(SPILLWAY_TEST_DATA "/tokenizer");
    for (const char *name : {"starcoder", "deepseek-coder", "qwen2", "llama-bpe", "llama-spm", "phi-3"}) {
        QTest::newRow(name) << fixtures() + "/tokenizers";
    }
}

void TestVocabularies::texts_give_the_published_ids() {
    QFETCH(QString, folder);
    const QString path = folder + "/ggml-vocab-" + QTest::currentDataTag() + ".gguf";
    if (!QFile::exists(path)) {
        QSKIP(qPrintable(path + " is not there (SPILLWAY_FIXTURES names a folder with it)"));
    }
    const auto tokenizer = tokenizer_of(path);
    const QString input = QString::fromUtf8(content(path + ".inp"));
    QStringList texts = input.split("\n__ggml_vocab_test__\n");
    QCOMPARE(texts.takeLast(), QString());
    QList<QByteArray> lines = content(path + ".out").split('\n');
    QCOMPARE(lines.takeLast(), QByteArray());
    QCOMPARE(lines.size(), texts.size());
    QCOMPARE(texts.size(), 46);
    for (qsizetype i = 0; i < texts.size(); ++i) {
        std::vector<int> expected;
        for (const QByteArray &id : lines[i].simplified().split(' ')) {
            if (!id.isEmpty()) {
                expected.push_back(id.toInt());
            }
        }
        const std::string text = texts[i].toStdString();
        compare(*tokenizer, text, expected, tokenizer->encode(text, false));
        // And back; without loss, for every vocabulary here has all bytes.
        QCOMPARE(QString::fromStdString(tokenizer->decode(expected, true)), texts[i]);
    }
}

void TestVocabularies::tiny_models_give_the_published_ids_data() {
    QTest::addColumn<QString>("golden");
    QTest::addColumn<QString>("gguf");
    QTest::newRow("llama") << QStringLiteral(SPILLWAY_TEST_DATA "/tiny_llama/golden.json")
                           << QStringLiteral(SPILLWAY_TEST_DATA "/tiny_llama/llama-q8_0.gguf");
    for (const char *name :
         {"llama3", "mistral", "qwen2", "qwen3", "gemma2", "gemma3", "phi3", "gpt_neox", "gpt2"}) {
        const QString folder = fixtures() + "/tiny/" + name;
        const QStringList files = QDir(folder).entryList({"*.gguf"}, QDir::Files, QDir::Name);
        QTest::newRow(name) << folder + "/golden.json" << folder + "/" + files.value(0, "missing.gguf");
    }
}

void TestVocabularies::tiny_models_give_the_published_ids() {
    QFETCH(QString, golden);
    QFETCH(QString, gguf);
    if (!QFile::exists(gguf)) {
        QSKIP(qPrintable(gguf + " is not there (SPILLWAY_FIXTURES names a folder with it)"));
    }
    const auto tokenizer = tokenizer_of(gguf);
    const QJsonArray texts = QJsonDocument::fromJson(content(golden)).object()["texts"].toArray();
    QCOMPARE(texts.size(), 12);
    for (const QJsonValue &entry : texts) {
        const std::string text = entry["text"].toString().toStdString();
        compare(*tokenizer, text, ids_of(entry["ids"].toArray()), encode_prompt(*tokenizer, text, true));
    }
}

void TestVocabularies::smollm2_gives_the_published_ids() {
    const QString model = qEnvironmentVariable("SPILLWAY_SMOLLM2");
    if (model.isEmpty()) {
        QSKIP("SPILLWAY_SMOLLM2 does not name the demo model");
    }
    const auto tokenizer = tokenizer_of(model);
    const QJsonObject golden =
        QJsonDocument::fromJson(content(SPILLWAY_TEST_DATA "/smollm2/golden.json")).object();
    QCOMPARE(golden["texts"].toArray().size(), 12);
    QCOMPARE(golden["prompts"].toArray().size(), 5);
    for (const char *list : {"texts", "prompts"}) {
        for (const QJsonValue &entry : golden[QString::fromLatin1(list)].toArray()) {
            const std::string text = entry["text"].toString().toStdString();
            const std::vector<int> expected = ids_of(entry["ids"].toArray());
            compare(*tokenizer, text, expected, tokenizer->encode(text, true));
            QCOMPARE(tokenizer->decode(expected, true), text);
        }
    }
}

void TestVocabularies::demo_model_ends_where_a_turn_ends() {
    const QString model = qEnvironmentVariable("SPILLWAY_SMOLLM2");
    if (model.isEmpty()) {
        QSKIP("SPILLWAY_SMOLLM2 does not name the demo model");
    }
    const auto tokenizer = tokenizer_of(model);
    std::vector<std::string> names;
    for (const int id : tokenizer->end_ids()) {
        names.push_back(tokenizer->piece_name(id));
    }
    QCOMPARE(names, (std::vector<std::string>{"<|im_end|>", "<|endoftext|>"}));
    QVERIFY(!tokenizer->adds_bos());
    QVERIFY(tokenizer->is_special(*tokenizer->bos()));
    // Special pieces are left out of a text and stay whole when not parsed.
    const std::string text = "<|im_start|>Hi<|im_end|>";
    QCOMPARE(tokenizer->decode(tokenizer->encode(text, true)), std::string("Hi"));
    QCOMPARE(tokenizer->decode(tokenizer->encode(text, false)), text);
    QVERIFY(tokenizer->encode(text, false).size() > 3);
    QCOMPARE(tokenizer->encode(text, true).size(), std::size_t{3});
}

void TestVocabularies::a_vocabulary_takes_little_memory() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer's own allocator does not tell");
#endif
    Vocabulary vocabulary =
        vocabulary_from(read_gguf(SPILLWAY_TEST_DATA "/tokenizer/ggml-vocab-gpt-2.gguf").metadata);
    QCOMPARE(vocabulary.pieces.size(), std::size_t{50257});
    const std::size_t with_vocabulary = mallinfo2().uordblks;
    const std::size_t vocabulary_bytes = [&] {
        const Vocabulary copy = vocabulary;
        return mallinfo2().uordblks - with_vocabulary;
    }();
    // The tokenizer takes the vocabulary over and lets go of it.
    const auto tokenizer = make_tokenizer(std::move(vocabulary));
    const std::size_t bytes = mallinfo2().uordblks + vocabulary_bytes - with_vocabulary;
    qInfo("50257 pieces and their merges: %.1f MB", static_cast<double>(bytes) / 1e6);
    QCOMPARE(tokenizer->size(), 50257);
    QVERIFY(bytes > 1'000'000 && bytes < 8'000'000);
}

QTEST_GUILESS_MAIN(TestVocabularies)
#include "test_vocabularies.moc"
