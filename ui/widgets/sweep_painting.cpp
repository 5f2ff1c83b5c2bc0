// How the sweep strip looks; what it knows and does is in sweep_strip.cpp.

#include "format.h"
#include "widgets/painting.h"
#include "widgets/sweep_strip.h"

#include <QPaintEvent>
#include <QPushButton>

#include <algorithm>

namespace spillway {

namespace {

constexpr double piece_gap = 7;
constexpr double load_bar_width = 96;

double widthOf(const SweepPiece &piece, const QFontMetricsF &plain, const QFontMetricsF &bold, double glyph) {
    const QFontMetricsF &metrics = piece.style == SweepPiece::Style::plain ? plain : bold;
    double width = metrics.horizontalAdvance(piece.text);
    if (piece.tier)
        width += 5 + glyph;
    if (!piece.emphasis.isEmpty())
        width += 5 + bold.horizontalAdvance(piece.emphasis);
    return width;
}

QColor colourOf(const SweepPiece &piece, const Theme &theme, const QPalette &palette) {
    switch (piece.style) {
    case SweepPiece::Style::warning:
        return theme.colour(Theme::Role::warning);
    case SweepPiece::Style::error:
        return theme.colour(Theme::Role::error);
    default:
        return palette.color(QPalette::WindowText);
    }
}

} // namespace

void SweepStrip::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    const Theme theme(palette());
    if (state_ == SweepState::failed)
        painter.fillRect(rect(), theme.ground(Theme::Role::error));
    paintLine(painter);
    paintBlocks(painter);
}

void SweepStrip::paintLine(QPainter &painter) const {
    const Theme theme(palette());
    QRectF area = lineRect();
    for (const QPushButton *button : {first_, second_})
        if (!button->isHidden())
            area.setRight(std::min(area.right(), static_cast<double>(button->x()) - 8));

    // The note at the right is the first to go where the line is short.
    const QString note = sweepNote(state_, status_, QDateTime::currentDateTime());
    double needed = 0;
    const QFontMetricsF plain(font());
    const QFontMetricsF bold(Theme::boldFont(font()));
    for (const SweepPiece &piece : sweepLine(state_, status_))
        needed += widthOf(piece, plain, bold, glyphSize(fontMetrics())) + 2 * piece_gap +
                  plain.horizontalAdvance(u'·');
    const double note_width = plain.horizontalAdvance(note);
    if (!note.isEmpty() && area.width() - needed >= note_width + 12) {
        painter.setFont(font());
        paintText(painter, area, note, theme.colour(Theme::Role::secondary), Qt::AlignRight | Qt::AlignVCenter);
        area.setRight(area.right() - note_width - 16);
    }
    if (state_ == SweepState::loading) {
        QRectF room = area.adjusted(needed + 8, 0, 0, 0);
        paintLoadBars(painter, room);
    }
    paintPieces(painter, area);
}

void SweepStrip::paintPieces(QPainter &painter, const QRectF &area) const {
    const Theme theme(palette());
    const QFont bold_font = Theme::boldFont(font());
    const double glyph = glyphSize(fontMetrics());
    double x = area.left();
    bool first = true;
    for (const SweepPiece &piece : sweepLine(state_, status_)) {
        if (!first) {
            painter.setFont(font());
            x += piece_gap;
            x += paintText(painter, {x, area.top(), area.right() - x, area.height()}, QStringLiteral("·"),
                           theme.colour(Theme::Role::secondary));
            x += piece_gap;
        }
        first = false;
        const auto rest = [&] { return QRectF(x, area.top(), area.right() - x, area.height()); };
        painter.setFont(piece.style == SweepPiece::Style::plain ? font() : bold_font);
        x += paintText(painter, rest(), piece.text, colourOf(piece, theme, palette()));
        if (piece.tier && rest().width() > glyph + 5) {
            x += 5;
            paintGlyph(painter, {x, area.center().y() - glyph / 2, glyph, glyph}, *piece.tier, theme);
            x += glyph;
        }
        if (!piece.emphasis.isEmpty()) {
            x += 5;
            painter.setFont(bold_font);
            x += paintText(painter, rest(), piece.emphasis, palette().color(QPalette::WindowText));
        }
        if (x >= area.right() - piece_gap)
            break;
    }
}

void SweepStrip::paintLoadBars(QPainter &painter, QRectF &area) const {
    const Theme theme(palette());
    const double glyph = glyphSize(fontMetrics());
    const QFontMetricsF metrics(font());
    painter.setFont(font());
    for (const Tier tier : {Tier::ram, Tier::gpu}) { // from the right
        const auto at = static_cast<std::size_t>(tier);
        const std::uint64_t total = status_.load.bytes_total[at];
        if (total == 0)
            continue;
        const SizePair sizes = sizePair(status_.load.bytes_done[at], total);
        const QString text = tr("%1 of %2").arg(sizes.first, sizes.second);
        const QString label = tierLabel(tier);
        const double text_width = metrics.horizontalAdvance(tr("%1 of %2").arg(sizes.second, sizes.second));
        const double width = glyph + 5 + metrics.horizontalAdvance(label) + 7 + load_bar_width + 7 + text_width;
        if (area.width() < width)
            return;
        double x = area.right() - width;
        paintGlyph(painter, {x, area.center().y() - glyph / 2, glyph, glyph}, tier, theme);
        x += glyph + 5;
        x += paintText(painter, {x, area.top(), area.width(), area.height()}, label,
                       palette().color(QPalette::WindowText)) +
             7;
        paintStack(painter, QRectF(x, std::round(area.center().y() - 6), load_bar_width, 12), tier,
                   {{Content::weights, status_.load.bytes_done[at]}}, total, 0, theme, palette());
        x += load_bar_width + 7;
        paintText(painter, {x, area.top(), text_width + 1, area.height()}, text,
                  theme.colour(Theme::Role::secondary));
        area.setRight(area.right() - width - 16);
    }
}

void SweepStrip::paintBlocks(QPainter &painter) const {
    for (std::size_t block = 0; block < geometry_.blocks(); ++block)
        paintBlock(painter, block);
    if (hasFocus() && cursor_ >= 0 && cursor_ < blockCount()) {
        const Theme theme(palette());
        painter.setPen(QPen(theme.colour(Theme::Role::accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(geometry_.block(static_cast<std::size_t>(cursor_)).adjusted(-2, -2, 2, 2));
    }
}

void SweepStrip::paintBlock(QPainter &painter, std::size_t block) const {
    const Theme theme(palette());
    const Tier tier = blockTier(block);
    const Theme::TierColours colours = theme.tier(tier);
    const QRectF rect = geometry_.block(block);
    const bool loading = state_ == SweepState::loading;
    // With nothing running, and with everything running too fast to be seen, what is resident is solid.
    const bool at_rest = state_ == SweepState::ready || (state_ == SweepState::token && status_.fast());

    double done = 0;
    bool now = false;
    if (at_rest) {
        done = tier == Tier::disk ? 0 : 1;
    } else if (loading) {
        const auto loaded = static_cast<double>(status_.load.layer);
        done = tier == Tier::disk ? 0 : geometry_.share(block, loaded);
        now = status_.load.layer < status_.layers && geometry_.blockOfLayer(status_.load.layer) == block;
    } else {
        done = geometry_.share(block, status_.sweep.computed);
        now = done < 1 && geometry_.blockOfLayer(status_.layerNow() - 1) == block;
    }

    const auto lowerPart = [&](double share) {
        const double height = std::round(rect.height() * share);
        return QRectF(rect.left(), rect.bottom() - height, rect.width(), height);
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(rect, done >= 1 ? colours.fill : colours.tint);
    if (done > 0 && done < 1)
        painter.fillRect(lowerPart(done), colours.fill);
    const double ahead =
        at_rest || loading || tier != Tier::disk ? 0 : geometry_.share(block, status_.sweep.read_ahead);
    if (ahead > done && done < 1) {
        QColor faint = colours.fill;
        faint.setAlphaF(0.6F);
        const QRectF read = lowerPart(ahead);
        painter.fillRect(
            QRectF(read.left(), read.top(), read.width(), read.height() - lowerPart(done).height()), faint);
    }
    if (tier == Tier::disk || done < 1) {
        QColor edge = colours.edge;
        edge.setAlphaF(0.75F);
        painter.setPen(QPen(edge, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (now) {
        painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0, -1, 0, 1));
    }
}

} // namespace spillway
