#include "widgets/model_delegate.h"

#include "models/link_table_model.h"
#include "models/model_table_model.h"
#include "widgets/fit_badge.h"
#include "widgets/painting.h"

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

constexpr int margin = 6; // that of header cells, see Style

/// The ground of a cell; the selection is a pale tint of the accent, so that badges stay readable on it.
void paintGround(QPainter *painter, const QStyleOptionViewItem &option, bool selected) {
    const Theme theme(option.palette);
    if (selected)
        painter->fillRect(option.rect, theme.ground(Theme::Role::accent));
    else if (option.features.testFlag(QStyleOptionViewItem::Alternate))
        painter->fillRect(option.rect, option.palette.color(QPalette::AlternateBase));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      theme.colour(Theme::Role::soft_line));
}

void paintFocus(QPainter *painter, const QStyleOptionViewItem &option) {
    if (!option.state.testFlag(QStyle::State_HasFocus))
        return;
    painter->setPen(QPen(Theme(option.palette).colour(Theme::Role::accent), 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option.rect.adjusted(0, 0, -1, -2));
}

/// "loaded" in a small frame; answers its width.
int paintMark(QPainter *painter, QPoint left_centre, const QString &text, const QStyleOptionViewItem &option) {
    const Theme theme(option.palette);
    const QColor colour = theme.colour(Theme::Role::done);
    painter->save();
    painter->setFont(Theme::smallFont(option.font));
    const QFontMetrics metrics = painter->fontMetrics();
    const QRect frame(left_centre.x(), left_centre.y() - metrics.height() / 2 - 1,
                      metrics.horizontalAdvance(text) + 11, metrics.height() + 2);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(colour);
    painter->setBrush(theme.ground(Theme::Role::done));
    painter->drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->drawText(frame, Qt::AlignCenter, text);
    painter->restore();
    return frame.width();
}

} // namespace

void ModelDelegate::paint(QPainter *painter, const QStyleOptionViewItem &original,
                          const QModelIndex &index) const {
    QStyleOptionViewItem option(original);
    initStyleOption(&option, index);
    const Theme theme(option.palette);
    painter->save();
    paintGround(painter, option, option.state.testFlag(QStyle::State_Selected));
    const QRect room = option.rect.adjusted(margin, 0, -margin, -1);
    const QVariant fit = index.data(ModelTableModel::fit_role);
    const QString second = index.data(ModelTableModel::second_line_role).toString();
    const QColor ink = option.palette.color(QPalette::Text);
    const auto across = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()) & Qt::AlignHorizontal_Mask;
    if (fit.isValid()) {
        const auto value = static_cast<Fit>(fit.toInt());
        const QSize size = FitBadge::sizeOf(value, option.font);
        FitBadge::paint(*painter, {room.left(), room.center().y() - size.height() / 2}, value, option.font,
                        option.palette);
    } else if (!index.data(ModelTableModel::second_line_role).isValid()) {
        painter->setFont(option.font);
        paintText(*painter, room, option.text, ink, across | Qt::AlignVCenter);
    } else {
        const int first_height = option.fontMetrics.height();
        const QFont small = Theme::smallFont(option.font);
        const int second_height = second.isEmpty() ? 0 : QFontMetrics(small).height() + 1;
        QRect line(room.left(), room.center().y() - (first_height + second_height) / 2 + 1, room.width(),
                   first_height);
        const bool loaded =
            index.column() == ModelTableModel::name && index.data(ModelTableModel::loaded_role).toBool();
        painter->setFont(Theme::boldFont(option.font));
        const QString mark = tr("loaded");
        const int mark_width = loaded ? QFontMetrics(small).horizontalAdvance(mark) + 20 : 0;
        const double width = paintText(*painter, line.adjusted(0, 0, -mark_width, 0), option.text, ink,
                                       across | Qt::AlignVCenter);
        if (loaded)
            paintMark(painter, {line.left() + static_cast<int>(width) + 8, line.center().y()}, mark, option);
        line.translate(0, first_height + 1);
        painter->setFont(small);
        const bool bad = index.column() == ModelTableModel::name &&
                         !index.data(ModelTableModel::problem_role).toString().isEmpty();
        paintText(*painter, line, second, theme.colour(bad ? Theme::Role::error : Theme::Role::secondary),
                  across | Qt::AlignVCenter);
    }
    paintFocus(painter, option);
    painter->restore();
}

QSize ModelDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const {
    const int lines = option.fontMetrics.height() + QFontMetrics(Theme::smallFont(option.font)).height();
    QSize size(QStyledItemDelegate::sizeHint(option, index).width() + 2 * margin, std::max(44, lines + 8));
    const QVariant fit = index.data(ModelTableModel::fit_role);
    if (fit.isValid())
        size.setWidth(FitBadge::sizeOf(static_cast<Fit>(fit.toInt()), option.font).width() + 2 * margin);
    return size;
}

QSize LinkDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const {
    // Measured in bold, with room for the glyph and the margins.
    QStyleOptionViewItem bold(option);
    bold.font = Theme::boldFont(option.font);
    const QSize size = QStyledItemDelegate::sizeHint(bold, index);
    const int glyph = index.data(LinkTableModel::tier_role).isValid() ? glyphSize(option.fontMetrics) + 6 : 0;
    return {size.width() + glyph + 2 * margin + 4, std::max(30, option.fontMetrics.height() + 12)};
}

void LinkDelegate::paint(QPainter *painter, const QStyleOptionViewItem &original,
                         const QModelIndex &index) const {
    QStyleOptionViewItem option(original);
    initStyleOption(&option, index);
    const Theme theme(option.palette);
    painter->save();
    paintGround(painter, option, option.state.testFlag(QStyle::State_Selected));
    QRectF room = option.rect.adjusted(margin, 0, -margin, -1);
    const QVariant tier = index.data(LinkTableModel::tier_role);
    if (tier.isValid()) {
        const double glyph = glyphSize(option.fontMetrics);
        paintGlyph(*painter, {room.left(), room.center().y() - glyph / 2, glyph, glyph},
                   static_cast<Tier>(tier.toInt()), theme);
        room.setLeft(room.left() + glyph + 6);
    }
    if (index.column() == LinkTableModel::share) {
        const QVariant together = index.data(LinkTableModel::together_share_role);
        const QVariant alone = index.data(LinkTableModel::alone_share_role);
        if (alone.isValid() || together.isValid()) {
            const QRectF bar(room.left(), std::round(room.center().y() - 6), std::min(150.0, room.width()), 12);
            painter->fillRect(bar, option.palette.color(QPalette::Base));
            QColor grey = theme.colour(Theme::Role::other);
            if (together.isValid())
                painter->fillRect(
                    QRectF(bar.left(), bar.top(), bar.width() * together.toDouble(), bar.height()), grey);
            grey.setAlphaF(0.45F);
            const double from = together.isValid() ? together.toDouble() : 0;
            if (alone.isValid() && alone.toDouble() > from)
                painter->fillRect(QRectF(bar.left() + bar.width() * from, bar.top(),
                                         bar.width() * (alone.toDouble() - from), bar.height()),
                                  grey);
            painter->setPen(option.palette.color(QPalette::Mid));
            painter->drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    } else {
        const bool secondary =
            index.column() == LinkTableModel::how || index.column() == LinkTableModel::possible;
        painter->setFont(index.column() == LinkTableModel::together ? Theme::boldFont(option.font)
                                                                    : option.font);
        const auto across = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()) & Qt::AlignHorizontal_Mask;
        paintText(*painter, room, option.text,
                  secondary ? theme.colour(Theme::Role::secondary) : option.palette.color(QPalette::Text),
                  across | Qt::AlignVCenter);
    }
    paintFocus(painter, option);
    painter->restore();
}

} // namespace spillway
