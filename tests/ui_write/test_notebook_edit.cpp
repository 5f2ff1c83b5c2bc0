#include "write/notebook_edit.h"

#include "theme.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QTextBlock>
#include <QtTest>

using namespace spillway;

namespace {

using Spans = std::vector<TextSpan>;

/// What the widget shows must be what its model holds, in text and colour.
void compareShown(const NotebookEdit &edit) {
    QTextCursor all(edit.document());
    all.select(QTextCursor::Document);
    QCOMPARE(normalisedText(all.selectedText()), edit.content().text());
    const QColor accent = Theme(edit.palette()).colour(Theme::Role::accent_text);
    qsizetype position = 0;
    for (const TextSpan &span : edit.content().spans()) {
        for (qsizetype i = 0; i < span.length; ++i) {
            QTextCursor one(edit.document());
            one.setPosition(static_cast<int>(++position)); // the format of the character before
            if (edit.content().text()[position - 1] != '\n') {
                QCOMPARE(one.charFormat().foreground().color() == accent, span.byModel());
            }
        }
    }
}

} // namespace

class TestNotebookEdit : public QObject {
    Q_OBJECT

  private slots:
    void typing_pasting_and_erasing_reach_the_model();
    void words_typed_amid_the_models_are_the_users();
    void a_selection_is_replaced();
    void words_come_where_the_generation_stands();
    void the_cursor_goes_along_with_the_words();
    void undo_takes_back_a_whole_generation();
    void the_view_stays_where_the_reader_is();
    void a_change_of_colours_recolours_the_words();
};

void TestNotebookEdit::typing_pasting_and_erasing_reach_the_model() {
    NotebookEdit edit;
    edit.show();
    QTest::keyClicks(&edit, "One line");
    QTest::keyClick(&edit, Qt::Key_Return);
    QTest::keyClick(&edit, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(&edit, "another");
    QTest::keyClick(&edit, Qt::Key_Backspace);
    QCOMPARE(edit.content().text(), "One line\n\nanothe");
    QApplication::clipboard()->setText("pasted\r\ntext ☂ 😀");
    edit.paste();
    QCOMPARE(edit.content().text(), QString::fromUtf8("One line\n\nanothepasted\ntext ☂ 😀"));
    QTest::keyClick(&edit, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&edit, Qt::Key_Delete);
    QVERIFY(edit.content().isEmpty());
    edit.undoStep();
    QCOMPARE(edit.content().text(), QString::fromUtf8("One line\n\nanothepasted\ntext ☂ 😀"));
    compareShown(edit);
}

void TestNotebookEdit::words_typed_amid_the_models_are_the_users() {
    NotebookEdit edit;
    edit.show();
    edit.setContent(OwnedText("You: model's words", Spans{{5, 0}, {13, 1}}), 10);
    QTest::keyClicks(&edit, "X");
    QTest::keyClick(&edit, Qt::Key_Return);
    QTest::keyClicks(&edit, "Y");
    QCOMPARE(edit.content().spans(), (Spans{{5, 0}, {5, 1}, {3, 0}, {8, 1}}));
    compareShown(edit);
}

void TestNotebookEdit::a_selection_is_replaced() {
    NotebookEdit edit;
    edit.show();
    edit.setContent(OwnedText("abcdef", Spans{{2, 0}, {4, 1}}), 0);
    QTextCursor cursor = edit.textCursor();
    cursor.setPosition(1);
    cursor.setPosition(4, QTextCursor::KeepAnchor);
    edit.setTextCursor(cursor);
    QTest::keyClicks(&edit, "Z");
    QCOMPARE(edit.content().text(), "aZef");
    QCOMPARE(edit.content().spans(), (Spans{{2, 0}, {2, 1}}));
    compareShown(edit);
}

void TestNotebookEdit::words_come_where_the_generation_stands() {
    NotebookEdit edit;
    edit.show();
    edit.setContent(OwnedText("begin  end", 0), 6);
    edit.beginGeneration(1, 6);
    edit.appendGenerated("first\n");
    QTextCursor cursor = edit.textCursor();
    cursor.movePosition(QTextCursor::Start);
    edit.setTextCursor(cursor);
    QTest::keyClicks(&edit, "The "); // elsewhere, meanwhile
    edit.appendGenerated("second");
    edit.endGeneration();
    QCOMPARE(edit.content().text(), "The begin first\nsecond end");
    QCOMPARE(edit.content().spans(), (Spans{{10, 0}, {12, 1}, {4, 0}}));
    QCOMPARE(edit.cursorPosition(), 4);
    compareShown(edit);
}

void TestNotebookEdit::the_cursor_goes_along_with_the_words() {
    NotebookEdit edit;
    edit.show();
    edit.setContent(OwnedText("begin", 0), 5);
    edit.beginGeneration(1, 5);
    edit.appendGenerated(" and on");
    QCOMPARE(edit.cursorPosition(), 12);
    edit.endGeneration();
}

void TestNotebookEdit::undo_takes_back_a_whole_generation() {
    NotebookEdit edit;
    edit.show();
    QTest::keyClicks(&edit, "Once");
    edit.beginGeneration(1, 4);
    for (const char *word : {" upon", " a", "\n\ntime"}) {
        edit.appendGenerated(word);
    }
    edit.endGeneration();
    edit.undoStep();
    QCOMPARE(edit.toPlainText(), "Once");
    edit.redoStep();
    QCOMPARE(edit.toPlainText(), "Once upon a\n\ntime");
    compareShown(edit);
}

void TestNotebookEdit::the_view_stays_where_the_reader_is() {
    NotebookEdit edit;
    edit.resize(500, 300);
    edit.show();
    const QString lines = QString("A line of the text that stands here.\n").repeated(60);
    edit.setContent(OwnedText(lines, 0), lines.size());
    edit.ensureCursorVisible();
    const int before = edit.verticalScrollBar()->value();
    edit.beginGeneration(1, lines.size());
    edit.appendGenerated("one\ntwo\nthree\nfour\n");
    QVERIFY(edit.verticalScrollBar()->value() > before + 50); // it follows
    QVERIFY(edit.viewport()->rect().contains(edit.cursorRect()));
    edit.verticalScrollBar()->setValue(100);
    edit.appendGenerated("five\nsix\nseven\n");
    QCOMPARE(edit.verticalScrollBar()->value(), 100); // the reader is elsewhere
    edit.endGeneration();
}

void TestNotebookEdit::a_change_of_colours_recolours_the_words() {
    NotebookEdit edit;
    edit.show();
    edit.setContent(OwnedText("You, model", Spans{{5, 0}, {5, 1}}), 0);
    edit.setPalette(Theme::palette(true));
    compareShown(edit);
    edit.setPalette(Theme::palette(false));
    compareShown(edit);
}

QTEST_MAIN(TestNotebookEdit)
#include "test_notebook_edit.moc"
