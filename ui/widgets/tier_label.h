#pragma once

#include "spillway.h"

#include <QWidget>

namespace spillway {

/// A tier's glyph (square, circle, diamond) with a text beside it: "■ 5 layers GPU".
class TierLabel : public QWidget {
    Q_OBJECT
  public:
    explicit TierLabel(Tier tier, const QString &text = {}, QWidget *parent = nullptr);

    void setTier(Tier tier);
    void setText(const QString &text);
    [[nodiscard]] QString text() const { return text_; }
    void setBold(bool bold);
    /// Paints only the glyph in front of secondary-coloured text.
    void setSecondary(bool secondary);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent *event) override;

  private:
    Tier tier_;
    QString text_;
    bool bold_ = false;
    bool secondary_ = false;
};

} // namespace spillway
