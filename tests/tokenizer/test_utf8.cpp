#include "tokenizer/utf8.h"

#include <QtTest>

using namespace spillway;

namespace {

/// QString would drop U+FEFF.
std::string encoded(char32_t code) {
    const auto tail = [code](unsigned shift) { return static_cast<char>(0x80U | (code >> shift & 0x3FU)); };
    if (code < 0x80) {
        return {static_cast<char>(code)};
    }
    if (code < 0x800) {
        return {static_cast<char>(0xC0U | code >> 6U), tail(0)};
    }
    if (code < 0x10000) {
        return {static_cast<char>(0xE0U | code >> 12U), tail(6), tail(0)};
    }
    return {static_cast<char>(0xF0U | code >> 18U), tail(12), tail(6), tail(0)};
}

} // namespace

class TestUtf8 : public QObject {
    Q_OBJECT

  private slots:
    void bytes_become_characters_data();
    void bytes_become_characters();
    void characters_come_out_as_soon_as_they_are_whole();
    void every_character_is_valid();
    void valid_length_ends_before_what_is_not_whole();
};

void TestUtf8::bytes_become_characters_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    const QString bad(QChar(0xFFFD));
    QTest::newRow("ASCII") << QByteArray("abc") << "abc";
    QTest::newRow("two bytes") << QByteArray("é") << QString::fromUtf8("é");
    QTest::newRow("three bytes") << QByteArray("水") << QString::fromUtf8("水");
    QTest::newRow("four bytes") << QByteArray("🚀") << QString::fromUtf8("🚀");
    QTest::newRow("lone continuation") << QByteArray("a\x80z") << "a" + bad + "z";
    QTest::newRow("lead alone") << QByteArray("\xC3z") << bad + "z";
    QTest::newRow("lead at the end") << QByteArray("a\xC3") << "a" + bad;
    // One U+FFFD for the longest part that could have gone on (Unicode, 3.9, best practice).
    QTest::newRow("three of four") << QByteArray("\xF0\x9F\x9Az") << bad + "z";
    QTest::newRow("overlong two") << QByteArray("\xC0\xAF") << bad + bad;
    QTest::newRow("overlong three") << QByteArray("\xE0\x80\xAF") << bad + bad + bad;
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << bad + bad + bad;
    QTest::newRow("above U+10FFFF") << QByteArray("\xF4\x90\x80\x80") << bad + bad + bad + bad;
    QTest::newRow("no lead") << QByteArray("\xF5\xFF") << bad + bad;
    QTest::newRow("from the standard") << QByteArray("a\xF1\x80\x80\xE1\x80\xC2"
                                                     "b\x80"
                                                     "c\x80\xBF"
                                                     "d")
                                       << "a" + bad + bad + bad + "b" + bad + "c" + bad + bad + "d";
}

void TestUtf8::bytes_become_characters() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    // However the bytes are cut, the text is the same.
    for (qsizetype step = 1; step <= bytes.size(); ++step) {
        Utf8Stream stream;
        std::string out;
        for (qsizetype at = 0; at < bytes.size(); at += step) {
            out += stream.push(bytes.mid(at, step).toStdString());
        }
        out += stream.finish();
        QVERIFY(!stream.waiting());
        QCOMPARE(QByteArray::fromStdString(out), text.toUtf8());
    }
}

void TestUtf8::characters_come_out_as_soon_as_they_are_whole() {
    Utf8Stream stream;
    QCOMPARE(stream.push("a\xF0\x9F"), std::string("a"));
    QVERIFY(stream.waiting());
    QCOMPARE(stream.push("\x9A"), std::string());
    QCOMPARE(stream.push("\x80z"), std::string("🚀z"));
    QVERIFY(!stream.waiting());
    QCOMPARE(stream.finish(), std::string());
    stream.push("\xF0\x9F");
    QCOMPARE(stream.finish(), std::string("\xEF\xBF\xBD"));
    QVERIFY(!stream.waiting());
}

void TestUtf8::every_character_is_valid() {
    for (char32_t code = 0; code <= 0x10FFFF; ++code) {
        if (code >= 0xD800 && code <= 0xDFFF) {
            continue;
        }
        const std::string text = encoded(code);
        const Utf8Start start = utf8_start(text);
        if (start.kind != Utf8Start::character || start.bytes != text.size()) {
            QFAIL(qPrintable(QString::number(code, 16)));
        }
    }
}

void TestUtf8::valid_length_ends_before_what_is_not_whole() {
    QCOMPARE(valid_utf8_length(""), std::size_t{0});
    QCOMPARE(valid_utf8_length("aé"), std::size_t{3});
    QCOMPARE(valid_utf8_length("aé\xFFz"), std::size_t{3});
    QCOMPARE(valid_utf8_length("aé\xE6\xB0"), std::size_t{3});
}

QTEST_GUILESS_MAIN(TestUtf8)
#include "test_utf8.moc"
