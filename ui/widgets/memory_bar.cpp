#include "widgets/memory_bar.h"

#include "format.h"

namespace spillway {

namespace {

constexpr int bar_height = 15;
constexpr int overhang = 3; ///< of the budget line
constexpr int gap = 5;

std::array<std::pair<Content, QString>, 4> legendEntries() {
    return {{{Content::weights, MemoryLegend::tr("weights")},
             {Content::context, MemoryLegend::tr("context")},
             {Content::staging, MemoryLegend::tr("staging")},
             {Content::other, MemoryLegend::tr("other")}}};
}

} // namespace

MemoryBar::MemoryBar(Tier tier, QWidget *parent) : QWidget(parent), tier_(tier), name_(tierLabel(tier)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void MemoryBar::setBar(const std::vector<BarSegment> &segments, std::uint64_t total, std::uint64_t budget) {
    segments_ = segments;
    total_ = total;
    budget_ = budget;
    update();
}

void MemoryBar::setTexts(const QString &value, const QString &rest) {
    value_ = value;
    rest_ = rest;
    setAccessibleName(tr("%1: %2 %3").arg(name_, value, rest));
    setToolTip(accessibleName());
    update();
}

void MemoryBar::setName(const QString &name) {
    name_ = name;
    update();
}

int MemoryBar::headingHeight() const {
    return fontMetrics().height() + 2;
}

QSize MemoryBar::sizeHint() const {
    return {260, headingHeight() + bar_height + 2 * overhang};
}

QSize MemoryBar::minimumSizeHint() const {
    return {100, sizeHint().height()};
}

void MemoryBar::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    const Theme theme(palette());
    const double glyph = glyphSize(fontMetrics());
    QRectF heading(0, 0, width(), headingHeight() - 2);
    paintGlyph(painter, {0, heading.center().y() - glyph / 2, glyph, glyph}, tier_, theme);
    const QColor ink = palette().color(QPalette::WindowText);
    const double name = paintText(painter, heading.adjusted(glyph + gap, 0, 0, 0), name_, ink) + glyph + gap;

    const QFont bold = Theme::boldFont(font());
    const double value = QFontMetricsF(bold).horizontalAdvance(value_) + 1;
    const double rest =
        std::min(QFontMetricsF(font()).horizontalAdvance(rest_) + 1, width() - name - value - 12);
    paintText(painter, {width() - rest, 0, rest, heading.height()}, rest_,
              theme.colour(Theme::Role::secondary));
    painter.setFont(bold);
    const double space = rest_.isEmpty() ? 0 : 4;
    paintText(painter, {width() - rest - space - value, 0, value, heading.height()}, value_, ink);

    const QRectF bar(0, headingHeight() + overhang, width(), bar_height);
    paintStack(painter, bar, tier_, segments_, total_, budget_, theme, palette());
}

MemoryLegend::MemoryLegend(QWidget *parent) : QWidget(parent) {
    setFont(Theme::smallFont(font()));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize MemoryLegend::sizeHint() const {
    return {260, fontMetrics().height() + 2};
}

void MemoryLegend::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    const Theme theme(palette());
    const double side = 9;
    double x = 0;
    for (const auto &[content, text] : legendEntries()) {
        const QRectF swatch(x, (height() - side) / 2, side, side);
        paintContent(painter, swatch, content, Tier::ram, theme, palette());
        painter.setPen(content == Content::other ? theme.colour(Theme::Role::other)
                                                 : theme.tier(Tier::ram).edge);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
        x += side + gap;
        x += paintText(painter, QRectF(x, 0, width() - x, height()), text,
                       theme.colour(Theme::Role::secondary)) +
             10;
    }
}

} // namespace spillway
