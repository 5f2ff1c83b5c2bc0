#pragma once

#include "history/document.h"

#include <QWidget>

class QCheckBox;
class QPlainTextEdit;
class QTextEdit;

namespace spillway {

/// A conversation: what was said (`chatView`), what will be said (`chatInput`), and, where wanted, the very
/// text that the model is given (`renderedPrompt`), which may be edited before it is sent.
class ChatPane : public QWidget {
    Q_OBJECT
  public:
    explicit ChatPane(QWidget *parent = nullptr);

    void setTurns(std::vector<ChatTurn> turns);
    [[nodiscard]] const std::vector<ChatTurn> &turns() const { return turns_; }
    /// How the model writes conversations.
    void setForm(const ChatForm &form);

    /// The text that the model is given for the conversation with what stands in the input: rendered, or as the
    /// user edited it.
    [[nodiscard]] QString prompt() const;
    /// The same for the last answer: `whole` with its words so far (to continue it), else without (to write it
    /// anew).
    [[nodiscard]] QString promptOfLastAnswer(bool whole) const;
    [[nodiscard]] bool hasInput() const;
    [[nodiscard]] bool hasAnswer() const;

    /// The input becomes a turn, and an answer begins.
    void beginAnswer(int generation);
    /// Goes on with the last answer, or takes it away and begins it anew.
    void continueAnswer(int generation);
    void replaceAnswer(int generation);
    void appendAnswer(const QString &text);
    void endAnswer();

    void setTextSize(double points);
    [[nodiscard]] QString draft() const;
    void setDraft(const QString &text);
    void focusInput();

  signals:
    void edited();

  protected:
    void changeEvent(QEvent *event) override;

  private:
    [[nodiscard]] QString render(std::size_t turns, const QString &more) const;
    void rebuildView();
    void addToView(const ChatTurn &turn);
    void updateRendered();

    std::vector<ChatTurn> turns_;
    ChatForm form_;
    QTextEdit *view_;
    QPlainTextEdit *input_;
    QCheckBox *show_rendered_;
    QPlainTextEdit *rendered_;
    bool rendered_edited_ = false;
    bool rendering_ = false;
};

} // namespace spillway
