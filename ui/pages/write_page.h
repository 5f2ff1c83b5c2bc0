#pragma once

#include "history/document.h"
#include "settings.h"
#include "write/document_editor.h"
#include "write/write_actions.h"

#include <QWidget>

class QTabBar;

namespace spillway {

class ActionButton;
class ContextBar;
class SamplingPanel;

/// Texts in tabs, each a notebook or a conversation, with the sampling panel and what the text takes of the
/// context. Passive towards the engine: GenerationFlow moves the words.
class WritePage : public QWidget {
    Q_OBJECT
  public:
    explicit WritePage(Settings &settings, QWidget *parent = nullptr);

    [[nodiscard]] WriteActions &actions() { return actions_; }

    /// Opens a document in a tab of its own and shows it.
    DocumentEditor *open(const Document &document);
    /// A fresh document in a new tab.
    DocumentEditor *openNew(const QString &text = {});
    void closeCurrent();
    /// Brings a document's tab to the front.
    void bringToFront(qint64 document);
    [[nodiscard]] DocumentEditor *current() const;
    /// Null where the document is not open.
    [[nodiscard]] DocumentEditor *editor(qint64 document) const;
    [[nodiscard]] std::vector<qint64> documents() const;
    [[nodiscard]] std::vector<DocumentEditor *> editors() const;
    void focusText();

    /// What the engine can do now. `document`: the one being written into, 0 for none.
    void setEngineState(bool ready, qint64 document);
    void setChatForm(const ChatForm &form);
    void setSecondsPerToken(std::optional<double> seconds);
    /// The seed that a generation used.
    void showSettings();

    [[nodiscard]] ContextBar &contextBar() { return *context_bar_; }
    void setHint(const QString &html);
    /// The size in the settings has changed.
    void applyTextSize();

  signals:
    void edited(qint64 document);
    void currentChanged();
    /// Tabs were opened, closed or moved.
    void openDocumentsChanged();
    /// About to be closed; the last chance to save it.
    void closing(const spillway::Document &document);
    void hintLinkActivated(const QString &link);

  protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

  private:
    QWidget *makeTabs();
    QWidget *makeToolbar();
    QWidget *makeCloseButton(qint64 document);
    void connectActions();
    void showCurrent();
    void updateActions();
    void updateTitles();
    void changeTextSize(int step);
    void changeMode(WriteMode mode);
    [[nodiscard]] DocumentEditor *editorAt(int tab) const;

    Settings &settings_;
    WriteActions actions_;
    QTabBar *tabs_ = nullptr;
    QWidget *toolbar_ = nullptr;
    std::vector<ActionButton *> buttons_; ///< of the toolbar, that can be compact
    QStackedWidget *stack_ = nullptr;
    SamplingPanel *sampling_ = nullptr;
    ContextBar *context_bar_ = nullptr;
    ChatForm chat_form_;
    bool ready_ = false;
    qint64 generating_ = 0;
    QString hint_;
};

} // namespace spillway
