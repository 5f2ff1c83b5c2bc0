#include "write/document_editor.h"

#include "write/chat_pane.h"
#include "write/notebook_edit.h"

#include <QInputDialog>
#include <QLineEdit>

#include <algorithm>

namespace spillway {

DocumentEditor::DocumentEditor(Document document, QWidget *parent)
    : QStackedWidget(parent), document_(std::move(document)), notebook_(new NotebookEdit), chat_(new ChatPane) {
    addWidget(notebook_);
    addWidget(chat_);
    notebook_->setContent(document_.text, document_.cursor);
    chat_->setTurns(document_.turns);
    chat_->setDraft(document_.draft);
    setCurrentIndex(document_.mode == WriteMode::chat ? 1 : 0);
    connect(notebook_, &NotebookEdit::contentEdited, this, [this] { emit edited(id()); });
    connect(chat_, &ChatPane::edited, this, [this] { emit edited(id()); });
    connect(notebook_, &NotebookEdit::undoAvailable, this, &DocumentEditor::possibilitiesChanged);
    connect(notebook_, &NotebookEdit::cursorPositionChanged, this, &DocumentEditor::possibilitiesChanged);
}

Document DocumentEditor::snapshot() const {
    Document document = document_;
    document.text = notebook_->content();
    document.cursor = notebook_->cursorPosition();
    document.turns = chat_->turns();
    document.draft = chat_->draft();
    document.changed = QDateTime::currentDateTime();
    return document;
}

QString DocumentEditor::shownTitle() const {
    Document document;
    document.title = document_.title;
    document.mode = document_.mode;
    document.text = notebook_->content();
    document.turns = chat_->turns();
    return document.shownTitle();
}

void DocumentEditor::setTitle(const QString &title) {
    document_.title = title;
    emit edited(id());
}

void DocumentEditor::askForTitle() {
    bool accepted = false;
    const QString title =
        QInputDialog::getText(this, tr("Rename text"), tr("Title"), QLineEdit::Normal, shownTitle(), &accepted);
    if (accepted) {
        setTitle(title.trimmed());
    }
}

void DocumentEditor::setMode(WriteMode mode) {
    if (document_.mode == mode) {
        return;
    }
    document_.mode = mode;
    setCurrentIndex(mode == WriteMode::chat ? 1 : 0);
    emit edited(id());
    emit possibilitiesChanged();
}

void DocumentEditor::setSettings(const GenerationSettings &settings) {
    if (document_.settings != settings) {
        document_.settings = settings;
        emit edited(id());
    }
}

void DocumentEditor::focusText() {
    if (mode() == WriteMode::chat) {
        chat_->focusInput();
    } else {
        notebook_->setFocus();
    }
}

/// The newest generation of which words are still in the notebook; 0 where there is none.
int DocumentEditor::lastGeneration() const {
    int last = 0;
    for (const TextSpan &span : notebook_->content().spans()) {
        last = std::max(last, span.generation);
    }
    return last;
}

bool DocumentEditor::canGenerate(Placement placement) const {
    if (mode() == WriteMode::chat) {
        return placement == Placement::at_cursor ? chat_->hasInput() : chat_->hasAnswer();
    }
    return placement == Placement::at_cursor ? notebook_->cursorPosition() > 0 : lastGeneration() > 0;
}

QString DocumentEditor::prompt(Placement placement) const {
    if (mode() == WriteMode::chat) {
        return placement == Placement::at_cursor ? chat_->prompt()
                                                 : chat_->promptOfLastAnswer(placement == Placement::onward);
    }
    const OwnedText &content = notebook_->content();
    const OwnedText::Range last = content.rangeOf(lastGeneration());
    const qsizetype end = placement == Placement::at_cursor ? notebook_->cursorPosition()
                          : placement == Placement::onward  ? last.end
                                                            : last.begin;
    return content.text().left(end);
}

QString DocumentEditor::countedText() const {
    if (mode() == WriteMode::notebook) {
        return notebook_->content().text();
    }
    return chat_->hasInput() ? chat_->prompt() : chat_->promptOfLastAnswer(true);
}

const GenerationRecord &DocumentEditor::begin(Placement placement, GenerationRecord record) {
    record.number = document_.nextGeneration();
    running_ = record.number;
    running_mode_ = mode();
    document_.generations.push_back(std::move(record));
    if (running_mode_ == WriteMode::chat) {
        beginInChat(placement, running_);
    } else {
        beginInNotebook(placement, running_);
    }
    emit possibilitiesChanged();
    return document_.generations.back();
}

void DocumentEditor::beginInNotebook(Placement placement, int number) {
    const OwnedText::Range last = notebook_->content().rangeOf(lastGeneration());
    const qsizetype position = prompt(placement).size();
    const bool replace = placement == Placement::again;
    notebook_->beginGeneration(number, position, replace ? last.end - last.begin : 0);
    QTextCursor caret = notebook_->textCursor();
    caret.setPosition(static_cast<int>(position));
    notebook_->setTextCursor(caret); // it goes along with the words until the user moves it
}

void DocumentEditor::beginInChat(Placement placement, int number) {
    switch (placement) {
    case Placement::at_cursor:
        chat_->beginAnswer(number);
        break;
    case Placement::onward:
        chat_->continueAnswer(number);
        break;
    case Placement::again:
        chat_->replaceAnswer(number);
        break;
    }
}

GenerationRecord *DocumentEditor::running() {
    return running_ > 0 ? document_.findGeneration(running_) : nullptr;
}

void DocumentEditor::append(const std::vector<int> &ids, const QString &text) {
    GenerationRecord *record = running();
    if (record == nullptr) {
        return;
    }
    record->token_ids.insert(record->token_ids.end(), ids.begin(), ids.end());
    record->text += text;
    if (running_mode_ == WriteMode::chat) {
        chat_->appendAnswer(text);
    } else {
        notebook_->appendGenerated(text);
    }
}

void DocumentEditor::end() {
    if (running_ == 0) {
        return;
    }
    running_ = 0;
    if (running_mode_ == WriteMode::chat) {
        chat_->endAnswer();
    } else {
        notebook_->endGeneration();
    }
    emit edited(id());
    emit possibilitiesChanged();
}

} // namespace spillway
