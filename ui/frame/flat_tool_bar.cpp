#include "frame/flat_tool_bar.h"

#include "theme.h"

#include <QLayout>
#include <QPainter>

namespace spillway {

FlatToolBar::FlatToolBar(const QString &name, Qt::Edge line, QWidget *parent) : QToolBar(parent), line_(line) {
    setObjectName(name);
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu); // which would offer to hide it
    layout()->setContentsMargins(0, 0, 0, 0);
}

void FlatToolBar::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.setPen(Theme(palette()).colour(Theme::Role::line));
    const QRect edge = rect().adjusted(0, 0, -1, -1);
    switch (line_) {
    case Qt::RightEdge:
        painter.drawLine(edge.topRight(), edge.bottomRight());
        break;
    case Qt::BottomEdge:
        painter.drawLine(edge.bottomLeft(), edge.bottomRight());
        break;
    default:
        painter.drawLine(edge.topLeft(), edge.topRight());
        break;
    }
}

} // namespace spillway
