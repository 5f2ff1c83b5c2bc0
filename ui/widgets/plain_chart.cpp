#include "widgets/plain_chart.h"

#include "theme.h"
#include "widgets/live_series.h"

#include <QEvent>
#include <QPainter>
#include <QWheelEvent>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>

namespace spillway {

double niceCeiling(double value) {
    if (!(value > 0) || std::isinf(value))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * power * 1.000001)
            return step * power;
    return 10 * power;
}

PlainChart::PlainChart(QWidget *parent) : QChartView(parent), time_(new QValueAxis), value_(new QValueAxis) {
    setFrameShape(QFrame::NoFrame);
    setBackgroundBrush(Qt::NoBrush);
    setAttribute(Qt::WA_TranslucentBackground);
    viewport()->setAutoFillBackground(false);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    chart()->legend()->hide();
    chart()->setMargins({});
    chart()->setBackgroundVisible(false);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->addAxis(time_, Qt::AlignBottom);
    chart()->addAxis(value_, Qt::AlignLeft);
    // Grid and labels are drawn by us: the library leaves out the first and the last label where the plot is
    // fixed.
    time_->setVisible(false);
    value_->setVisible(false);
    resetCeiling(1);
    setTimeRange(0, LiveSeries::window_seconds);
}

void PlainChart::setTimeRange(double from, double to) {
    time_->setRange(from, std::max(to, from + 1e-3));
}

void PlainChart::raiseCeiling(double value) {
    if (value > value_->max())
        resetCeiling(value);
}

void PlainChart::resetCeiling(double value) {
    value_->setRange(0, niceCeiling(value));
    viewport()->update(); // the labels are no items of the scene
}

void PlainChart::resizeEvent(QResizeEvent *event) {
    QChartView::resizeEvent(event);
    placePlot();
}

void PlainChart::placePlot() {
    const int half = QFontMetrics(label_font_).height() / 2;
    const int left = labelWidth() + 4;
    chart()->setPlotArea(
        QRectF(left, half, std::max(10, width() - left - 2), std::max(10, height() - 2 * half)));
}

int PlainChart::labelWidth() const {
    return QFontMetrics(label_font_).horizontalAdvance(QStringLiteral("0000"));
}

void PlainChart::drawBackground(QPainter *painter, const QRectF &) {
    const QRectF plot = chart()->plotArea();
    const Theme theme(palette());
    painter->setFont(label_font_);
    const double height = QFontMetricsF(label_font_).height();
    for (const double share : {0.0, 0.5, 1.0}) {
        const double y = plot.bottom() - share * plot.height();
        painter->setPen(QPen(theme.colour(share > 0 ? Theme::Role::grid : Theme::Role::line), 1));
        painter->drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter->setPen(theme.colour(Theme::Role::secondary));
        painter->drawText(QRectF(0, y - height / 2, labelWidth(), height), Qt::AlignRight | Qt::AlignVCenter,
                          QString::number(value_->max() * share, 'g', 3));
    }
}

void PlainChart::changeEvent(QEvent *event) {
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
        placePlot();
    }
}

void PlainChart::wheelEvent(QWheelEvent *event) {
    event->ignore();
}

void PlainChart::applyTheme() {
    label_font_ = Theme::smallFont(Theme::smallFont(font()));
    chart()->setPlotAreaBackgroundVisible(false);
}

} // namespace spillway
