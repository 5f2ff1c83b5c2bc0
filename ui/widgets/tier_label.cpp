#include "widgets/tier_label.h"

#include "widgets/painting.h"

namespace spillway {

namespace {
constexpr int gap = 5;
}

TierLabel::TierLabel(Tier tier, const QString &text, QWidget *parent) : QWidget(parent), tier_(tier) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setText(text);
}

void TierLabel::setTier(Tier tier) {
    tier_ = tier;
    update();
}

void TierLabel::setText(const QString &text) {
    text_ = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void TierLabel::setBold(bool bold) {
    bold_ = bold;
    updateGeometry();
    update();
}

void TierLabel::setSecondary(bool secondary) {
    secondary_ = secondary;
    update();
}

QSize TierLabel::sizeHint() const {
    const QFontMetrics metrics(bold_ ? Theme::boldFont(font()) : font());
    const int glyph = glyphSize(metrics);
    const int words = text_.isEmpty() ? 0 : gap + metrics.horizontalAdvance(text_) + 1;
    return {glyph + words, std::max(metrics.height(), glyph + 2)};
}

void TierLabel::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    const Theme theme(palette());
    painter.setFont(bold_ ? Theme::boldFont(font()) : font());
    const double glyph = glyphSize(painter.fontMetrics());
    paintGlyph(painter, {0, (height() - glyph) / 2, glyph, glyph}, tier_, theme);
    paintText(painter, QRectF(glyph + gap, 0, width() - glyph - gap, height()), text_,
              secondary_ ? theme.colour(Theme::Role::secondary) : palette().color(QPalette::WindowText));
}

} // namespace spillway
