#pragma once

#include <QToolBar>

namespace spillway {

/// A tool bar that cannot be moved, of the window's colour, with a line towards the page.
class FlatToolBar : public QToolBar {
    Q_OBJECT
  public:
    /// `line`: the side on which the page lies.
    FlatToolBar(const QString &name, Qt::Edge line, QWidget *parent = nullptr);

  protected:
    void paintEvent(QPaintEvent *event) override;

  private:
    Qt::Edge line_;
};

} // namespace spillway
