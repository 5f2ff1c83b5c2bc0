#include "widgets/drop_area.h"

#include "icons.h"
#include "theme.h"

#include <QPainter>

namespace spillway {

namespace {
constexpr int margin = 16;
constexpr int icon_side = 24;
constexpr int line_gap = 4;
} // namespace

DropArea::DropArea(QWidget *parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void DropArea::setTexts(const QString &first, const QString &second) {
    first_ = first;
    second_ = second;
    setAccessibleName(first + QLatin1Char(' ') + second);
    updateGeometry();
    update();
}

void DropArea::setHot(bool hot) {
    hot_ = hot;
    update();
}

int DropArea::textLeft() const {
    return margin + icon_side + 12;
}

int DropArea::heightForWidth(int width) const {
    const QRect room(0, 0, std::max(40, width - textLeft() - margin), 1000);
    const int first = fontMetrics().boundingRect(room, Qt::TextWordWrap, first_).height();
    const int second =
        QFontMetrics(Theme::smallFont(font())).boundingRect(room, Qt::TextWordWrap, second_).height();
    return first + line_gap + second + 2 * margin;
}

QSize DropArea::sizeHint() const {
    return {480, heightForWidth(480)};
}

void DropArea::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme(palette());
    QPen pen(hot_ ? theme.colour(Theme::Role::accent) : palette().color(QPalette::Mid), 1.5);
    pen.setDashPattern({3, 2});
    painter.setPen(pen);
    painter.setBrush(hot_ ? theme.ground(Theme::Role::accent) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);

    const QColor secondary = theme.colour(Theme::Role::secondary);
    icon(QStringLiteral("folder"), secondary)
        .paint(&painter, QRect(margin, (height() - icon_side) / 2, icon_side, icon_side));
    painter.setPen(secondary);
    QRect room(textLeft(), margin, width() - textLeft() - margin, height() - 2 * margin);
    QRect used;
    painter.drawText(room, Qt::TextWordWrap | Qt::AlignTop, first_, &used);
    room.setTop(used.bottom() + 1 + line_gap);
    painter.setFont(Theme::smallFont(font()));
    painter.drawText(room, Qt::TextWordWrap | Qt::AlignTop, second_);
}

} // namespace spillway
