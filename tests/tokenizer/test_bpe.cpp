#include "base/error.h"
#include "small_vocabulary.h"

#include <QtTest>

#include <algorithm>
#include <ctime>
#include <functional>

using namespace spillway;

namespace {

using Ids = std::vector<int>;
using Change = std::function<void(Vocabulary &)>;

std::vector<std::string> names(const Tokenizer &tokenizer, const Ids &ids) {
    std::vector<std::string> list;
    for (const int id : ids) {
        list.push_back(tokenizer.piece_name(id));
    }
    return list;
}

/// a, aa, aaaa, ... up to 2^14 of them, as pairs of equal halves.
std::vector<std::string> doubling_merges() {
    std::vector<std::string> merges;
    for (std::string half = "a"; half.size() < 16384; half += half) {
        std::string merge = half;
        merge.append(" ").append(half);
        merges.push_back(merge);
    }
    return merges;
}

} // namespace

Q_DECLARE_METATYPE(Change)

class TestBpe : public QObject {
    Q_OBJECT

  private slots:
    void better_rules_go_first_then_the_leftmost_data();
    void better_rules_go_first_then_the_leftmost();
    void every_byte_comes_back();
    void words_that_are_pieces_are_taken_whole_where_the_family_does();
    void special_pieces_follow_the_flag();
    void missing_bytes_become_unknown();
    void time_grows_with_the_text_not_its_square_data();
    void time_grows_with_the_text_not_its_square();
    void bos_is_put_in_front_once();
    void end_ids_are_found_by_key_and_by_name();
    void faulty_vocabularies_are_refused_data();
    void faulty_vocabularies_are_refused();
    void ids_that_are_none_are_refused();
};

void TestBpe::better_rules_go_first_then_the_leftmost_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("pieces");
    QTest::newRow("best rule first") << "abc"
                                     << "a|bc";
    QTest::newRow("leftmost of equals") << "xxx"
                                        << "xx|x";
    QTest::newRow("a result merges on") << "xxxx"
                                        << "xxxx";
    QTest::newRow("five") << "xxxxx"
                          << "xxxx|x";
    QTest::newRow("seven") << "xxxxxxx"
                           << "xxxx|xx|x";
    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("within words only") << "ab c"
                                       << "ab|Ġ|c";
}

void TestBpe::better_rules_go_first_then_the_leftmost() {
    QFETCH(QString, text);
    QFETCH(QString, pieces);
    // A rule that is told twice counts where it stands first.
    const auto tokenizer = make_tokenizer(small_byte_vocabulary({"b c", "a b", "x x", "xx xx", "b c"}));
    QString actual;
    for (const std::string &name : names(*tokenizer, tokenizer->encode(text.toStdString(), false))) {
        actual += (actual.isEmpty() ? "" : "|") + QString::fromStdString(name);
    }
    QCOMPARE(actual, pieces);
}

void TestBpe::every_byte_comes_back() {
    const auto tokenizer = make_tokenizer(small_byte_vocabulary({"a b"}));
    std::string all;
    for (int i = 0; i < 256; ++i) {
        all += static_cast<char>(i);
    }
    const Ids ids = tokenizer->encode(all, false);
    QCOMPARE(ids.size(), all.size() - 1); // "ab" is one
    std::string back;
    for (const int id : ids) {
        back += tokenizer->piece_bytes(id);
    }
    QVERIFY(back == all);
    // As a text, what is no UTF-8 shows as U+FFFD; here each byte from 0x80 on for itself.
    QString expected = QString::fromLatin1(all.substr(0, 128));
    expected += QString(128, QChar(0xFFFD));
    QCOMPARE(QString::fromStdString(tokenizer->decode(ids)), expected);
}

void TestBpe::words_that_are_pieces_are_taken_whole_where_the_family_does() {
    Vocabulary vocabulary = small_byte_vocabulary({"a b", "ab c"});
    vocabulary.merges.pop_back(); // "abc" is a piece that no rule makes
    for (const auto &[pre, expected] : {std::pair{"gpt-2", std::size_t{2}}, {"llama-bpe", std::size_t{1}}}) {
        vocabulary.pre = pre;
        QCOMPARE(make_tokenizer(vocabulary)->encode("abc", false).size(), expected);
    }
}

void TestBpe::special_pieces_follow_the_flag() {
    const auto tokenizer = make_tokenizer(small_byte_vocabulary({}));
    const int end = 256;
    const int think = 257;
    QCOMPARE(names(*tokenizer, tokenizer->encode("a<|end|>b", true)),
             (std::vector<std::string>{"a", "<|end|>", "b"}));
    QCOMPARE(tokenizer->encode("<|end|>", true), Ids{end});
    QCOMPARE(tokenizer->encode("<|end|>", false).size(), std::size_t{7});
    // User-defined pieces are part of the text in either case.
    QCOMPARE(tokenizer->encode("<think>", false), Ids{think});
    QVERIFY(tokenizer->is_special(end));
    QVERIFY(!tokenizer->is_special(think));
    QCOMPARE(tokenizer->decode(Ids{end, think}), std::string("<think>"));
    QCOMPARE(tokenizer->decode(Ids{end, think}, true), std::string("<|end|><think>"));
    QCOMPARE(tokenizer->piece_bytes(end), std::string("<|end|>"));
}

void TestBpe::missing_bytes_become_unknown() {
    Vocabulary vocabulary = small_byte_vocabulary({"a b"});
    const auto a = std::ranges::find(vocabulary.pieces, "z") - vocabulary.pieces.begin();
    vocabulary.pieces[static_cast<std::size_t>(a)] = "[gone]";
    QCOMPARE(make_tokenizer(vocabulary)->encode("zab", false).size(), std::size_t{1});
    vocabulary.unknown = 256;
    QCOMPARE(make_tokenizer(vocabulary)->encode("zab", false), (Ids{256, 256}));
}

void TestBpe::time_grows_with_the_text_not_its_square_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("one letter") << QByteArray(1 << 20, 'a');
    constexpr qsizetype size = 1 << 18;
    QTest::newRow("spaces") << QByteArray(size, ' ');
    QTest::newRow("line ends") << QByteArray(size, '\n');
    QTest::newRow("apostrophes") << QByteArray(size, '\'');
    QTest::newRow("no UTF-8") << QByteArray(size, '\xFF');
    QTest::newRow("words") << QByteArray("The quick brown fox, 12345. ").repeated(size / 28);
}

void TestBpe::time_grows_with_the_text_not_its_square() {
    QFETCH(QByteArray, text);
    for (const char *pre : {"gpt-2", "smollm", "llama-bpe", "qwen2", "deepseek-coder"}) {
        Vocabulary vocabulary = small_byte_vocabulary(doubling_merges());
        vocabulary.pre = pre;
        const auto tokenizer = make_tokenizer(vocabulary);
        const std::clock_t start = std::clock();
        const Ids ids = tokenizer->encode(text.toStdString(), true);
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        std::size_t bytes = 0;
        for (const int id : ids) {
            bytes += tokenizer->piece_bytes(id).size();
        }
        QCOMPARE(bytes, static_cast<std::size_t>(text.size()));
        qInfo("%s: %.2f s", pre, seconds);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        constexpr double limit = 30;
#else
        constexpr double limit = 2;
#endif
        QVERIFY2(seconds < limit, pre);
    }
}

void TestBpe::bos_is_put_in_front_once() {
    Vocabulary vocabulary = small_byte_vocabulary({});
    vocabulary.bos = 256;
    QCOMPARE(encode_prompt(*make_tokenizer(vocabulary), "", true), Ids{});
    vocabulary.add_bos = true;
    const auto tokenizer = make_tokenizer(vocabulary);
    QCOMPARE(encode_prompt(*tokenizer, "", true), Ids{256});
    QCOMPARE(encode_prompt(*tokenizer, "<think>", true), (Ids{256, 257}));
    QCOMPARE(encode_prompt(*tokenizer, "<|end|><think>", true), (Ids{256, 257}));
    QVERIFY(adds_bos_by_default("llama", ""));
    QVERIFY(adds_bos_by_default("gpt2", "llama-bpe"));
    QVERIFY(!adds_bos_by_default("gpt2", "smollm"));
    QVERIFY(!adds_bos_by_default("gpt2", "no such"));
}

void TestBpe::end_ids_are_found_by_key_and_by_name() {
    Vocabulary vocabulary = small_byte_vocabulary({});
    vocabulary.eos = 3;
    vocabulary.eot = 257;
    const auto ids = [&] {
        const auto tokenizer = make_tokenizer(vocabulary);
        return Ids(tokenizer->end_ids().begin(), tokenizer->end_ids().end());
    };
    QCOMPARE(ids(), (Ids{3, 257, 256}));
    vocabulary.eot = 3;
    QCOMPARE(ids(), (Ids{3, 256}));
    vocabulary.kinds[256] = PieceKind::normal; // only looks like one
    QCOMPARE(ids(), Ids{3});
}

void TestBpe::faulty_vocabularies_are_refused_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("word");
    const auto row = [](const char *name, ErrorCode code, const char *word, Change change) {
        QTest::newRow(name) << change << static_cast<int>(code) << QString::fromLatin1(word);
    };
    using enum ErrorCode;
    row("unknown model", unsupported, "\"t5\"", [](Vocabulary &v) { v.model = "t5"; });
    row("unknown pre", unsupported, "\"kimi-k2\"", [](Vocabulary &v) { v.pre = "kimi-k2"; });
    row("no pre", unsupported, "\"\"", [](Vocabulary &v) { v.pre = ""; });
    row("no pieces", damaged, "0 pieces", [](Vocabulary &v) {
        v.pieces.clear();
        v.kinds.clear();
    });
    row("too few kinds", damaged, "257 kinds", [](Vocabulary &v) { v.kinds.pop_back(); });
    row("too many scores", damaged, "300 scores", [](Vocabulary &v) { v.scores.resize(300); });
    row("merge that is no pair", damaged, "\"ab\"", [](Vocabulary &v) { v.merges = {"ab"}; });
    row("merge with nothing", damaged, "\"a \"", [](Vocabulary &v) { v.merges = {"a "}; });
    row("empty merge", damaged, "\"\"", [](Vocabulary &v) { v.merges = {""}; });
    row("bos outside", damaged, "258", [](Vocabulary &v) { v.bos = 258; });
    row("eos negative", damaged, "-1", [](Vocabulary &v) { v.eos = -1; });
}

void TestBpe::faulty_vocabularies_are_refused() {
    QFETCH(Change, change);
    QFETCH(int, code);
    QFETCH(QString, word);
    Vocabulary vocabulary = small_byte_vocabulary({});
    change(vocabulary);
    try {
        make_tokenizer(vocabulary);
        QFAIL("it was taken");
    } catch (const Error &error) {
        QVERIFY2(QString::fromStdString(error.message()).contains(word), error.what());
        QCOMPARE(static_cast<int>(error.code()), code);
        QVERIFY(!error.hint().empty());
        if (error.code() == ErrorCode::unsupported) {
            QVERIFY2(error.hint().starts_with("Known ones: "), error.hint().c_str());
        }
    }
}

void TestBpe::ids_that_are_none_are_refused() {
    const auto tokenizer = make_tokenizer(small_byte_vocabulary({}));
    for (const int id : {-1, 258}) {
        QVERIFY_THROWS_EXCEPTION(Error, (void)tokenizer->piece_bytes(id));
        QVERIFY_THROWS_EXCEPTION(Error, (void)tokenizer->decode(Ids{id}));
        QVERIFY_THROWS_EXCEPTION(Error, (void)tokenizer->piece_name(id));
        QVERIFY_THROWS_EXCEPTION(Error, (void)tokenizer->is_special(id));
    }
}

QTEST_GUILESS_MAIN(TestBpe)
#include "test_bpe.moc"
