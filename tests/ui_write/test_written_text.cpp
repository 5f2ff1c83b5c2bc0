#include "write/written_text.h"

#include "spillway.h"

#include <QRandomGenerator>
#include <QtTest>

using namespace spillway;

namespace {

using Spans = std::vector<TextSpan>;

void type(WrittenText &text, qsizetype position, const QString &letters) {
    for (const QChar letter : letters) {
        text.edit(position++, 0, letter);
    }
}

} // namespace

class TestWrittenText : public QObject {
    Q_OBJECT

  private slots:
    void replacing_keeps_owners_and_joins_neighbours();
    void spans_that_do_not_cover_the_text_are_refused();
    void line_ends_become_one_kind_data();
    void line_ends_become_one_kind();
    void typing_is_undone_word_by_word();
    void erasing_is_one_step();
    void a_generation_is_undone_as_one_step();
    void the_user_may_edit_before_a_generation_that_runs();
    void what_is_typed_at_the_place_stands_behind_the_words();
    void edits_within_the_models_words_are_the_users();
    void deleting_the_place_begins_a_step_of_its_own();
    void writing_again_can_be_taken_back();
    void an_empty_generation_leaves_no_step();
    void any_mixture_can_be_undone_and_redone();
};

void TestWrittenText::replacing_keeps_owners_and_joins_neighbours() {
    OwnedText text("one two three", 0);
    text.replace(4, 3, OwnedText("zwei", 5));
    QCOMPARE(text.text(), "one zwei three");
    QCOMPARE(text.spans(), (Spans{{4, 0}, {4, 5}, {6, 0}}));
    text.replace(2, 8, OwnedText("-", 0));
    QCOMPARE(text.text(), "on-hree");
    QCOMPARE(text.spans(), (Spans{{7, 0}}));
    text.replace(0, 7, {});
    QVERIFY(text.spans().empty());
}

void TestWrittenText::spans_that_do_not_cover_the_text_are_refused() {
    for (const Spans &spans : {Spans{{3, 0}}, Spans{{3, 0}, {3, 1}}, Spans{{-1, 0}, {6, 0}}, Spans{{5, -2}}}) {
        QVERIFY_EXCEPTION_THROWN(OwnedText("abcde", spans), Error);
    }
    QCOMPARE(OwnedText("abcde", Spans{{3, 0}, {2, 1}}).size(), 5);
}

void TestWrittenText::line_ends_become_one_kind_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("DOS") << "a\r\nb"
                         << "a\nb";
    QTest::newRow("old Mac") << "a\rb"
                             << "a\nb";
    QTest::newRow("Qt's own") << QStringLiteral(u"a\u2029b\u2028c") << "a\nb\nc";
    QTest::newRow("reserved") << QStringLiteral(u"a\uFFFCb") << QStringLiteral(u"a\uFFFDb");
    QTest::newRow("outside the BMP") << QStringLiteral(u"\U0001F600") << QStringLiteral(u"\U0001F600");
}

void TestWrittenText::line_ends_become_one_kind() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(normalisedText(text), expected);
}

void TestWrittenText::typing_is_undone_word_by_word() {
    WrittenText text;
    type(text, 0, "one two");
    QCOMPARE(text.undo().size(), 1U);
    QCOMPARE(text.content().text(), "one ");
    text.undo();
    QVERIFY(text.content().isEmpty());
    QVERIFY(!text.canUndo());
    text.redo();
    text.redo();
    QCOMPARE(text.content().text(), "one two");
    text.undo();
    type(text, 4, "x");
    QVERIFY(!text.canRedo());
}

void TestWrittenText::erasing_is_one_step() {
    WrittenText text(OwnedText("abcdef", 0));
    for (qsizetype position = 5; position >= 3; --position) {
        text.edit(position, 1, {});
    }
    QCOMPARE(text.content().text(), "abc");
    text.undo();
    QCOMPARE(text.content().text(), "abcdef");
}

void TestWrittenText::a_generation_is_undone_as_one_step() {
    WrittenText text(OwnedText("Once ", 0));
    text.beginGeneration(1, 5);
    for (const char *word : {"upon ", "a ", "time"}) {
        text.appendGenerated(word);
    }
    QVERIFY(!text.canUndo()); // not while it runs
    text.endGeneration();
    QCOMPARE(text.content().text(), "Once upon a time");
    QCOMPARE(text.content().spans(), (Spans{{5, 0}, {11, 1}}));
    const std::vector<TextChange> shown = text.undo();
    QCOMPARE(text.content().text(), "Once ");
    QCOMPARE(shown.size(), 1U);
    QCOMPARE(shown.front().position, 5);
    QCOMPARE(shown.front().removed.text(), "upon a time");
    text.redo();
    QCOMPARE(text.content().spans(), (Spans{{5, 0}, {11, 1}}));
}

void TestWrittenText::the_user_may_edit_before_a_generation_that_runs() {
    WrittenText text(OwnedText("Once ", 0));
    text.beginGeneration(1, 5);
    text.appendGenerated("upon ");
    text.edit(0, 4, "Not once, never");
    QCOMPARE(*text.generationPosition(), 21);
    text.appendGenerated("a time");
    text.endGeneration();
    QCOMPARE(text.content().text(), "Not once, never upon a time");
    text.undo();
    QCOMPARE(text.content().text(), "Once upon a time");
    text.undo();
    QCOMPARE(text.content().text(), "Once ");
    text.redo();
    text.redo();
    QCOMPARE(text.content().text(), "Not once, never upon a time");
}

void TestWrittenText::what_is_typed_at_the_place_stands_behind_the_words() {
    WrittenText text(OwnedText("A", 0));
    text.beginGeneration(1, 1);
    text.appendGenerated("b");
    type(text, 2, "XY");
    text.appendGenerated("c");
    type(text, 5, "Z");
    text.appendGenerated("d");
    text.endGeneration();
    QCOMPARE(text.content().text(), "AbcdXYZ");
    QCOMPARE(text.content().spans(), (Spans{{1, 0}, {3, 1}, {3, 0}}));
    text.undo();
    QCOMPARE(text.content().text(), "Abcd");
    text.undo();
    QCOMPARE(text.content().text(), "A");
}

void TestWrittenText::edits_within_the_models_words_are_the_users() {
    WrittenText text(OwnedText("A ", 0));
    text.beginGeneration(1, 2);
    text.appendGenerated("lighthouse");
    text.edit(7, 5, "ship"); // while it runs
    text.appendGenerated(" stood");
    text.endGeneration();
    QCOMPARE(text.content().text(), "A lightship stood");
    QCOMPARE(text.content().spans(), (Spans{{2, 0}, {5, 1}, {4, 0}, {6, 1}}));
    QCOMPARE(text.content().rangeOf(1).begin, 2);
    QCOMPARE(text.content().rangeOf(1).end, 17);
    text.undo();
    QCOMPARE(text.content().text(), "A lighthouse stood");
    text.undo();
    QCOMPARE(text.content().text(), "A ");
}

void TestWrittenText::deleting_the_place_begins_a_step_of_its_own() {
    WrittenText text(OwnedText("begin end", 0));
    text.beginGeneration(1, 6);
    text.appendGenerated("middle ");
    text.edit(0, text.content().size(), {}); // all of it
    QCOMPARE(*text.generationPosition(), 0);
    text.appendGenerated("more");
    text.endGeneration();
    QCOMPARE(text.content().text(), "more");
    text.undo();
    QCOMPARE(text.content().text(), "");
    text.undo();
    QCOMPARE(text.content().text(), "begin middle end");
    text.undo();
    QCOMPARE(text.content().text(), "begin end");
}

void TestWrittenText::writing_again_can_be_taken_back() {
    WrittenText text(OwnedText("A ", 0));
    text.beginGeneration(1, 2);
    text.appendGenerated("first");
    text.endGeneration();
    const TextChange removal = text.beginGeneration(2, 2, 5);
    QCOMPARE(removal.removed.text(), "first");
    text.appendGenerated("second");
    text.endGeneration();
    QCOMPARE(text.content().text(), "A second");
    text.undo();
    QCOMPARE(text.content().text(), "A first");
    QCOMPARE(text.content().spans(), (Spans{{2, 0}, {5, 1}}));
    text.undo();
    QCOMPARE(text.content().text(), "A ");
    text.redo();
    text.redo();
    QCOMPARE(text.content().text(), "A second");
}

void TestWrittenText::an_empty_generation_leaves_no_step() {
    WrittenText text(OwnedText("A", 0));
    text.beginGeneration(1, 1);
    text.endGeneration();
    QVERIFY(!text.canUndo());
}

/// Random edits and words, many times: all steps back give the beginning, all steps forward the end, and the
/// changes that are to be shown keep a second copy of the text in step.
void TestWrittenText::any_mixture_can_be_undone_and_redone() {
    QRandomGenerator random(7);
    const auto apply = [](OwnedText &shown, const std::vector<TextChange> &changes) {
        for (const TextChange &change : changes) {
            shown.replace(change.position, change.removed.size(), change.inserted);
        }
    };
    for (int round = 0; round < 300; ++round) {
        const OwnedText start("The quick brown fox", 0);
        WrittenText text(start);
        int generation = 0;
        for (int step = 0; step < 30; ++step) {
            const qsizetype size = text.content().size();
            const auto position = static_cast<qsizetype>(random.bounded(static_cast<int>(size) + 1));
            const bool runs = text.generationPosition().has_value();
            const int what = random.bounded(5);
            if (what == 0 && !runs) {
                text.beginGeneration(++generation, position,
                                     std::min<qsizetype>(random.bounded(3), size - position));
            } else if (what == 1 && runs && random.bounded(3) == 0) {
                text.endGeneration();
            } else if (what <= 3 && runs) {
                text.appendGenerated(QString(1 + random.bounded(3), QChar('a' + generation % 26)));
            } else {
                const qsizetype removed = std::min<qsizetype>(random.bounded(4), size - position);
                const QString inserted(random.bounded(3), QChar('A' + step % 26));
                if (removed > 0 || !inserted.isEmpty()) {
                    text.edit(position, removed, inserted);
                }
            }
        }
        text.endGeneration();
        const OwnedText finish = text.content();
        OwnedText shown = finish;
        while (text.canUndo()) {
            apply(shown, text.undo());
            QCOMPARE(shown.text(), text.content().text());
        }
        QCOMPARE(text.content().text(), start.text());
        while (text.canRedo()) {
            apply(shown, text.redo());
        }
        QCOMPARE(text.content(), finish);
        QCOMPARE(shown, finish);
    }
}

QTEST_GUILESS_MAIN(TestWrittenText)
#include "test_written_text.moc"
