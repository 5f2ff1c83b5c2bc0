#pragma once

#include "write/written_text.h"

#include <QTextEdit>

class QLabel;

namespace spillway {

/// The page of the notebook: the user's words in ink, the model's in the accent colour. What is generated is
/// appended where the generation stands, never rebuilt, and the rest may be edited meanwhile. Undo is
/// WrittenText's.
class NotebookEdit : public QTextEdit {
    Q_OBJECT
  public:
    explicit NotebookEdit(QWidget *parent = nullptr);

    void setContent(const OwnedText &content, qsizetype cursor);
    [[nodiscard]] const OwnedText &content() const { return written_.content(); }
    [[nodiscard]] qsizetype cursorPosition() const { return textCursor().position(); }

    /// See WrittenText. The generation writes in place of `replaced` units at `position`.
    void beginGeneration(int number, qsizetype position, qsizetype replaced = 0);
    void appendGenerated(const QString &text);
    void endGeneration();

    [[nodiscard]] bool canUndoStep() const { return written_.canUndo(); }
    [[nodiscard]] bool canRedoStep() const { return written_.canRedo(); }
    void undoStep();
    void redoStep();

    /// What stands where the next word will come, e.g. "next word in 6.4 s"; "" takes it away.
    void setNextWordNote(const QString &note);
    /// A line in the secondary colour below the text, which may hold a link; "" takes it away.
    void setHint(const QString &html);
    void setTextSize(double points);

  signals:
    /// The text changed, by whomever.
    void contentEdited();
    void undoAvailable();
    void hintLinkActivated(const QString &link);
    /// Ctrl and the wheel: +1 or -1.
    void textSizeStep(int step);

  protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;

  private:
    void documentChanged(int position, int removed, int added);
    void inkTyped();
    void apply(const std::vector<TextChange> &changes);
    void insert(QTextCursor &cursor, const OwnedText &text);
    void recolour();
    void layOutPage();
    void placeHint();
    [[nodiscard]] QTextCharFormat formatOf(int generation) const;
    [[nodiscard]] QString textIn(qsizetype position, qsizetype length) const;
    [[nodiscard]] QRect rectAt(qsizetype position) const;

    WrittenText written_;
    bool applying_ = false;      ///< the document is being changed by this class, not by the user
    qsizetype typed_begin_ = -1; ///< what was typed and still has to get the user's format
    qsizetype typed_end_ = -1;
    QString note_;
    QLabel *hint_;
};

} // namespace spillway
