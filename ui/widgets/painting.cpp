#include "widgets/painting.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

/// Lines at 45 degrees, `step` apart, clipped to the rectangle. Drawn as lines and not as a brush, since a
/// brush's texture is not scaled on a dense screen.
void paintHatching(QPainter &painter, const QRectF &rect, const QColor &colour, double step) {
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, step * 0.38));
    for (double x = rect.left() - rect.height(); x < rect.right(); x += step * std::sqrt(2.0))
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
    painter.restore();
}

void paintDots(QPainter &painter, const QRectF &rect, const QColor &colour, double step) {
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (double y = rect.top() + step / 2; y < rect.bottom(); y += step)
        for (double x = rect.left() + step / 2; x < rect.right(); x += step)
            painter.drawEllipse(QPointF(x, y), step * 0.26, step * 0.26);
    painter.restore();
}

} // namespace

void paintGlyph(QPainter &painter, const QRectF &rect, Tier tier, const Theme &theme) {
    const Theme::TierColours colours = theme.tier(tier);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, tier != Tier::gpu);
    painter.setBrush(colours.fill);
    switch (tier) {
    case Tier::gpu:
        painter.setPen(Qt::NoPen);
        painter.drawRect(rect.adjusted(rect.width() * 0.08, rect.height() * 0.08, -rect.width() * 0.08,
                                       -rect.height() * 0.08));
        break;
    case Tier::ram:
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case Tier::disk: {
        const QPointF centre = rect.center();
        const double half = rect.width() / 2;
        painter.setPen(QPen(colours.edge, 1));
        painter.drawPolygon(QPolygonF({{centre.x(), centre.y() - half},
                                       {centre.x() + half, centre.y()},
                                       {centre.x(), centre.y() + half},
                                       {centre.x() - half, centre.y()}}));
        break;
    }
    }
    painter.restore();
}

int glyphSize(const QFontMetrics &metrics) {
    return std::max(8, static_cast<int>(metrics.ascent() * 0.82));
}

void paintContent(QPainter &painter, const QRectF &rect, Content content, Tier tier, const Theme &theme,
                  const QPalette &palette) {
    if (rect.width() <= 0)
        return;
    const Theme::TierColours colours = theme.tier(tier);
    switch (content) {
    case Content::weights:
        painter.fillRect(rect, colours.fill);
        break;
    case Content::context:
        painter.fillRect(rect, colours.tint);
        paintHatching(painter, rect, colours.edge, 4);
        break;
    case Content::staging:
        painter.fillRect(rect, colours.tint);
        paintDots(painter, rect, colours.edge, 4);
        break;
    case Content::other:
        painter.fillRect(rect, theme.colour(Theme::Role::other));
        break;
    case Content::foreign:
        painter.fillRect(rect, theme.colour(Theme::Role::line));
        break;
    }
    Q_UNUSED(palette)
}

std::vector<BarSegment> segmentsOf(const MemoryUse &use) {
    std::vector<BarSegment> segments;
    const auto add = [&](Content content, std::uint64_t bytes) {
        if (bytes > 0)
            segments.push_back({content, bytes});
    };
    add(Content::weights, use.weights);
    add(Content::context, use.context);
    add(Content::staging, use.staging + use.scratch);
    add(Content::other, use.other);
    return segments;
}

void paintStack(QPainter &painter, const QRectF &rect, Tier tier, const std::vector<BarSegment> &segments,
                std::uint64_t total, std::uint64_t budget, const Theme &theme, const QPalette &palette) {
    const double scale = total > 0 ? (rect.width() - 2) / static_cast<double>(total) : 0;
    const QRectF inner = rect.adjusted(1, 1, -1, -1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(rect, palette.color(QPalette::Base));
    double bytes = 0;
    for (const BarSegment &segment : segments) {
        const double left = inner.left() + std::min(bytes * scale, inner.width());
        bytes += static_cast<double>(segment.bytes);
        // A stretch that exists is seen, be it ever so small.
        double right = inner.left() + std::min(bytes * scale, inner.width());
        right = std::min(std::max(right, left + 1.5), inner.right());
        const QRectF stretch(left, inner.top(), right - left, inner.height());
        paintContent(painter, stretch, segment.content, tier, theme, palette);
        painter.fillRect(QRectF(right - 0.5, inner.top(), 1, inner.height()), palette.color(QPalette::Base));
    }
    painter.setPen(QPen(palette.color(QPalette::Mid), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    if (budget > 0) {
        const double x = inner.left() + std::min(static_cast<double>(budget) * scale, inner.width());
        painter.fillRect(QRectF(x - 1, rect.top() - 3, 2, rect.height() + 6),
                         palette.color(QPalette::WindowText));
    }
    painter.restore();
}

QRectF snapped(const QRectF &rect, double ratio) {
    const auto snap = [ratio](double value) { return std::round(value * ratio) / ratio; };
    const double left = snap(rect.left());
    const double top = snap(rect.top());
    return {left, top, snap(rect.right()) - left, snap(rect.bottom()) - top};
}

double paintText(QPainter &painter, const QRectF &rect, const QString &text, const QColor &colour,
                 Qt::Alignment alignment) {
    if (rect.width() <= 0)
        return 0;
    const QFontMetricsF metrics(painter.font());
    const QString shown = metrics.elidedText(text, Qt::ElideRight, rect.width() + 0.5);
    painter.setPen(colour);
    painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine, shown);
    return metrics.horizontalAdvance(shown);
}

} // namespace spillway
