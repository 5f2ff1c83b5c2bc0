#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace spillway {

/// What a text takes of the model's context.
struct ContextCounts {
    std::size_t earlier = 0; ///< tokens of the user's and of earlier generations
    std::size_t fresh = 0;   ///< written by the running or last generation
    std::size_t coming = 0;  ///< at most, still to be written
    std::size_t limit = 0;   ///< of the context; 0: no model is loaded, so nothing is counted
    std::size_t words = 0;
};

/// The line below a text: "Text 229 of 1,024 tokens", a bar, what it consists of, words, a button for the
/// tokens.
class ContextBar : public QWidget {
    Q_OBJECT
  public:
    explicit ContextBar(QWidget *parent = nullptr);

    void setCounts(const ContextCounts &counts);
    [[nodiscard]] const ContextCounts &counts() const { return counts_; }
    /// A note in place of the composition while nothing is counted, e.g. "Nothing is sent anywhere."
    void setNote(const QString &note);
    /// Whether the button "Show tokens" is there; it is not at first.
    void setTokensButtonVisible(bool visible);

  signals:
    void showTokensRequested();

  private:
    class Bar;
    void updateTexts();

    ContextCounts counts_;
    QString note_;
    QLabel *total_;
    Bar *bar_;
    QLabel *composition_;
    QLabel *words_;
    QToolButton *tokens_;
};

} // namespace spillway
