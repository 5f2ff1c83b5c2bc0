#include "widgets/fit_badge.h"

#include "widgets/painting.h"

namespace spillway {

namespace {

constexpr int side = 7;
constexpr int gap = 5;

struct Look {
    QColor ground;
    QColor edge;
    QColor text;
    std::optional<Tier> tier;
};

std::optional<Tier> tierOf(Fit fit) {
    switch (fit) {
    case Fit::gpu:
        return Tier::gpu;
    case Fit::gpu_and_ram:
    case Fit::ram:
        return Tier::ram;
    case Fit::streams:
        return Tier::disk;
    default:
        return std::nullopt;
    }
}

Look lookOf(Fit fit, const Theme &theme, const QPalette &palette) {
    if (const auto tier = tierOf(fit)) {
        const Theme::TierColours colours = theme.tier(*tier);
        return {colours.tint, *tier == Tier::disk || theme.isDark() ? colours.edge : colours.fill, colours.text,
                tier};
    }
    if (fit == Fit::unknown)
        return {palette.color(QPalette::AlternateBase),
                palette.color(QPalette::Mid),
                theme.colour(Theme::Role::secondary),
                {}};
    const QColor error = theme.colour(Theme::Role::error);
    return {theme.ground(Theme::Role::error), error, error, {}};
}

bool hasSymbol(Fit fit) {
    return fit != Fit::unknown;
}

} // namespace

FitBadge::FitBadge(QWidget *parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFit(Fit::unknown);
}

void FitBadge::setFit(Fit fit) {
    fit_ = fit;
    setAccessibleName(fitLabel(fit));
    updateGeometry();
    update();
}

QSize FitBadge::sizeOf(Fit fit, const QFont &font) {
    const QFontMetrics metrics(Theme::boldFont(Theme::smallFont(font)));
    const int symbol = hasSymbol(fit) ? glyphSize(metrics) + gap : 0;
    return {2 * side + symbol + metrics.horizontalAdvance(fitLabel(fit)) + 1, metrics.height() + 5};
}

QSize FitBadge::sizeHint() const {
    return sizeOf(fit_, font());
}

void FitBadge::paint(QPainter &painter, QPoint corner, Fit fit, const QFont &font, const QPalette &palette) {
    const Theme theme(palette);
    const Look look = lookOf(fit, theme, palette);
    const QRectF rect(corner, QSizeF(sizeOf(fit, font)));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.edge, 1));
    painter.setBrush(look.ground);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.setFont(Theme::boldFont(Theme::smallFont(font)));
    const double glyph = glyphSize(painter.fontMetrics());
    double x = rect.left() + side;
    const QRectF symbol(x, rect.center().y() - glyph / 2, glyph, glyph);
    if (look.tier) {
        paintGlyph(painter, symbol, *look.tier, theme);
    } else if (hasSymbol(fit)) {
        const QRectF cross = symbol.adjusted(1.5, 1.5, -1.5, -1.5);
        painter.setPen(QPen(look.text, 2));
        painter.drawLine(cross.topLeft(), cross.bottomRight());
        painter.drawLine(cross.bottomLeft(), cross.topRight());
    }
    if (hasSymbol(fit))
        x += glyph + gap;
    paintText(painter, {x, rect.top(), rect.right() - x - 2, rect.height()}, fitLabel(fit), look.text);
    painter.restore();
}

void FitBadge::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    paint(painter, {0, (height() - sizeHint().height()) / 2}, fit_, font(), palette());
}

} // namespace spillway
