#include "widgets/live_view.h"

#include "format.h"
#include "icons.h"
#include "widgets/live_charts.h"
#include "widgets/memory_bar.h"
#include "widgets/temperature_rows.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace spillway {

namespace {

constexpr int repaint_ms = 250;
constexpr std::array<Link, 3> shown_links = {Link::storage_to_ram, Link::ram_to_cpu, Link::ram_to_gpu};
constexpr std::array<Tier, 2> shown_tiers = {Tier::gpu, Tier::ram};

QToolButton *makeButton(const QString &text, bool checkable, QWidget *parent) {
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setCheckable(checkable);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return button;
}

QLabel *makeHeading(const QString &text, QWidget *parent) {
    auto *label = new QLabel(text, parent);
    label->setFont(Theme::boldFont(label->font()));
    return label;
}

/// The measured limit while all links are busy where known, as that is what the plan counts with.
double limitOf(const Links &links, Link link) {
    const auto first = [](const std::optional<LinkSpeed> &together, const std::optional<LinkSpeed> &alone) {
        const auto &speed = together ? together : alone;
        return speed && speed->source != Source::preset ? speed->bytes_per_s : 0.0;
    };
    switch (link) {
    case Link::storage_to_ram:
        return first(links.storage_to_ram_together, links.storage_to_ram);
    case Link::ram_to_cpu:
        return first(links.ram_to_cpu_together, links.ram_to_cpu);
    case Link::ram_to_gpu:
        return first({}, links.ram_to_gpu);
    case Link::gpu_to_gpu:
        return first({}, links.gpu_to_gpu);
    }
    return 0;
}

} // namespace

LiveView::LiveView(QWidget *parent) : QWidget(parent) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(makeToolbar());
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(makeCharts());
    column->addWidget(scroll, 1);
    timer_.setSingleShot(true);
    timer_.setInterval(repaint_ms);
    connect(&timer_, &QTimer::timeout, this, &LiveView::refresh);
    refreshMemory();
}

QWidget *LiveView::makeToolbar() {
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 8, 8, 4);
    row->setSpacing(4);
    last_minute_ = makeButton(tr("Last 60 s"), true, bar);
    whole_run_ = makeButton(tr("Whole run"), true, bar);
    last_minute_->setChecked(true);
    auto *group = new QButtonGroup(this);
    group->addButton(last_minute_);
    group->addButton(whole_run_);
    freeze_ = makeButton(tr("Freeze"), true, bar);
    freeze_->setIcon(icon(QStringLiteral("pause")));
    freeze_->setAutoRaise(true);
    freeze_->setToolTip(tr("Keep the charts as they are; points are gathered all the same"));
    save_ = makeButton(QString(), false, bar);
    save_->setIcon(icon(QStringLiteral("export")));
    save_->setAutoRaise(true);
    save_->setToolTip(tr("Save as CSV…"));
    save_->setAccessibleName(save_->toolTip());
    row->addWidget(last_minute_);
    row->addWidget(whole_run_);
    row->addStretch();
    row->addWidget(freeze_);
    row->addWidget(save_);
    connect(whole_run_, &QToolButton::toggled, this, [this] { refresh(); });
    connect(freeze_, &QToolButton::toggled, this, [this](bool on) {
        if (!on)
            refresh();
    });
    connect(save_, &QToolButton::clicked, this, &LiveView::saveCsvRequested);
    return bar;
}

QWidget *LiveView::makeCharts() {
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(10, 4, 10, 8);
    column->setSpacing(4);
    column->addWidget(makeHeading(tr("Memory"), content));
    for (std::size_t i = 0; i < shown_tiers.size(); ++i) {
        memory_bars_[i] = new MemoryBar(shown_tiers[i], content);
        column->addWidget(memory_bars_[i]);
    }
    column->addWidget(new MemoryLegend(content));
    column->addSpacing(8);
    speed_chart_ = new SpeedChart(content);
    column->addWidget(speed_chart_, 3);
    column->addSpacing(8);
    column->addWidget(makeHeading(tr("Data moved"), content));
    for (std::size_t i = 0; i < shown_links.size(); ++i) {
        link_charts_[i] = new LinkChart(shown_links[i], content);
        column->addWidget(link_charts_[i], 2);
    }
    column->addSpacing(8);
    temperature_heading_ = makeHeading(tr("Temperature"), content);
    temperature_heading_->hide();
    column->addWidget(temperature_heading_);
    temperatures_ = new TemperatureRows(content);
    column->addWidget(temperatures_);
    return content;
}

void LiveView::setMachine(const Machine &machine) {
    installed_[static_cast<std::size_t>(Tier::ram)] = machine.ram_total;
    std::uint64_t gpu = 0;
    for (const Gpu &one : machine.gpus)
        if (one.usable)
            gpu += one.memory_total;
    installed_[static_cast<std::size_t>(Tier::gpu)] = gpu;
    for (std::size_t i = 0; i < shown_links.size(); ++i)
        link_charts_[i]->setLimit(limitOf(machine.links, shown_links[i]));
    link_charts_[2]->setVisible(gpu > 0);
    changed();
}

void LiveView::setPlan(const Plan &plan) {
    plan_ = plan;
    speed_chart_->setPrediction(plan.prediction.seconds_per_token);
    changed();
}

void LiveView::clearPlan() {
    plan_.reset();
    memory_ = {};
    speed_chart_->setPrediction(0);
    changed();
}

void LiveView::setMemory(const std::array<MemoryUse, 3> &memory) {
    memory_ = memory;
    changed();
}

void LiveView::beginRun() {
    series_.clear();
    speed_chart_->reset();
    for (LinkChart *chart : link_charts_)
        chart->reset();
    changed();
}

void LiveView::addSample(const Sample &sample) {
    series_.add(sample);
    memory_ = sample.memory;
    changed();
}

void LiveView::addSweep(const SweepReport &report, SweepPhase phase) {
    if (phase == SweepPhase::token)
        series_.addToken(report.seconds);
    changed();
}

void LiveView::setTemperatures(const std::vector<Temperature> &temperatures) {
    if (isFrozen())
        return;
    temperatures_->setTemperatures(temperatures);
    temperature_heading_->setVisible(!temperatures_->isEmpty());
}

bool LiveView::isFrozen() const {
    return freeze_->isChecked();
}

void LiveView::setFrozen(bool frozen) {
    freeze_->setChecked(frozen);
}

void LiveView::setWholeRun(bool whole) {
    (whole ? whole_run_ : last_minute_)->setChecked(true);
}

void LiveView::changed() {
    stale_ = true;
    if (isVisible() && !isFrozen() && !timer_.isActive())
        timer_.start();
}

void LiveView::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        changed(); // the headings hold colours; by the time of the refresh all parts have theirs
}

void LiveView::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    if (stale_ && !isFrozen())
        refresh();
}

void LiveView::refresh() {
    stale_ = false;
    const bool whole = whole_run_->isChecked();
    const std::vector<Sample> &points = whole ? series_.wholeRun() : series_.lastMinute();
    const double last = points.empty() ? 0 : points.back().seconds;
    const double from = whole ? 0 : std::max(0.0, last - LiveSeries::window_seconds);
    const double to = whole ? std::max(1.0, last) : from + LiveSeries::window_seconds;
    speed_chart_->setPoints(series_, whole, from, to);
    for (LinkChart *chart : link_charts_)
        chart->setPoints(points, from, to);
    refreshMemory();
}

void LiveView::refreshMemory() {
    for (std::size_t i = 0; i < shown_tiers.size(); ++i) {
        const auto tier = static_cast<std::size_t>(shown_tiers[i]);
        const MemoryUse &use = memory_[tier];
        const std::uint64_t budget = plan_ ? plan_->tiers[tier].budget : 0;
        memory_bars_[i]->setVisible(shown_tiers[i] != Tier::gpu || installed_[tier] > 0);
        // The program itself stands beside the budget, so the line moves right by what it takes.
        const std::uint64_t line = budget > 0 ? budget + use.other : 0;
        memory_bars_[i]->setBar(segmentsOf(use), std::max({installed_[tier], line, use.total()}), line);
        const SizePair sizes = sizePair(use.total() - use.other, budget > 0 ? budget : installed_[tier]);
        memory_bars_[i]->setTexts(sizes.first, budget > 0 ? tr("of %1 budget").arg(sizes.second)
                                                          : tr("of %1 installed").arg(sizes.second));
    }
}

} // namespace spillway
