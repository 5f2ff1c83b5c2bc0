#include "widgets/live_charts.h"

#include "format.h"
#include "theme.h"
#include "widgets/plain_chart.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

constexpr double most_bars = 48;
constexpr int wide_heading = 360; ///< from which width on the heading has room for the average

QPen dashed(const QColor &colour) {
    QPen pen(colour, 1.3);
    pen.setCosmetic(true);
    pen.setDashPattern({4, 2.5});
    return pen;
}

Tier tierOf(Link link) {
    switch (link) {
    case Link::storage_to_ram:
        return Tier::disk;
    case Link::ram_to_cpu:
        return Tier::ram;
    default:
        return Tier::gpu;
    }
}

QHBoxLayout *headingRow(QLabel *left, QLabel *right) {
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(left);
    row->addWidget(right, 1);
    // A narrow dock cuts the words at the right off rather than the charts.
    right->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return row;
}

} // namespace

// ---- LinkChart ----

class LinkChart::Plot : public PlainChart {
  public:
    Plot(Tier tier, QWidget *parent)
        : PlainChart(parent), tier_(tier), line_(new QLineSeries), limit_(new QLineSeries) {
        area_ = new QAreaSeries(line_);
        line_->setParent(area_);
        for (QAbstractSeries *series :
             {static_cast<QAbstractSeries *>(area_), static_cast<QAbstractSeries *>(limit_)}) {
            chart()->addSeries(series);
            series->attachAxis(time_);
            series->attachAxis(value_);
        }
        applyTheme();
    }

    void setLine(const QList<QPointF> &points) { line_->replace(points); }
    void setLimitLine(double from, double to, double value) {
        limit_->replace(value > 0 ? QList<QPointF>{{from, value}, {to, value}} : QList<QPointF>());
    }

  protected:
    void applyTheme() override {
        PlainChart::applyTheme();
        const Theme theme(palette());
        const Theme::TierColours colours = theme.tier(tier_);
        QColor ground = colours.fill;
        ground.setAlphaF(0.45F);
        area_->setBrush(ground);
        area_->setPen(QPen(colours.edge, 1.2));
        limit_->setPen(dashed(palette().color(QPalette::WindowText)));
    }

  private:
    Tier tier_;
    QLineSeries *line_;
    QLineSeries *limit_;
    QAreaSeries *area_;
};

LinkChart::LinkChart(Link link, QWidget *parent)
    : QWidget(parent), link_(link), plot_(new Plot(tierOf(link), this)), value_text_(new QLabel(this)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addLayout(headingRow(new QLabel(linkLabel(link), this), value_text_));
    column->addWidget(plot_, 1);
    reset();
}

void LinkChart::setLimit(double bytes_per_second) {
    limit_ = bytes_per_second;
    plot_->resetCeiling(limit_ > 0 ? limit_ * 1.1 / 1e9 : 1);
    plot_->setLimitLine(0, LiveSeries::window_seconds, limit_ / 1e9);
}

void LinkChart::reset() {
    setLimit(limit_);
    setPoints({}, 0, LiveSeries::window_seconds);
}

void LinkChart::setPoints(const std::vector<Sample> &points, double from, double to) {
    const auto link = static_cast<std::size_t>(link_);
    QList<QPointF> line;
    line.reserve(static_cast<qsizetype>(points.size()));
    double highest = 0;
    for (const Sample &point : points) {
        const double rate = point.bytes_per_second[link] / 1e9;
        line.append({point.seconds, rate});
        highest = std::max(highest, rate);
    }
    plot_->raiseCeiling(highest);
    plot_->setTimeRange(from, to);
    plot_->setLine(line);
    plot_->setLimitLine(from, to, limit_ / 1e9);

    const Theme theme(palette());
    const QString secondary = theme.colour(Theme::Role::secondary).name();
    const QString now = points.empty() ? QStringLiteral("–") : rateText(points.back().bytes_per_second[link]);
    const QString limit = limit_ > 0 ? tr("of %1").arg(rateText(limit_)) : tr("limit %1").arg(notMeasured());
    value_text_->setText(
        QStringLiteral("<b>%1</b> <span style=\"color:%2\">%3</span>").arg(now, secondary, limit));
    plot_->setAccessibleName(tr("%1: %2 %3").arg(linkLabel(link_), now, limit));
}

// ---- SpeedChart ----

class SpeedChart::Plot : public PlainChart {
  public:
    explicit Plot(QWidget *parent)
        : PlainChart(parent), line_(new QLineSeries), predicted_(new QLineSeries), set_(new QBarSet(QString())),
          bars_(new QBarSeries) {
        bars_->append(set_);
        bars_->setBarWidth(0.86);
        for (QAbstractSeries *series :
             {static_cast<QAbstractSeries *>(bars_), static_cast<QAbstractSeries *>(line_),
              static_cast<QAbstractSeries *>(predicted_)}) {
            chart()->addSeries(series);
            series->attachAxis(time_);
            series->attachAxis(value_);
        }
        applyTheme();
    }

    void setLine(const QList<QPointF> &points) {
        line_->replace(points);
        line_->show();
        bars_->hide();
    }
    void setBars(const QList<double> &values) {
        if (set_->count() > values.size())
            set_->remove(0, set_->count() - static_cast<int>(values.size()));
        for (int i = 0; i < set_->count(); ++i)
            set_->replace(i, values[i]);
        set_->append(values.sliced(set_->count()));
        bars_->show();
        line_->hide();
    }
    void setPredicted(double from, double to, double value) {
        predicted_->replace(value > 0 ? QList<QPointF>{{from, value}, {to, value}} : QList<QPointF>());
    }
    [[nodiscard]] QSize sizeHint() const override { return {260, 92}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 60}; }

  protected:
    void applyTheme() override {
        PlainChart::applyTheme();
        const Theme theme(palette());
        const QColor grey = theme.colour(Theme::Role::other);
        line_->setPen(QPen(grey, 1.6));
        set_->setBrush(grey);
        set_->setPen(Qt::NoPen);
        predicted_->setPen(dashed(theme.colour(Theme::Role::accent)));
    }

  private:
    QLineSeries *line_;
    QLineSeries *predicted_;
    QBarSet *set_;
    QBarSeries *bars_;
};

SpeedChart::SpeedChart(QWidget *parent)
    : QWidget(parent), plot_(new Plot(this)), heading_(new QLabel(this)), note_(new QLabel(this)),
      first_token_(new QLabel(this)), last_token_(new QLabel(this)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addLayout(headingRow(heading_, note_));
    column->addWidget(plot_, 1);
    column->addLayout(headingRow(first_token_, last_token_));
    const QFont small = Theme::smallFont(Theme::smallFont(font()));
    for (QLabel *label : {first_token_, last_token_}) {
        label->setFont(small);
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    first_token_->setIndent(QFontMetrics(small).horizontalAdvance(QStringLiteral("0000")) + 6);
    heading_->setTextFormat(Qt::RichText);
    reset();
}

void SpeedChart::setPrediction(double seconds_per_token) {
    predicted_ = seconds_per_token;
    reset();
}

void SpeedChart::reset() {
    slow_ = predicted_ > 1;
    const double expected = predicted_ > 0 ? (slow_ ? predicted_ : 1 / predicted_) : 1;
    plot_->resetCeiling(expected * 1.2);
    setPoints({}, false, 0, LiveSeries::window_seconds);
}

void SpeedChart::setPoints(const LiveSeries &series, bool whole_run, double from, double to) {
    const double average = series.averageTokenSeconds();
    const bool slow = average > 0 ? average > 1 : predicted_ > 1;
    const double predicted = predicted_ > 0 ? (slow ? predicted_ : 1 / predicted_) : 0;
    if (slow != slow_) {
        slow_ = slow;
        plot_->resetCeiling(std::max(predicted, slow ? average : 1 / average) * 1.2);
    }
    if (slow_) {
        const std::vector<double> &all = series.tokenSeconds();
        // Groups of neighbours, so that a long run still has bars that can be told apart.
        const auto count = static_cast<double>(all.size());
        const auto group =
            static_cast<std::size_t>(whole_run ? std::max(1.0, std::ceil(count / most_bars)) : 1);
        std::size_t begin =
            whole_run ? 0 : all.size() - std::min(all.size(), static_cast<std::size_t>(most_bars));
        const std::size_t first = begin;
        QList<double> bars;
        for (; begin < all.size(); begin += group) {
            const std::size_t end = std::min(all.size(), begin + group);
            double sum = 0;
            for (std::size_t i = begin; i < end; ++i)
                sum += all[i];
            bars.append(sum / static_cast<double>(end - begin));
            plot_->raiseCeiling(bars.back());
        }
        const double right = std::max<double>(12, static_cast<double>(bars.size())) - 0.5;
        plot_->setTimeRange(-0.5, right);
        plot_->setBars(bars);
        plot_->setPredicted(-0.5, right, predicted);
        first_token_->setText(bars.isEmpty() ? QString()
                                             : tr("token %1").arg(first * series.tokensMerged() + 1));
        last_token_->setText(bars.size() < 2 ? QString() : countText(series.tokens()));
    } else {
        QList<QPointF> line;
        for (const Sample &point : whole_run ? series.wholeRun() : series.lastMinute()) {
            if (point.tokens_per_second <= 0)
                continue; // the prompt was being read
            line.append({point.seconds, point.tokens_per_second});
            plot_->raiseCeiling(point.tokens_per_second);
        }
        plot_->setTimeRange(from, to);
        plot_->setLine(line);
        plot_->setPredicted(from, to, predicted);
        first_token_->setText(tr("%1 s").arg(std::lround(from)));
        last_token_->setText(tr("%1 s").arg(std::lround(to)));
    }
    updateHeading(series);
}

QString SpeedChart::number(double seconds) const {
    return QString::number(slow_ ? seconds : 1 / seconds, 'g', 3);
}

void SpeedChart::updateHeading(const LiveSeries &series) {
    const double average = series.averageTokenSeconds();
    const Theme theme(palette());
    heading_->setText(
        QStringLiteral("<b>%1</b>").arg(slow_ ? tr("Seconds per token") : tr("Tokens per second")));
    QStringList parts;
    if (predicted_ > 0)
        parts << QStringLiteral("<span style=\"color:%1\">--</span> <span style=\"color:%2\">%3</span>")
                     .arg(theme.colour(Theme::Role::accent_text).name(),
                          theme.colour(Theme::Role::secondary).name(),
                          tr("predicted %1").arg(number(predicted_)));
    if (average > 0 && (predicted_ <= 0 || width() >= wide_heading))
        parts << QStringLiteral("<b>%1</b>").arg(tr("average %1").arg(number(average)));
    note_->setText(parts.join(QStringLiteral(" &nbsp; ")));
    plot_->setAccessibleName((slow_ ? tr("Seconds per token: predicted %1, average %2")
                                    : tr("Tokens per second: predicted %1, average %2"))
                                 .arg(predicted_ > 0 ? number(predicted_) : notMeasured(),
                                      average > 0 ? number(average) : notMeasured()));
}

} // namespace spillway
