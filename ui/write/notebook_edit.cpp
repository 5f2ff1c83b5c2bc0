#include "write/notebook_edit.h"

#include "theme.h"

#include <QAbstractTextDocumentLayout>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextFrame>

#include <algorithm>

namespace spillway {

namespace {

constexpr int side_margin = 44;
constexpr int top_margin = 24;
constexpr int line_height_percent = 140;
constexpr int generation_property = QTextFormat::UserProperty + 1;

} // namespace

NotebookEdit::NotebookEdit(QWidget *parent) : QTextEdit(parent), hint_(new QLabel(viewport())) {
    setObjectName("notebookEdit");
    setAcceptRichText(false);
    setUndoRedoEnabled(false); // WrittenText has it
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(false);
    setAccessibleName(tr("Text"));
    hint_->setWordWrap(true);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    hint_->setFont(QGuiApplication::font());
    hint_->setTextInteractionFlags(Qt::LinksAccessibleByMouse);
    hint_->hide();
    connect(hint_, &QLabel::linkActivated, this, &NotebookEdit::hintLinkActivated);
    connect(document(), &QTextDocument::contentsChange, this, &NotebookEdit::documentChanged);
    connect(document(), &QTextDocument::contentsChanged, this, &NotebookEdit::inkTyped);
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &NotebookEdit::placeHint);
    layOutPage();
}

void NotebookEdit::setContent(const OwnedText &content, qsizetype cursor) {
    const QScopedValueRollback guard(applying_, true);
    written_ = WrittenText(content);
    clear();
    layOutPage();
    QTextCursor writer(document());
    insert(writer, content);
    QTextCursor caret(document());
    caret.setPosition(static_cast<int>(std::clamp<qsizetype>(cursor, 0, content.size())));
    setTextCursor(caret);
    emit undoAvailable();
}

/// Margins and line height belong to the document, so they are set anew with each content.
void NotebookEdit::layOutPage() {
    const QScopedValueRollback guard(applying_, true);
    QTextFrameFormat frame = document()->rootFrame()->frameFormat();
    frame.setLeftMargin(side_margin);
    frame.setRightMargin(side_margin);
    frame.setTopMargin(top_margin);
    frame.setBottomMargin(top_margin);
    document()->rootFrame()->setFrameFormat(frame);
    QTextCursor cursor(document());
    cursor.select(QTextCursor::Document);
    QTextBlockFormat block;
    block.setLineHeight(line_height_percent, QTextBlockFormat::ProportionalHeight);
    cursor.mergeBlockFormat(block);
}

QTextCharFormat NotebookEdit::formatOf(int generation) const {
    QTextCharFormat format;
    if (generation > 0) {
        format.setForeground(Theme(palette()).colour(Theme::Role::accent_text));
        format.setProperty(generation_property, generation);
    }
    return format;
}

void NotebookEdit::insert(QTextCursor &cursor, const OwnedText &text) {
    qsizetype position = 0;
    for (const TextSpan &span : text.spans()) {
        cursor.insertText(text.text().mid(position, span.length), formatOf(span.generation));
        position += span.length;
    }
}

QString NotebookEdit::textIn(qsizetype position, qsizetype length) const {
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(position));
    cursor.setPosition(static_cast<int>(position + length), QTextCursor::KeepAnchor);
    return normalisedText(cursor.selectedText());
}

/// The user typed, pasted, dropped or erased. Qt's ranges are generous (a whole block, its end included), so
/// what really differs is looked for within them.
void NotebookEdit::documentChanged(int position, int removed, int added) {
    if (applying_) {
        return;
    }
    const OwnedText &content = written_.content();
    const qsizetype size = document()->characterCount() - 1; // the last block's end is no character of the text
    const qsizetype new_length = std::min<qsizetype>(added, size - position);
    const qsizetype old_length = new_length + content.size() - size;
    Q_UNUSED(removed)
    const QString before = content.text().mid(position, old_length);
    const QString after = textIn(position, new_length);
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype same_begin = 0;
    while (same_begin < shorter && before[same_begin] == after[same_begin]) {
        ++same_begin;
    }
    qsizetype same_end = 0;
    while (same_end < shorter - same_begin &&
           before[before.size() - 1 - same_end] == after[after.size() - 1 - same_end]) {
        ++same_end;
    }
    const QString inserted = after.mid(same_begin, after.size() - same_begin - same_end);
    const qsizetype lost = before.size() - same_begin - same_end;
    if (inserted.isEmpty() && lost == 0) {
        return;
    }
    const qsizetype begin = position + same_begin;
    written_.edit(begin, lost, inserted);
    typed_begin_ = begin;
    typed_end_ = begin + inserted.size();
}

/// Words typed amid the model's come out in its colour; they are the user's.
void NotebookEdit::inkTyped() {
    if (applying_ || typed_begin_ < 0) {
        return;
    }
    const QScopedValueRollback guard(applying_, true);
    if (typed_end_ > typed_begin_) {
        QTextCursor cursor(document());
        cursor.setPosition(static_cast<int>(typed_begin_));
        cursor.setPosition(static_cast<int>(typed_end_), QTextCursor::KeepAnchor);
        cursor.setCharFormat(formatOf(0));
    }
    typed_begin_ = typed_end_ = -1;
    emit contentEdited();
    emit undoAvailable();
}

void NotebookEdit::beginGeneration(int number, qsizetype position, qsizetype replaced) {
    apply({written_.beginGeneration(number, position, replaced)});
    emit undoAvailable();
}

void NotebookEdit::appendGenerated(const QString &text) {
    const QString words = normalisedText(text);
    if (words.isEmpty()) {
        return;
    }
    // Follow the words only where the reader sees the place they come to.
    const bool follow = viewport()->rect().contains(rectAt(*written_.generationPosition()).center());
    apply({written_.appendGenerated(words)});
    const int below = rectAt(*written_.generationPosition()).bottom() + top_margin - viewport()->height();
    if (follow && below > 0) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + below);
    }
}

void NotebookEdit::endGeneration() {
    written_.endGeneration();
    setNextWordNote({});
    emit undoAvailable();
}

void NotebookEdit::undoStep() {
    apply(written_.undo());
    emit undoAvailable();
}

void NotebookEdit::redoStep() {
    apply(written_.redo());
    emit undoAvailable();
}

void NotebookEdit::apply(const std::vector<TextChange> &changes) {
    bool changed = false;
    for (const TextChange &change : changes) {
        if (change.removed.isEmpty() && change.inserted.isEmpty()) {
            continue;
        }
        const QScopedValueRollback guard(applying_, true);
        QTextCursor cursor(document());
        cursor.beginEditBlock();
        cursor.setPosition(static_cast<int>(change.position));
        cursor.setPosition(static_cast<int>(change.position + change.removed.size()), QTextCursor::KeepAnchor);
        cursor.removeSelectedText();
        insert(cursor, change.inserted);
        cursor.endEditBlock();
        changed = true;
    }
    if (changed) {
        emit contentEdited();
    }
}

void NotebookEdit::recolour() {
    const QScopedValueRollback guard(applying_, true);
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    qsizetype position = 0;
    for (const TextSpan &span : written_.content().spans()) {
        if (span.byModel()) {
            cursor.setPosition(static_cast<int>(position));
            cursor.setPosition(static_cast<int>(position + span.length), QTextCursor::KeepAnchor);
            cursor.setCharFormat(formatOf(span.generation));
        }
        position += span.length;
    }
    cursor.endEditBlock();
}

void NotebookEdit::setNextWordNote(const QString &note) {
    if (note_ != note) {
        note_ = note;
        viewport()->update();
    }
}

void NotebookEdit::setHint(const QString &html) {
    hint_->setText(html);
    hint_->setVisible(!html.isEmpty());
    placeHint();
}

void NotebookEdit::placeHint() {
    if (hint_->isHidden()) {
        return;
    }
    const int width = std::max(viewport()->width() - 2 * side_margin, 100);
    const QRect end = rectAt(written_.content().size());
    hint_->setGeometry(side_margin, end.bottom() + 14, width, hint_->heightForWidth(width));
}

void NotebookEdit::setTextSize(double points) {
    QFont larger = font();
    larger.setPointSizeF(points);
    setFont(larger);
    placeHint();
}

QRect NotebookEdit::rectAt(qsizetype position) const {
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(std::clamp<qsizetype>(position, 0, document()->characterCount() - 1)));
    return cursorRect(cursor);
}

void NotebookEdit::paintEvent(QPaintEvent *event) {
    QTextEdit::paintEvent(event);
    const std::optional<qsizetype> position = written_.generationPosition();
    if (note_.isEmpty() || !position) {
        return;
    }
    const Theme theme(palette());
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::smallFont(QGuiApplication::font()));
    const QFontMetrics metrics = painter.fontMetrics();
    const QRect caret = rectAt(*position);
    QRect chip(0, 0, metrics.horizontalAdvance(note_) + 16, metrics.height() + 4);
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(*position));
    // Beside the place where nothing follows, else below it.
    if (cursor.atBlockEnd() && caret.right() + 8 + chip.width() < viewport()->width()) {
        chip.moveTo(caret.right() + 8, caret.center().y() - chip.height() / 2);
    } else {
        chip.moveTo(std::clamp(caret.left(), 0, std::max(viewport()->width() - chip.width(), 0)),
                    caret.bottom() + 2);
    }
    painter.setPen(theme.colour(Theme::Role::line));
    painter.setBrush(palette().color(QPalette::Window));
    painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.setPen(theme.colour(Theme::Role::secondary));
    painter.drawText(chip, Qt::AlignCenter, note_);
}

bool NotebookEdit::event(QEvent *event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore(); // the window's actions take them
            return true;
        }
    }
    return QTextEdit::event(event);
}

void NotebookEdit::changeEvent(QEvent *event) {
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        recolour();
        placeHint();
    }
}

void NotebookEdit::resizeEvent(QResizeEvent *event) {
    QTextEdit::resizeEvent(event);
    placeHint();
}

void NotebookEdit::scrollContentsBy(int dx, int dy) {
    QTextEdit::scrollContentsBy(dx, dy);
    placeHint();
}

void NotebookEdit::wheelEvent(QWheelEvent *event) {
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        emit textSizeStep(event->angleDelta().y() > 0 ? 1 : -1);
        event->accept();
        return;
    }
    QTextEdit::wheelEvent(event);
}

} // namespace spillway
