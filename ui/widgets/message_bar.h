#pragma once

#include "spillway.h"

#include <QFrame>
#include <QStringList>

#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace spillway {

/// Something told to the user: what is wrong in one sentence, and one or two buttons that solve it.
struct Message {
    enum class Kind { done, information, warning, error };

    Kind kind = Kind::information;
    QString id; ///< a message with the same id replaces it
    QString headline;
    QString text;
    QStringList buttons; ///< at most two; the first is the one proposed
    QString details;     ///< behind "Details", with "Copy"; empty: no such button
};

/// The engine's error as a message: its sentence is the headline, its hint the text.
Message messageFrom(const Error &error, const QString &id);

/// The strip above the page that shows one message at a time, the most serious first, and never a modal box. It
/// is hidden while there is none.
class MessageBar : public QFrame {
    Q_OBJECT
  public:
    explicit MessageBar(QWidget *parent = nullptr);

    void post(const Message &message);
    /// Takes a message back that is no longer true.
    void withdraw(const QString &id);
    /// The one shown; null where none is.
    [[nodiscard]] const Message *current() const;
    [[nodiscard]] std::size_t count() const { return messages_.size(); }

  signals:
    /// `button` counts from 0. The message is withdrawn before the signal is sent.
    void buttonClicked(const QString &id, int button);
    /// The user closed it without taking a button.
    void closed(const QString &id);

  protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

  private:
    void showCurrent();
    void take(int button);
    void copyDetails();

    std::vector<Message> messages_; ///< the first is shown
    QLabel *symbol_;
    QLabel *headline_;
    QLabel *text_;
    QLabel *details_;
    QPushButton *buttons_[2];
    QPushButton *details_button_;
    QPushButton *copy_;
    QToolButton *close_;
};

} // namespace spillway
