#include "pages/write_page.h"

#include "icons.h"
#include "widgets/context_bar.h"
#include "write/action_button.h"
#include "write/chat_pane.h"
#include "write/notebook_edit.h"
#include "write/sampling_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace spillway {

namespace {

QFrame *makeLine(QFrame::Shape shape) {
    auto *line = new QFrame;
    line->setFrameShape(shape);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

QToolButton *makeModeButton(QAction *action) {
    auto *button = new QToolButton;
    button->setDefaultAction(action);
    button->setMinimumHeight(28);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

WritePage::WritePage(Settings &settings, QWidget *parent)
    : QWidget(parent), settings_(settings), actions_(this), stack_(new QStackedWidget),
      sampling_(new SamplingPanel), context_bar_(new ContextBar) {
    setObjectName("writePage");
    context_bar_->setObjectName("contextBar");
    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(stack_, 1);
    middle->addWidget(makeLine(QFrame::VLine));
    middle->addWidget(sampling_);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(makeTabs());
    column->addWidget(makeToolbar());
    column->addWidget(makeLine(QFrame::HLine));
    column->addLayout(middle, 1);
    column->addWidget(makeLine(QFrame::HLine));
    column->addWidget(context_bar_);

    sampling_->setPresets(settings_.presets());
    connectActions();
    connect(sampling_, &SamplingPanel::edited, this, [this](const GenerationSettings &edited) {
        if (current() != nullptr) {
            current()->setSettings(edited);
        }
    });
    connect(sampling_, &SamplingPanel::presetSaved, this, [this](const Preset &preset) {
        settings_.savePreset(preset);
        sampling_->setPresets(settings_.presets());
    });
}

QWidget *WritePage::makeTabs() {
    tabs_ = new QTabBar;
    tabs_->setObjectName("docTabs");
    tabs_->setDocumentMode(true);
    tabs_->setDrawBase(false);
    tabs_->setMovable(true);
    tabs_->setExpanding(false);
    tabs_->setElideMode(Qt::ElideRight);
    tabs_->setAccessibleName(tr("Open texts"));
    connect(tabs_, &QTabBar::currentChanged, this, &WritePage::showCurrent);
    connect(tabs_, &QTabBar::tabMoved, this, &WritePage::openDocumentsChanged);
    connect(tabs_, &QTabBar::tabBarDoubleClicked, actions_.rename_text, &QAction::trigger);
    auto *add = new QToolButton;
    add->setDefaultAction(actions_.new_text);
    add->setToolButtonStyle(Qt::ToolButtonIconOnly);
    add->setAutoRaise(true);
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 4, 8, 0);
    row->setSpacing(4);
    row->addWidget(tabs_);
    row->addWidget(add);
    row->addStretch();
    return bar;
}

QWidget *WritePage::makeToolbar() {
    toolbar_ = new QWidget;
    toolbar_->setObjectName("writeToolbar");
    auto *row = new QHBoxLayout(toolbar_);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(6);
    auto *modes = new QHBoxLayout;
    modes->setSpacing(0);
    modes->addWidget(makeModeButton(actions_.notebook));
    modes->addWidget(makeModeButton(actions_.chat));
    row->addLayout(modes);
    row->addWidget(makeLine(QFrame::VLine));
    auto *generate = new ActionButton(actions_.generate, ActionButton::Look::primary);
    generate->setObjectName("generateButton");
    auto *stop = new ActionButton(actions_.stop, ActionButton::Look::plain);
    stop->setObjectName("stopButton");
    row->addWidget(generate);
    row->addWidget(stop);
    auto *go_on = new ActionButton(actions_.go_on, ActionButton::Look::flat);
    auto *regenerate = new ActionButton(actions_.regenerate, ActionButton::Look::flat);
    row->addWidget(go_on);
    row->addWidget(regenerate);
    row->addStretch();
    buttons_ = {generate, stop, go_on, regenerate};
    for (QAction *action : {actions_.undo, actions_.export_text, actions_.sampling}) {
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(action != actions_.sampling);
        button->setMinimumHeight(28);
        button->setFocusPolicy(Qt::TabFocus);
        if (action == actions_.export_text) {
            button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
            button->setObjectName("exportButton");
        }
        row->addWidget(button);
    }
    return toolbar_;
}

void WritePage::connectActions() {
    connect(actions_.new_text, &QAction::triggered, this, [this] {
        openNew();
        focusText();
    });
    connect(actions_.close_text, &QAction::triggered, this, &WritePage::closeCurrent);
    connect(actions_.rename_text, &QAction::triggered, this, [this] { current()->askForTitle(); });
    const auto step = [this](int by) {
        const int count = tabs_->count();
        tabs_->setCurrentIndex((tabs_->currentIndex() + by + count) % count);
    };
    connect(actions_.next_text, &QAction::triggered, this, [step] { step(1); });
    connect(actions_.previous_text, &QAction::triggered, this, [step] { step(-1); });
    connect(actions_.redo, &QAction::triggered, this, [this] { current()->notebook().redoStep(); });
    connect(actions_.notebook, &QAction::triggered, this, [this] { changeMode(WriteMode::notebook); });
    connect(actions_.chat, &QAction::triggered, this, [this] { changeMode(WriteMode::chat); });
    connect(actions_.sampling, &QAction::toggled, sampling_, &QWidget::setVisible);
    connect(sampling_, &SamplingPanel::closeRequested, this, [this] { actions_.sampling->setChecked(false); });
    connect(actions_.larger_text, &QAction::triggered, this, [this] { changeTextSize(1); });
    connect(actions_.smaller_text, &QAction::triggered, this, [this] { changeTextSize(-1); });
}

void WritePage::changeMode(WriteMode mode) {
    if (current() != nullptr) {
        current()->setMode(mode);
        focusText();
    }
}

DocumentEditor *WritePage::editorAt(int tab) const {
    return tab < 0 ? nullptr : editor(tabs_->tabData(tab).toLongLong());
}

DocumentEditor *WritePage::current() const {
    return tabs_ == nullptr ? nullptr : editorAt(tabs_->currentIndex());
}

DocumentEditor *WritePage::editor(qint64 document) const {
    for (int i = 0; i < stack_->count(); ++i) {
        if (auto *editor = static_cast<DocumentEditor *>(stack_->widget(i)); editor->id() == document) {
            return editor;
        }
    }
    return nullptr;
}

std::vector<DocumentEditor *> WritePage::editors() const {
    std::vector<DocumentEditor *> editors;
    for (int tab = 0; tab < tabs_->count(); ++tab) {
        editors.push_back(editorAt(tab));
    }
    return editors;
}

std::vector<qint64> WritePage::documents() const {
    std::vector<qint64> ids;
    for (const DocumentEditor *editor : editors()) {
        ids.push_back(editor->id());
    }
    return ids;
}

DocumentEditor *WritePage::open(const Document &document) {
    auto *editor = new DocumentEditor(document);
    editor->notebook().setTextSize(settings_.textSize());
    editor->chat().setTextSize(settings_.textSize());
    editor->chat().setForm(chat_form_);
    stack_->addWidget(editor);
    connect(editor, &DocumentEditor::edited, this, [this](qint64 id) {
        updateTitles();
        updateActions();
        emit edited(id);
    });
    connect(editor, &DocumentEditor::possibilitiesChanged, this, &WritePage::updateActions);
    connect(&editor->notebook(), &NotebookEdit::textSizeStep, this, &WritePage::changeTextSize);
    connect(&editor->notebook(), &NotebookEdit::hintLinkActivated, this, &WritePage::hintLinkActivated);
    const int tab = tabs_->addTab(editor->shownTitle());
    tabs_->setTabData(tab, document.id);
    tabs_->setTabButton(tab, QTabBar::RightSide, makeCloseButton(document.id));
    tabs_->setCurrentIndex(tab);
    showCurrent();
    emit openDocumentsChanged();
    return editor;
}

QWidget *WritePage::makeCloseButton(qint64 document) {
    auto *button = new QToolButton;
    button->setIcon(icon("close"));
    button->setIconSize({12, 12});
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    button->setToolTip(tr("Close this text; it can be opened again from the menu File"));
    button->setAccessibleName(tr("Close this text"));
    connect(button, &QToolButton::clicked, this, [this, document] {
        bringToFront(document);
        closeCurrent();
    });
    return button;
}

DocumentEditor *WritePage::openNew(const QString &text) {
    Document document;
    document.settings = current() != nullptr ? current()->settings() : defaultGenerationSettings();
    document.mode = current() != nullptr ? current()->mode() : WriteMode::notebook;
    document.text = OwnedText(text, 0);
    document.cursor = text.size();
    DocumentEditor *editor = open(document);
    emit edited(document.id);
    return editor;
}

void WritePage::closeCurrent() {
    DocumentEditor *editor = current();
    if (editor == nullptr || editor->id() == generating_) {
        return; // stop it first: a generation must not lose its place
    }
    emit closing(editor->snapshot());
    const int tab = tabs_->currentIndex();
    stack_->removeWidget(editor);
    editor->deleteLater();
    tabs_->setTabData(tab, {});
    if (tabs_->count() == 1) {
        openNew();
    }
    tabs_->removeTab(tab);
    showCurrent();
    emit openDocumentsChanged();
}

void WritePage::bringToFront(qint64 document) {
    for (int tab = 0; tab < tabs_->count(); ++tab) {
        if (tabs_->tabData(tab).toLongLong() == document) {
            tabs_->setCurrentIndex(tab);
        }
    }
}

void WritePage::showCurrent() {
    DocumentEditor *editor = current();
    if (editor == nullptr) {
        return;
    }
    stack_->setCurrentWidget(editor);
    sampling_->setSettings(editor->settings());
    updateTitles();
    updateActions();
    setHint(hint_);
    emit currentChanged();
}

void WritePage::showSettings() {
    if (current() != nullptr) {
        sampling_->setSettings(current()->settings());
    }
}

void WritePage::updateTitles() {
    for (int tab = 0; tab < tabs_->count(); ++tab) {
        if (const DocumentEditor *editor = editorAt(tab)) {
            QString title = editor->shownTitle().replace('&', QLatin1String("&&"));
            if (tabs_->tabText(tab) != title) {
                tabs_->setTabText(tab, title);
            }
        }
    }
}

void WritePage::updateActions() {
    const DocumentEditor *editor = current();
    if (editor == nullptr) {
        return;
    }
    const bool here = ready_ && generating_ == 0 && isVisible();
    const bool notebook = editor->mode() == WriteMode::notebook;
    const bool writing_here = generating_ == editor->id();
    actions_.generate->setEnabled(here && editor->canGenerate(Placement::at_cursor));
    actions_.go_on->setEnabled(here && editor->canGenerate(Placement::onward));
    actions_.regenerate->setEnabled(here && editor->canGenerate(Placement::again));
    actions_.undo->setEnabled(isVisible() && notebook && (writing_here || editor->notebook().canUndoStep()));
    actions_.redo->setEnabled(isVisible() && notebook && editor->notebook().canRedoStep());
    actions_.close_text->setEnabled(!writing_here);
    actions_.notebook->setEnabled(!writing_here);
    actions_.chat->setEnabled(!writing_here);
    (notebook ? actions_.notebook : actions_.chat)->setChecked(true);
}

void WritePage::setEngineState(bool ready, qint64 document) {
    ready_ = ready;
    generating_ = document;
    updateActions();
}

void WritePage::setChatForm(const ChatForm &form) {
    chat_form_ = form;
    for (DocumentEditor *editor : editors()) {
        editor->chat().setForm(form);
    }
}

void WritePage::setSecondsPerToken(std::optional<double> seconds) {
    sampling_->setSecondsPerToken(seconds);
}

void WritePage::setHint(const QString &html) {
    hint_ = html;
    for (DocumentEditor *editor : editors()) {
        if (editor != nullptr) {
            editor->notebook().setHint(editor->snapshot().generations.empty() ? html : QString());
        }
    }
}

void WritePage::changeTextSize(int step) {
    settings_.setTextSize(
        std::clamp(settings_.textSize() + step, Settings::least_text_size, Settings::most_text_size));
    applyTextSize();
}

void WritePage::applyTextSize() {
    for (DocumentEditor *editor : editors()) {
        editor->notebook().setTextSize(settings_.textSize());
        editor->chat().setTextSize(settings_.textSize());
    }
}

void WritePage::focusText() {
    if (current() != nullptr) {
        current()->focusText();
    }
}

void WritePage::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    tabs_->updateGeometry(); // it does not tell of tabs that were added while it was hidden
    updateActions();
}

/// Where the window is narrow, the toolbar's buttons do without shortcuts and lesser names.
void WritePage::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    int full = 0;
    int now = 0;
    for (const ActionButton *button : buttons_) {
        full += button->fullWidth();
        now += button->sizeHint().width();
    }
    const bool compact = toolbar_->sizeHint().width() - now + full > width();
    for (ActionButton *button : buttons_) {
        button->setCompact(compact);
    }
}

void WritePage::hideEvent(QHideEvent *event) {
    QWidget::hideEvent(event);
    updateActions();
}

} // namespace spillway
