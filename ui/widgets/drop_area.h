#pragma once

#include <QWidget>

namespace spillway {

/// The dashed field that tells what may be dropped on the page. It shows; the page takes the drop.
class DropArea : public QWidget {
    Q_OBJECT
  public:
    explicit DropArea(QWidget *parent = nullptr);

    void setTexts(const QString &first, const QString &second);
    /// Something that can be taken hovers over the page.
    void setHot(bool hot);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

  protected:
    void paintEvent(QPaintEvent *event) override;

  private:
    [[nodiscard]] int textLeft() const;

    QString first_;
    QString second_;
    bool hot_ = false;
};

} // namespace spillway
