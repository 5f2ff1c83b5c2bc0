#pragma once

#include "theme.h"

#include <QPainter>

#include <vector>

namespace spillway {

/// What painted widgets share. All sizes are in device-independent pixels.

/// Square, circle or edged diamond: the tier without its colour.
void paintGlyph(QPainter &painter, const QRectF &rect, Tier tier, const Theme &theme);
/// A glyph's side beside text of this font.
int glyphSize(const QFontMetrics &metrics);

/// What the bytes in a stretch of a bar hold: it decides the pattern (weights solid, context hatched, staging
/// dotted, other grey).
enum class Content { weights, context, staging, other, foreign };

void paintContent(QPainter &painter, const QRectF &rect, Content content, Tier tier, const Theme &theme,
                  const QPalette &palette);

/// One stretch of a stacked bar.
struct BarSegment {
    Content content = Content::weights;
    std::uint64_t bytes = 0;
};
/// Weights, context, staging (with activations), other, as far as there are any.
std::vector<BarSegment> segmentsOf(const MemoryUse &use);

/// A stacked bar of `segments` on a scale of `total` bytes, framed; a thick line at `budget` (0: none).
void paintStack(QPainter &painter, const QRectF &rect, Tier tier, const std::vector<BarSegment> &segments,
                std::uint64_t total, std::uint64_t budget, const Theme &theme, const QPalette &palette);

/// The rectangle with its edges on device pixels, so that 1 px lines stay sharp at every scale.
QRectF snapped(const QRectF &rect, double device_pixel_ratio);

/// Draws `text` at the left of `rect`, shortened with an ellipsis where it is too long; answers its width.
double paintText(QPainter &painter, const QRectF &rect, const QString &text, const QColor &colour,
                 Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter);

} // namespace spillway
