#include "base/error.h"
#include "model/metadata.h"

#include <QtTest>

using namespace spillway;

namespace {

Metadata sample() {
    Metadata metadata("some.gguf");
    metadata.add("unsigned", std::uint64_t{7});
    metadata.add("negative", std::int64_t{-7});
    metadata.add("real", 0.5);
    metadata.add("flag", true);
    metadata.add("text", std::string("llama"));
    metadata.add("integers", std::vector<std::int64_t>{1, 2});
    metadata.add("texts", std::vector<std::string>{"a", "b"});
    return metadata;
}

template <typename Function> QString message_of(Function function) {
    try {
        function();
    } catch (const Error &error) {
        return error.code() == ErrorCode::damaged ? QString::fromStdString(error.message()) : "another code";
    }
    return "nothing was thrown";
}

} // namespace

class TestMetadata : public QObject {
    Q_OBJECT

  private slots:
    void values_are_widened();
    void fallbacks_stand_for_what_is_missing();
    void errors_name_file_and_key();
    void values_are_described_for_people_data();
    void values_are_described_for_people();
};

void TestMetadata::values_are_widened() {
    const Metadata metadata = sample();
    QCOMPARE(metadata.number("unsigned"), 7.0);
    QCOMPARE(metadata.number("negative"), -7.0);
    QCOMPARE(metadata.numbers("integers"), (std::vector<double>{1, 2}));
}

void TestMetadata::fallbacks_stand_for_what_is_missing() {
    const Metadata metadata = sample();
    QCOMPARE(metadata.unsigned_integer("absent", 3), std::uint64_t{3});
    QCOMPARE(metadata.unsigned_integer("unsigned", 3), std::uint64_t{7});
    QCOMPARE(metadata.number("absent", 1.5), 1.5);
    QCOMPARE(metadata.boolean("absent", true), true);
    QCOMPARE(metadata.text("absent", "x"), std::string("x"));
    QCOMPARE(metadata.text("text", "x"), std::string("llama"));
    QVERIFY(metadata.find("absent") == nullptr);
}

void TestMetadata::errors_name_file_and_key() {
    const Metadata metadata = sample();
    QCOMPARE(message_of([&] { (void)metadata.number("absent"); }),
             QString("some.gguf: the key absent is missing."));
    QCOMPARE(message_of([&] { (void)metadata.unsigned_integer("negative"); }),
             QString("some.gguf: the key negative is not a whole number of 0 or more."));
    // A fallback does not hide a value of another kind.
    QCOMPARE(message_of([&] { (void)metadata.boolean("text", false); }),
             QString("some.gguf: the key text is not true or false."));
    QCOMPARE(message_of([&] { (void)metadata.texts("text"); }),
             QString("some.gguf: the key text is not a list of texts."));
    QCOMPARE(message_of([&] { (void)metadata.integers("texts"); }),
             QString("some.gguf: the key texts is not a list of whole numbers."));
    QCOMPARE(message_of([&] { (void)metadata.numbers("texts"); }),
             QString("some.gguf: the key texts is not a list of numbers."));
    QCOMPARE(message_of([&] { (void)metadata.text("flag"); }),
             QString("some.gguf: the key flag is not a text."));
}

void TestMetadata::values_are_described_for_people_data() {
    QTest::addColumn<MetadataValue>("value");
    QTest::addColumn<QString>("line");
    const auto row = [](const char *name, MetadataValue value, const char *line) {
        QTest::newRow(name) << std::move(value) << QString::fromUtf8(line);
    };
    row("unsigned", std::uint64_t{18446744073709551615U}, "18446744073709551615");
    row("signed", std::int64_t{-5}, "-5");
    row("float", double{1e-5F}, "1e-05");
    row("flag", true, "true");
    row("text", std::string("llama"), "llama");
    row("short list", std::vector<std::int64_t>{1, 2}, "2 numbers: 1, 2");
    row("empty list", std::vector<double>{}, "0 numbers");
    row("long list", std::vector<std::string>(49152, "<|endoftext|>"),
        "49152 strings: <|endoftext|>, <|endoftext|>, <|endoftext|>, <|endoftext|>, ...");
    row("long piece", std::vector<std::string>{std::string(39, 'a') + "é"},
        "1 strings: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...");
    row("flags", std::vector<bool>(3, true), "3 flags");
    row("very long text", std::string(9000, 'a'), (std::string(8000, 'a') + "...").c_str());
}

void TestMetadata::values_are_described_for_people() {
    QFETCH(MetadataValue, value);
    QFETCH(QString, line);
    QCOMPARE(QString::fromStdString(describe(value)), line);
}

QTEST_GUILESS_MAIN(TestMetadata)
#include "test_metadata.moc"
