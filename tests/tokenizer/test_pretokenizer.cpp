#include "tokenizer/pretokenizer.h"

#include <QtTest>

using namespace spillway;

class TestPretokenizer : public QObject {
    Q_OBJECT

  private slots:
    void text_is_divided_as_the_family_does_data();
    void text_is_divided_as_the_family_does();
    void unknown_names_are_told_apart();
};

void TestPretokenizer::text_is_divided_as_the_family_does_data() {
    QTest::addColumn<QString>("pre");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char *name, const char *pre, const QByteArray &text, const QByteArray &words) {
        QTest::newRow(name) << QString::fromLatin1(pre) << text << words;
    };
    row("gpt-2: words take the space before", "gpt-2", "Hello big  world", "Hello| big| | world");
    row("gpt-2: numbers stay together", "gpt-2", "in 12345.", "in| 12345|.");
    row("gpt-2: contractions", "gpt-2", "it's IT'S we'll", "it|'s| IT|'|S| we|'ll");
    row("gpt-2: spaces at the end", "gpt-2", "a  ", "a|  ");
    row("gpt-2: line ends are spaces", "gpt-2", "a\n\nb", "a|\n|\n|b");
    row("gpt-2: letters of any script", "gpt-2", "Вода 水流", "Вода| 水流");
    row("gpt-2: combining marks are no letters", "gpt-2", "e\u0301a", "e|\u0301|a");
    row("smollm: each digit for itself", "smollm", "in 123", "in| |1|2|3");
    row("smollm: digits of any script", "smollm", "٣٤", "٣|٤");
    row("starcoder is smollm's", "starcoder", "a12", "a|1|2");
    row("llama-bpe: up to three digits", "llama-bpe", "1234567", "123|456|7");
    row("llama-bpe: contractions in any case", "llama-bpe", "IT'S", "IT|'S");
    row("llama-bpe: one sign before a word", "llama-bpe", "(word", "(word");
    row("llama-bpe: line ends after signs", "llama-bpe", "a!\n\nb", "a|!\n\n|b");
    row("llama3 is llama-bpe's", "llama3", "1234", "123|4");
    row("qwen2: each digit for itself", "qwen2", "x12", "x|1|2");
    row("qwen2: line ends", "qwen2", "a  \n\n b", "a|  \n\n| b");
    row("deepseek-coder: line ends apart", "deepseek-coder", "a\r\nb1", "a|\r|\n|b|1");
    row("deepseek-coder: signs", "deepseek-coder", "a, (b)", "a|,| (|b|)");
    row("no-break space is a space", "gpt-2", "a\u00A0b", "a|\u00A0|b");
    row("Mongolian vowel separator is none", "gpt-2", "!\u180Ea", "!\u180E|a");
    row("what is no UTF-8", "gpt-2", "ab\xFF\xC3 c", "ab|\xFF|\xC3| c");
    row("nothing", "gpt-2", "", "");
}

void TestPretokenizer::text_is_divided_as_the_family_does() {
    QFETCH(QString, pre);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, words);
    const PretokenizerRules *rules = find_pretokenizer_rules(pre.toStdString());
    QVERIFY(rules != nullptr);
    QByteArrayList actual;
    const std::string owned = text.toStdString();
    for (const std::string_view word : Pretokenizer(*rules).split(owned)) {
        actual << QByteArray(word.data(), static_cast<qsizetype>(word.size()));
    }
    QCOMPARE(actual.join('|'), words);
}

void TestPretokenizer::unknown_names_are_told_apart() {
    QVERIFY(find_pretokenizer_rules("kimi-k2") == nullptr);
    QVERIFY(find_pretokenizer_rules("") == nullptr);
    const QString known = QString::fromStdString(known_pretokenizers());
    for (const char *name : {"gpt-2", "smollm", "llama-bpe", "qwen2"}) {
        QVERIFY2(known.split(", ").contains(name), qPrintable(known));
    }
    QVERIFY(find_pretokenizer_rules("llama-bpe")->whole_words);
    QVERIFY(find_pretokenizer_rules("llama-bpe")->add_bos);
    QVERIFY(!find_pretokenizer_rules("qwen2")->whole_words);
}

QTEST_GUILESS_MAIN(TestPretokenizer)
#include "test_pretokenizer.moc"
