#pragma once

#include <QFrame>
#include <QPushButton>
#include <QWidget>

class QLabel;

namespace spillway {

/// The heading of a pane, like a dock's title: a name, and a note at the right.
class SectionTitle : public QWidget {
    Q_OBJECT
  public:
    explicit SectionTitle(const QString &title, QWidget *parent = nullptr);

    void setTexts(const QString &title, const QString &note);

  protected:
    void paintEvent(QPaintEvent *event) override;

  private:
    QLabel *title_;
    QLabel *note_;
};

/// A line of one pixel in the theme's colour.
class SeparatorLine : public QWidget {
    Q_OBJECT
  public:
    explicit SeparatorLine(QWidget *parent = nullptr);

  protected:
    void paintEvent(QPaintEvent *event) override;
};

/// The one button of a page that does what the page is for: filled with the accent.
class PrimaryButton : public QPushButton {
    Q_OBJECT
  public:
    explicit PrimaryButton(const QString &text, QWidget *parent = nullptr);

  protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace spillway
