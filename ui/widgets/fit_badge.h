#pragma once

#include "format.h"

#include <QWidget>

class QPainter;

namespace spillway {

/// "◆ Streams from NVMe": whether a model fits on this PC, by glyph, colour and words.
class FitBadge : public QWidget {
    Q_OBJECT
  public:
    explicit FitBadge(QWidget *parent = nullptr);

    void setFit(Fit fit);
    [[nodiscard]] Fit fit() const { return fit_; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

    /// For item delegates: the badge's size in `font`, and its painting with the top left corner at `corner`.
    static QSize sizeOf(Fit fit, const QFont &font);
    static void paint(QPainter &painter, QPoint corner, Fit fit, const QFont &font, const QPalette &palette);

  protected:
    void paintEvent(QPaintEvent *event) override;

  private:
    Fit fit_ = Fit::unknown;
};

} // namespace spillway
