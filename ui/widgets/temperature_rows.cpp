#include "widgets/temperature_rows.h"

#include "widgets/painting.h"

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

// Ends of the scale, in degrees Celsius.
constexpr double coldest = 20;
constexpr double hottest = 110;

double share(double celsius) {
    return std::clamp((celsius - coldest) / (hottest - coldest), 0.0, 1.0);
}

} // namespace

QString sensorLabel(const Temperature &temperature) {
    switch (temperature.of) {
    case Temperature::Of::processor:
        return TemperatureRows::tr("Processor");
    case Temperature::Of::drive:
        return temperature.device.starts_with("nvme") ? TemperatureRows::tr("NVMe drive")
                                                      : TemperatureRows::tr("Drive");
    case Temperature::Of::gpu:
        return TemperatureRows::tr("GPU");
    case Temperature::Of::other:
        return QString::fromStdString(temperature.device);
    }
    return {};
}

QString celsiusText(double celsius) {
    return TemperatureRows::tr("%1 °C").arg(std::lround(celsius));
}

TemperatureRows::TemperatureRows(QWidget *parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TemperatureRows::setTemperatures(const std::vector<Temperature> &temperatures) {
    const std::size_t before = rows_.size();
    rows_.clear();
    for (const Temperature &one : temperatures) {
        if (one.of == Temperature::Of::other || !std::isfinite(one.celsius))
            continue;
        const auto same = std::ranges::find(rows_, one.of, &Temperature::of);
        if (same == rows_.end())
            rows_.push_back(one);
        else if (one.celsius > same->celsius)
            *same = one;
    }
    QStringList texts;
    for (const Temperature &row : rows_)
        texts << sensorLabel(row) + QLatin1Char(' ') + celsiusText(row.celsius);
    setAccessibleName(texts.join(QStringLiteral(", ")));
    if (rows_.size() != before)
        updateGeometry();
    update();
}

int TemperatureRows::rowHeight() const {
    return fontMetrics().height() + 3;
}

QSize TemperatureRows::sizeHint() const {
    return {260, rowHeight() * static_cast<int>(rows_.size())};
}

void TemperatureRows::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    const Theme theme(palette());
    const QFont bold = Theme::boldFont(font());
    const QFontMetricsF metrics(font());
    double label_width = 0;
    double limit_width = 0;
    for (const Temperature &row : rows_) {
        label_width = std::max(label_width, metrics.horizontalAdvance(sensorLabel(row)));
        limit_width = std::max(
            limit_width, row.limit ? metrics.horizontalAdvance(tr(" / %1").arg(std::lround(*row.limit))) : 0);
    }
    const double value_width = QFontMetricsF(bold).horizontalAdvance(celsiusText(100));
    double y = 0;
    for (const Temperature &row : rows_) {
        const QRectF line(0, y, width(), rowHeight());
        const QColor ink = palette().color(QPalette::WindowText);
        painter.setFont(font());
        paintText(painter, {0, y, label_width + 1, line.height()}, sensorLabel(row), ink);
        if (row.limit)
            paintText(painter, {width() - limit_width - 1, y, limit_width + 1, line.height()},
                      tr(" / %1").arg(std::lround(*row.limit)), theme.colour(Theme::Role::secondary));
        painter.setFont(bold);
        paintText(painter, {width() - limit_width - value_width - 2, y, value_width + 1, line.height()},
                  celsiusText(row.celsius), ink, Qt::AlignRight | Qt::AlignVCenter);
        const double left = label_width + 10;
        const QRectF bar(left, std::round(line.center().y() - 4.5),
                         width() - limit_width - value_width - 12 - left, 9);
        painter.fillRect(bar, palette().color(QPalette::Base));
        painter.fillRect(
            QRectF(bar.left() + 1, bar.top() + 1, (bar.width() - 2) * share(row.celsius), bar.height() - 2),
            theme.colour(Theme::Role::other));
        painter.setPen(palette().color(QPalette::Mid));
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
        if (row.limit)
            painter.fillRect(
                QRectF(bar.left() + bar.width() * share(*row.limit) - 1, bar.top() - 2, 2, bar.height() + 4),
                theme.colour(Theme::Role::error));
        y += rowHeight();
    }
}

} // namespace spillway
