#include "write/chat_pane.h"

#include "export/formats.h"
#include "theme.h"

#include <QCheckBox>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextEdit>
#include <QVBoxLayout>

namespace spillway {

namespace {

constexpr int input_lines = 4;
constexpr int page_margin = 24;

} // namespace

ChatPane::ChatPane(QWidget *parent)
    : QWidget(parent), view_(new QTextEdit), input_(new QPlainTextEdit),
      show_rendered_(new QCheckBox(tr("Show what the model is given"))), rendered_(new QPlainTextEdit) {
    view_->setObjectName("chatView");
    view_->setReadOnly(true);
    view_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    view_->setFrameShape(QFrame::NoFrame);
    view_->document()->setDocumentMargin(page_margin);
    view_->setAccessibleName(tr("Conversation"));
    input_->setObjectName("chatInput");
    input_->setPlaceholderText(tr("Ask something, then press Ctrl+Return"));
    input_->setTabChangesFocus(true);
    input_->setAccessibleName(tr("Your message"));
    rendered_->setObjectName("renderedPrompt");
    rendered_->setAccessibleName(tr("The text that the model is given"));
    rendered_->setTabChangesFocus(true);
    rendered_->hide();
    show_rendered_->setObjectName("showRendered");

    auto *bottom = new QVBoxLayout;
    bottom->setContentsMargins(12, 8, 12, 8);
    bottom->addWidget(show_rendered_);
    bottom->addWidget(rendered_);
    bottom->addWidget(input_);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(view_, 1);
    layout->addLayout(bottom);

    connect(input_, &QPlainTextEdit::textChanged, this, [this] {
        updateRendered();
        emit edited();
    });
    connect(show_rendered_, &QCheckBox::toggled, this, [this](bool shown) {
        rendered_->setVisible(shown);
        rendered_edited_ = rendered_edited_ && shown; // out of sight it follows the conversation again
        updateRendered();
    });
    connect(rendered_, &QPlainTextEdit::textChanged, this, [this] { rendered_edited_ |= !rendering_; });
    setTextSize(font().pointSizeF());
}

void ChatPane::setTextSize(double points) {
    QFont larger = font();
    larger.setPointSizeF(points);
    view_->setFont(larger);
    input_->setFont(larger);
    const int line = QFontMetrics(larger).lineSpacing();
    input_->setFixedHeight(input_lines * line);
    rendered_->setFixedHeight(2 * input_lines * line);
    rebuildView();
}

void ChatPane::setTurns(std::vector<ChatTurn> turns) {
    turns_ = std::move(turns);
    rebuildView();
    updateRendered();
}

void ChatPane::setForm(const ChatForm &form) {
    form_ = form;
    updateRendered();
}

/// The first `turns` turns and `more` by the user, as the model's template writes them.
QString ChatPane::render(std::size_t turns, const QString &more) const {
    std::vector<ChatMessage> messages;
    for (std::size_t i = 0; i < turns; ++i) {
        messages.push_back({turns_[i].role, turns_[i].text.toStdString()});
    }
    if (!more.isEmpty()) {
        messages.push_back({ChatRole::user, more.toStdString()});
    }
    return messages.empty() ? QString() : QString::fromStdString(render_chat(form_, messages));
}

QString ChatPane::prompt() const {
    return rendered_edited_ ? rendered_->toPlainText() : render(turns_.size(), input_->toPlainText());
}

QString ChatPane::promptOfLastAnswer(bool whole) const {
    if (!hasAnswer()) {
        return {};
    }
    return render(turns_.size() - 1, {}) + (whole ? turns_.back().text : QString());
}

QString ChatPane::draft() const {
    return input_->toPlainText();
}

void ChatPane::setDraft(const QString &text) {
    input_->setPlainText(text);
}

void ChatPane::focusInput() {
    input_->setFocus();
}

bool ChatPane::hasInput() const {
    return !input_->toPlainText().trimmed().isEmpty();
}

bool ChatPane::hasAnswer() const {
    return !turns_.empty() && turns_.back().role == ChatRole::assistant;
}

void ChatPane::updateRendered() {
    if (rendered_edited_ || !show_rendered_->isChecked()) {
        return;
    }
    const QScopedValueRollback guard(rendering_, true);
    rendered_->setPlainText(prompt());
}

void ChatPane::beginAnswer(int generation) {
    const QString question = input_->toPlainText();
    rendered_edited_ = false;
    input_->clear();
    turns_.push_back({ChatRole::user, question, 0});
    addToView(turns_.back());
    turns_.push_back({ChatRole::assistant, {}, generation});
    addToView(turns_.back());
    emit edited();
}

void ChatPane::continueAnswer(int generation) {
    turns_.back().generation = generation;
}

void ChatPane::replaceAnswer(int generation) {
    turns_.back() = {ChatRole::assistant, {}, generation};
    rebuildView();
    emit edited();
}

void ChatPane::appendAnswer(const QString &text) {
    const QString words = normalisedText(text);
    turns_.back().text += words;
    QScrollBar *bar = view_->verticalScrollBar();
    const bool follow = bar->value() >= bar->maximum() - 4;
    QTextCursor cursor(view_->document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertText(words);
    if (follow) {
        bar->setValue(bar->maximum());
    }
    emit edited();
}

void ChatPane::endAnswer() {
    updateRendered();
    emit edited();
}

void ChatPane::rebuildView() {
    view_->clear();
    for (const ChatTurn &turn : turns_) {
        addToView(turn);
    }
    view_->verticalScrollBar()->setValue(view_->verticalScrollBar()->maximum());
}

void ChatPane::addToView(const ChatTurn &turn) {
    const Theme theme(palette());
    QTextCursor cursor(view_->document());
    cursor.movePosition(QTextCursor::End);
    QTextCharFormat heading;
    heading.setFont(Theme::boldFont(Theme::smallFont(font())));
    heading.setForeground(theme.colour(Theme::Role::secondary));
    QTextBlockFormat above;
    above.setTopMargin(view_->document()->isEmpty() ? 0 : 16);
    if (view_->document()->isEmpty()) {
        cursor.setBlockFormat(above);
    } else {
        cursor.insertBlock(above);
    }
    cursor.insertText(speakerName(turn.role), heading);
    QTextCharFormat words;
    if (turn.role == ChatRole::assistant) {
        words.setForeground(theme.colour(Theme::Role::accent_text));
    }
    cursor.insertBlock(QTextBlockFormat(), words);
    cursor.insertText(turn.text, words);
}

void ChatPane::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        rebuildView();
    }
}

} // namespace spillway
