#include "widgets/sweep_times.h"

#include "format.h"
#include "widgets/painting.h"
#include "widgets/plain_chart.h"

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

constexpr double margin = 12;
constexpr double column_gap = 12;

void dashedLine(QPainter &painter, double x, double top, double bottom, const QColor &colour) {
    QPen pen(colour, 1.5);
    pen.setDashPattern({3.5, 2});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
}

} // namespace

SweepTimes::SweepTimes(QWidget *parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SweepTimes::setPlan(const Plan &plan) {
    plan_ = plan;
    updateAccessibleName();
    updateGeometry();
    update();
}

void SweepTimes::setMeasured(const std::optional<SweepReport> &report) {
    measured_ = report;
    updateAccessibleName();
    update();
}

void SweepTimes::clear() {
    plan_.reset();
    measured_.reset();
    update();
}

double SweepTimes::predictedSweep() const {
    const Prediction &p = plan_->prediction;
    return std::max({p.disk_seconds, p.ram_seconds, p.pcie_seconds, p.cpu_seconds, p.gpu_seconds});
}

std::vector<SweepTimes::Row> SweepTimes::rows() const {
    std::vector<Row> rows;
    if (!plan_)
        return rows;
    const Prediction &p = plan_->prediction;
    const LayerTimes total = measured_ ? measured_->total() : LayerTimes();
    const QString unknown = QStringLiteral("–");
    const auto add = [&](const QString &name, std::optional<Tier> tier, double seconds, Limit limit,
                         const QString &measured, const QString &inside) {
        if (seconds > 0)
            rows.push_back({name, tier, seconds, measured, inside, p.limit == limit && limit != Limit::none});
    };
    const std::uint64_t streamed = plan_->streamed_bytes();
    // How long the drive alone was busy is not measured; what it delivered is.
    const QString disk_rate = measured_ && total.disk_bytes > 0 && measured_->seconds > 0
                                  ? rateText(static_cast<double>(total.disk_bytes) / measured_->seconds)
                                  : unknown;
    const QString read =
        p.disk_seconds > 0
            ? tr("%1 at %2").arg(bytesText(streamed), rateText(static_cast<double>(streamed) / p.disk_seconds))
            : QString();
    add(tr("NVMe read"), Tier::disk, p.disk_seconds, Limit::disk, disk_rate,
        p.limit == Limit::disk ? tr("%1: the drive decides the time").arg(read) : read);
    add(tr("RAM read"), Tier::ram, p.ram_seconds, Limit::none, unknown, {});
    add(tr("Processor computes"), Tier::ram, p.cpu_seconds, Limit::cpu,
        measured_ ? secondsText(total.compute_seconds) : unknown,
        p.limit == Limit::cpu ? tr("the processor decides the time") : QString());
    add(tr("GPU computes"), Tier::gpu, p.gpu_seconds, Limit::gpu, unknown, {});
    add(tr("PCIe to the GPU"), {}, p.pcie_seconds, Limit::pcie, unknown, {});
    return rows;
}

int SweepTimes::rowHeight() const {
    return fontMetrics().height() + 14;
}

int SweepTimes::headHeight() const {
    return fontMetrics().height() * 2 + 18;
}

QSize SweepTimes::sizeHint() const {
    const auto count = static_cast<int>(std::max<std::size_t>(2, rows().size()));
    return {760, headHeight() + count * rowHeight() + fontMetrics().height() + 12};
}

void SweepTimes::updateAccessibleName() {
    QStringList texts = {tr("Time of one sweep")};
    for (const Row &row : rows())
        texts << tr("%1: predicted %2, measured %3").arg(row.name, secondsText(row.predicted), row.measured);
    if (measured_)
        texts << tr("measured in all %1").arg(secondsText(measured_->seconds));
    setAccessibleName(texts.join(QStringLiteral("; ")));
}

void SweepTimes::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    if (!plan_)
        return;
    paintHead(painter);
    const Theme theme(palette());
    const QColor secondary = theme.colour(Theme::Role::secondary);
    const std::vector<Row> all = rows();
    const QFontMetricsF metrics(font());
    double name_width = metrics.horizontalAdvance(tr("Processor computes")) + 8;
    const double value_width = std::max(metrics.horizontalAdvance(tr("predicted")),
                                        metrics.horizontalAdvance(QStringLiteral("8.88 GB/s"))) +
                               8;
    const double measured = measured_ ? measured_->seconds : 0;
    const double scale = niceCeiling(std::max(predictedSweep(), measured) * 1.02);
    const double top = headHeight();
    const double left = margin + name_width + column_gap;
    const QRectF bars(left, top, width() - margin - 2 * (value_width + column_gap) - left,
                      static_cast<double>(all.size()) * rowHeight());

    painter.setFont(Theme::smallFont(font()));
    for (int tick = 0; tick <= 4; ++tick) {
        const double x = bars.left() + bars.width() * tick / 4;
        painter.setPen(QPen(theme.colour(Theme::Role::line), 1, Qt::DotLine));
        painter.drawLine(QPointF(x, bars.top()), QPointF(x, bars.bottom() + 4));
        const QString label = secondsText(scale * tick / 4);
        paintText(painter, QRectF(x - 40, bars.bottom() + 5, 80, metrics.height()),
                  tick == 0 ? QStringLiteral("0") : label, secondary, Qt::AlignHCenter | Qt::AlignTop);
    }
    const QRectF heads(bars.right() + column_gap, top - metrics.height() - 2, value_width, metrics.height());
    paintText(painter, heads, tr("predicted"), secondary, Qt::AlignRight | Qt::AlignVCenter);
    paintText(painter, heads.translated(value_width + column_gap, 0), tr("measured"), secondary,
              Qt::AlignRight | Qt::AlignVCenter);
    double y = top;
    for (const Row &row : all) {
        paintRow(painter, row, QRectF(margin, y, width() - 2 * margin, rowHeight()), bars, scale);
        y += rowHeight();
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const auto xOf = [&](double seconds) { return bars.left() + bars.width() * seconds / scale; };
    dashedLine(painter, xOf(predictedSweep()), bars.top() - 2, bars.bottom() + 3,
               theme.colour(Theme::Role::accent));
    if (measured > 0) {
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1.5));
        painter.drawLine(QPointF(xOf(measured), bars.top() - 2), QPointF(xOf(measured), bars.bottom() + 3));
    }
}

void SweepTimes::paintHead(QPainter &painter) {
    const Theme theme(palette());
    const QColor secondary = theme.colour(Theme::Role::secondary);
    const QColor ink = palette().color(QPalette::WindowText);
    QRectF line(margin, 6, width() - 2 * margin, fontMetrics().height() + 4);
    const QString measured = tr("measured %1").arg(measured_ ? secondsText(measured_->seconds) : tr("not yet"));
    const QString predicted = tr("predicted %1").arg(secondsText(predictedSweep()));
    painter.setFont(Theme::smallFont(font()));
    const QFontMetricsF small(painter.font());
    double x = line.right() - small.horizontalAdvance(measured) - 2;
    paintText(painter, QRectF(x, line.top(), line.right() - x, line.height()), measured, ink);
    painter.setPen(QPen(ink, 1.5));
    painter.drawLine(QPointF(x - 24, line.center().y()), QPointF(x - 6, line.center().y()));
    x -= 24 + 14 + small.horizontalAdvance(predicted);
    paintText(painter, QRectF(x, line.top(), small.horizontalAdvance(predicted) + 2, line.height()), predicted,
              ink);
    QPen dash(theme.colour(Theme::Role::accent), 1.5);
    dash.setDashPattern({3, 2});
    painter.setPen(dash);
    painter.drawLine(QPointF(x - 24, line.center().y()), QPointF(x - 6, line.center().y()));
    const double room = x - 36;
    painter.setFont(Theme::boldFont(font()));
    double at = line.left() +
                paintText(painter, QRectF(line.left(), line.top(), room - line.left(), line.height()),
                          tr("Time of one sweep"), ink) +
                12;
    painter.setFont(Theme::smallFont(font()));
    paintText(painter, QRectF(at, line.top(), room - at, line.height()),
              plan_->prediction.measured_links ? tr("everything overlaps; the longest bar is the time")
                                               : tr("counted with typical speeds: nothing was measured yet"),
              secondary);
}

void SweepTimes::paintRow(QPainter &painter, const Row &row, const QRectF &line, const QRectF &bars,
                          double scale) {
    const Theme theme(palette());
    const QColor ink = palette().color(QPalette::WindowText);
    painter.setFont(row.decides ? Theme::boldFont(font()) : font());
    paintText(painter, QRectF(line.left(), line.top(), bars.left() - line.left() - 4, line.height()), row.name,
              ink);
    const double value_width = (line.right() - bars.right() - 2 * column_gap) / 2;
    const QRectF value(bars.right() + column_gap, line.top(), value_width, line.height());
    paintText(painter, value, secondsText(row.predicted), ink, Qt::AlignRight | Qt::AlignVCenter);
    paintText(painter, value.translated(value_width + column_gap, 0), row.measured, ink,
              Qt::AlignRight | Qt::AlignVCenter);

    const double length = std::max(2.0, bars.width() * row.predicted / scale);
    const QRectF bar(bars.left(), std::round(line.top() + 4), length, line.height() - 8);
    const QColor fill = row.tier ? theme.tier(*row.tier).fill : theme.colour(Theme::Role::other);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(bar, fill);
    painter.setPen(row.tier ? theme.tier(*row.tier).edge : theme.colour(Theme::Role::secondary));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    if (row.inside.isEmpty())
        return;
    painter.setFont(Theme::boldFont(Theme::smallFont(font())));
    const double needed = QFontMetricsF(painter.font()).horizontalAdvance(row.inside) + 16;
    if (needed <= bar.width())
        paintText(painter, bar.adjusted(8, 0, -4, 0), row.inside,
                  row.tier ? theme.tier(*row.tier).on_fill : ink);
    else if (bars.right() - bar.right() >= needed)
        paintText(painter, QRectF(bar.right() + 8, bar.top(), needed, bar.height()), row.inside,
                  theme.colour(Theme::Role::secondary));
}

} // namespace spillway
