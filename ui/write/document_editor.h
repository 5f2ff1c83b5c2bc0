#pragma once

#include "history/document.h"

#include <QStackedWidget>

namespace spillway {

class ChatPane;
class NotebookEdit;

/// Where a generation writes.
enum class Placement {
    at_cursor, ///< in chat: the answer to what stands in the input
    onward,    ///< after the last generation
    again,     ///< in place of the last generation
};

/// One document in the window: its notebook, its conversation, its settings. What is written into it stays in
/// it, whether it is shown or not.
class DocumentEditor : public QStackedWidget {
    Q_OBJECT
  public:
    explicit DocumentEditor(Document document, QWidget *parent = nullptr);

    [[nodiscard]] qint64 id() const { return document_.id; }
    /// The document as it stands now.
    [[nodiscard]] Document snapshot() const;
    [[nodiscard]] QString shownTitle() const;
    void setTitle(const QString &title);
    void askForTitle();
    [[nodiscard]] WriteMode mode() const { return document_.mode; }
    void setMode(WriteMode mode);
    [[nodiscard]] const GenerationSettings &settings() const { return document_.settings; }
    void setSettings(const GenerationSettings &settings);

    [[nodiscard]] NotebookEdit &notebook() const { return *notebook_; }
    [[nodiscard]] ChatPane &chat() const { return *chat_; }
    void focusText();

    [[nodiscard]] bool canGenerate(Placement placement) const;
    /// All that the model reads before it writes there.
    [[nodiscard]] QString prompt(Placement placement) const;
    /// The whole text, as far as it counts against the context.
    [[nodiscard]] QString countedText() const;

    /// A generation begins; the record gets its number. Its words come with append().
    const GenerationRecord &begin(Placement placement, GenerationRecord record);
    void append(const std::vector<int> &ids, const QString &text);
    /// The record of the generation that runs; null where none does.
    [[nodiscard]] GenerationRecord *running();
    /// It has ended; the record stays with the document.
    void end();

  signals:
    void edited(qint64 document);
    /// Undo, redo, generate: what is possible has changed.
    void possibilitiesChanged();

  private:
    [[nodiscard]] int lastGeneration() const;
    void beginInNotebook(Placement placement, int number);
    void beginInChat(Placement placement, int number);

    Document document_; ///< text, turns, draft and cursor are the widgets' while they live
    int running_ = 0;
    WriteMode running_mode_ = WriteMode::notebook;
    NotebookEdit *notebook_;
    ChatPane *chat_;
};

} // namespace spillway
