#include "base/error.h"
#include "tokenizer/tokenizer.h"

#include <QtTest>

#include <ctime>

using namespace spillway;

namespace {

using Ids = std::vector<int>;

/// <unk> <s> </s>, the letters a to d, the mark, "▁a", "ab", "▁ab"; with `bytes` the 256 byte pieces behind.
Vocabulary small_vocabulary(bool bytes) {
    Vocabulary vocabulary;
    vocabulary.model = "llama";
    const auto add = [&](const std::string &piece, PieceKind kind, float score) {
        vocabulary.pieces.push_back(piece);
        vocabulary.kinds.push_back(kind);
        vocabulary.scores.push_back(score);
    };
    add("<unk>", PieceKind::unknown, 0);
    add("<s>", PieceKind::control, 0);
    add("</s>", PieceKind::control, 0);
    for (const char *piece : {"a", "b", "c", "d", "▁"}) {
        add(piece, PieceKind::normal, -100);
    }
    add("ab", PieceKind::normal, -1);
    add("▁a", PieceKind::normal, -2);
    add("▁ab", PieceKind::normal, -3);
    for (int byte = 0; bytes && byte < 256; ++byte) {
        add(QString::asprintf("<0x%02X>", byte).toStdString(), PieceKind::byte, 0);
    }
    vocabulary.bos = 1;
    vocabulary.eos = 2;
    vocabulary.unknown = 0;
    vocabulary.add_bos = true;
    return vocabulary;
}

constexpr int mark = 7;
constexpr int first_byte = 11;

} // namespace

class TestSentencePiece : public QObject {
    Q_OBJECT

  private slots:
    void text_is_merged_by_score();
    void what_is_no_piece_falls_back_to_bytes();
    void without_bytes_it_is_unknown();
    void space_in_front_is_added_and_dropped();
    void spaces_are_kept();
    void special_pieces_are_parsed();
    void padding_and_double_pieces_are_taken();
    void vocabulary_without_unknown_piece_is_taken();
    void time_grows_with_the_text();
};

void TestSentencePiece::text_is_merged_by_score() {
    const auto tokenizer = make_tokenizer(small_vocabulary(true));
    QCOMPARE(tokenizer->encode("ab", false), Ids{10});
    QCOMPARE(tokenizer->encode("abab", false), (Ids{10, 8}));
    QCOMPARE(tokenizer->encode("ac", false), (Ids{9, 5}));
    QCOMPARE(tokenizer->encode("", false), Ids{});
}

void TestSentencePiece::what_is_no_piece_falls_back_to_bytes() {
    const auto tokenizer = make_tokenizer(small_vocabulary(true));
    const std::string text = "aé\nb";
    const Ids expected = {9, first_byte + 0xC3, first_byte + 0xA9, first_byte + '\n', 4};
    QCOMPARE(tokenizer->encode(text, false), expected);
    QCOMPARE(tokenizer->decode(expected), text);
    QCOMPARE(tokenizer->piece_bytes(first_byte + 0xC3), std::string("\xC3"));
    QCOMPARE(tokenizer->piece_name(first_byte + 0xC3), std::string("<0xC3>"));
    // What is no UTF-8, and the character 0, are kept too.
    const std::string odd("a\xFF\0b\xC3", 5);
    const Ids odd_ids = tokenizer->encode(odd, false);
    QCOMPARE(odd_ids, (Ids{9, first_byte + 0xFF, first_byte, 4, first_byte + 0xC3}));
}

void TestSentencePiece::without_bytes_it_is_unknown() {
    const auto tokenizer = make_tokenizer(small_vocabulary(false));
    QCOMPARE(tokenizer->encode("aéb", false), (Ids{9, 0, 4}));
    QCOMPARE(tokenizer->encode("a\xFF", false), (Ids{9, 0}));
}

void TestSentencePiece::space_in_front_is_added_and_dropped() {
    Vocabulary vocabulary = small_vocabulary(true);
    const auto with = make_tokenizer(vocabulary);
    vocabulary.add_space_prefix = false;
    const auto without = make_tokenizer(vocabulary);
    QCOMPARE(with->encode("a", false), Ids{9});
    QCOMPARE(without->encode("a", false), Ids{3});
    QCOMPARE(with->decode(Ids{9}), std::string("a"));
    QCOMPARE(without->decode(Ids{9}), std::string(" a"));
    // Only the first one, and BOS before it changes nothing.
    QCOMPARE(with->decode(Ids{1, 9, 9}), std::string("a a"));
}

void TestSentencePiece::spaces_are_kept() {
    const auto tokenizer = make_tokenizer(small_vocabulary(true));
    const Ids expected = {mark, mark, 9, mark, 9, mark};
    QCOMPARE(tokenizer->encode("  a  a ", false), expected);
    QCOMPARE(tokenizer->decode(expected), std::string("  a  a "));
}

void TestSentencePiece::special_pieces_are_parsed() {
    const auto tokenizer = make_tokenizer(small_vocabulary(true));
    QCOMPARE(tokenizer->encode("<s>ab</s>", true), (Ids{1, 10, 2}));
    QCOMPARE(encode_prompt(*tokenizer, "ab", true), (Ids{1, 10}));
    QCOMPARE(encode_prompt(*tokenizer, "<s>ab", true), (Ids{1, 10}));
    QVERIFY(tokenizer->encode("<s>", false).size() > 1);
    QCOMPARE(Ids(tokenizer->end_ids().begin(), tokenizer->end_ids().end()), Ids{2});
}

void TestSentencePiece::padding_and_double_pieces_are_taken() {
    Vocabulary vocabulary = small_vocabulary(true);
    for (const char *piece : {"", "", "ab", "<unk>"}) {
        vocabulary.pieces.emplace_back(piece);
        vocabulary.kinds.push_back(*piece == '<' ? PieceKind::unknown : PieceKind::normal);
        vocabulary.scores.push_back(0);
    }
    const auto tokenizer = make_tokenizer(vocabulary);
    QCOMPARE(tokenizer->size(), first_byte + 256 + 4);
    QCOMPARE(tokenizer->encode("ab", false), Ids{10});
    QCOMPARE(tokenizer->piece_name(first_byte + 256), std::string());
}

void TestSentencePiece::vocabulary_without_unknown_piece_is_taken() {
    Vocabulary vocabulary = small_vocabulary(false);
    vocabulary.kinds[0] = PieceKind::control;
    QCOMPARE(make_tokenizer(vocabulary)->encode("aé", false), (Ids{9, 0}));
    vocabulary.unknown.reset();
    QCOMPARE(make_tokenizer(vocabulary)->encode("aé", false), Ids{9});
}

void TestSentencePiece::time_grows_with_the_text() {
    const auto tokenizer = make_tokenizer(small_vocabulary(true));
    const std::clock_t start = std::clock();
    QVERIFY(!tokenizer->encode(std::string(1 << 20, 'a'), false).empty());
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    qInfo("1 MiB of one letter: %.2f s", seconds);
    QVERIFY(seconds < 10);
}

QTEST_GUILESS_MAIN(TestSentencePiece)
#include "test_sentencepiece.moc"
