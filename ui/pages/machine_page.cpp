#include "pages/machine_page.h"

#include "format.h"
#include "icons.h"
#include "models/link_table_model.h"
#include "theme.h"
#include "widgets/budget_form.h"
#include "widgets/memory_bar.h"
#include "widgets/model_delegate.h"
#include "widgets/section_title.h"
#include "widgets/topology_scene.h"
#include "widgets/warning_list.h"

#include <QEvent>
#include <QGraphicsView>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace spillway {

namespace {

constexpr double least_scale = 0.72; ///< of the picture; below it scrolls
constexpr int narrow_table = 620;
constexpr std::array<Tier, 3> bar_tiers = {Tier::gpu, Tier::ram, Tier::disk};

QLabel *smallNote(QWidget *parent) {
    auto *label = new QLabel(parent);
    label->setFont(Theme::smallFont(label->font()));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    return label;
}

} // namespace

MachinePage::MachinePage(QWidget *parent) : QWidget(parent) {
    setObjectName(QStringLiteral("machinePage"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(makeToolbar());
    column->addWidget(new SeparatorLine(this));
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("machineSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    splitter->addWidget(makeMain());
    splitter->addWidget(makeSide());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setSizes({920, 340});
    column->addWidget(splitter, 1);
    setMeasuringShown(false);
}

QWidget *MachinePage::makeToolbar() {
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(6);
    measure_ = new PrimaryButton(tr("Measure again"), bar);
    measure_->setObjectName(QStringLiteral("measureAgain"));
    cancel_ = new QPushButton(icon(QStringLiteral("close")), tr("Cancel"), bar);
    cancel_->setObjectName(QStringLiteral("cancelMeasure"));
    save_xml_ = new QPushButton(icon(QStringLiteral("export")), tr("Save as hwloc XML…"), bar);
    save_xml_->setToolTip(tr("The machine as a file, to plan for it on another PC"));
    progress_ = new QProgressBar(bar);
    progress_->setRange(0, 1000);
    progress_->setMaximumWidth(180);
    measured_ = new QLabel(notMeasured(), bar);
    measured_->setForegroundRole(QPalette::PlaceholderText);
    measured_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(measure_);
    row->addWidget(cancel_);
    row->addWidget(save_xml_);
    row->addSpacing(6);
    row->addWidget(progress_);
    row->addWidget(measured_, 1);
    const auto measure = [this] {
        if (!measuring_ && measure_->isEnabled())
            emit measureRequested();
    };
    connect(measure_, &QPushButton::clicked, this, measure);
    connect(cancel_, &QPushButton::clicked, this, &MachinePage::cancelMeasure);
    connect(save_xml_, &QPushButton::clicked, this, &MachinePage::saveXmlRequested);
    connect(new QShortcut(QKeySequence(Qt::Key_F5), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
            &QShortcut::activated, this, measure);
    return bar;
}

QWidget *MachinePage::makeMain() {
    auto *main = new QWidget(this);
    auto *column = new QVBoxLayout(main);
    column->setContentsMargins({});
    column->setSpacing(0);
    scene_ = new TopologyScene(this);
    topology_ = new QGraphicsView(scene_, main);
    topology_->setObjectName(QStringLiteral("topologyView"));
    topology_->setFrameShape(QFrame::NoFrame);
    topology_->setRenderHint(QPainter::Antialiasing);
    topology_->setBackgroundBrush(Qt::NoBrush);
    topology_->setMinimumHeight(160);
    topology_->setAccessibleName(tr("Picture of the machine"));
    topology_->installEventFilter(this);
    column->addWidget(topology_, 3);
    column->addWidget(new SeparatorLine(main));

    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 12, 8);
    head->setSpacing(12);
    auto *title = new QLabel(tr("Measured speed"), main);
    title->setFont(Theme::boldFont(font()));
    auto *note =
        new QLabel(tr("“together” is with drive and processor both busy; the plan uses these numbers"), main);
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    head->addWidget(title);
    head->addWidget(note, 1);
    column->addLayout(head);
    column->addWidget(new SeparatorLine(main));

    links_ = new LinkTableModel(this);
    table_ = new QTableView(main);
    QTableView *table = table_;
    table->setObjectName(QStringLiteral("linkTable"));
    table->setModel(links_);
    table->setItemDelegate(new LinkDelegate(table));
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(std::max(30, fontMetrics().height() + 12));
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(LinkTableModel::how, QHeaderView::Stretch);
    table->setAccessibleName(tr("Measured speed of the links"));
    column->addWidget(table, 2);
    return main;
}

QWidget *MachinePage::makeSide() {
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins({});
    column->setSpacing(0);
    warning_title_ = new SectionTitle(tr("Worth knowing"), content);
    column->addWidget(warning_title_);
    warnings_ = new WarningList(content);
    connect(warnings_, &WarningList::actionRequested, this, [this](const QString &id) {
        if (id == QStringLiteral("measure") && measure_->isEnabled() && !measuring_)
            emit measureRequested();
    });
    column->addWidget(warnings_);
    auto *memory_title = new SectionTitle(QString(), content);
    memory_title->setTexts(tr("Free memory now"), tr("read again every second"));
    column->addWidget(memory_title);
    column->addWidget(makeMemory());
    column->addWidget(new SectionTitle(tr("Budgets"), content));
    budgets_ = new BudgetForm(content);
    connect(budgets_, &BudgetForm::edited, this, &MachinePage::budgetChanged);
    column->addWidget(budgets_);
    column->addStretch();
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(280);
    scroll->setWidget(content);
    return scroll;
}

QWidget *MachinePage::makeMemory() {
    auto *memory = new QWidget(this);
    auto *column = new QVBoxLayout(memory);
    column->setContentsMargins(12, 8, 12, 10);
    column->setSpacing(2);
    for (std::size_t i = 0; i < bar_tiers.size(); ++i) {
        memory_[i] = new MemoryBar(bar_tiers[i], memory);
        memory_note_[i] = smallNote(memory);
        column->addWidget(memory_[i]);
        column->addWidget(memory_note_[i]);
        column->addSpacing(6);
    }
    return memory;
}

void MachinePage::setMachine(const Machine &machine) {
    machine_ = machine;
    links_->setMachine(machine);
    budgets_->setMachine(machine);
    rebuild();
}

void MachinePage::setPlan(const Plan &plan) {
    plan_ = plan;
    budgets_->setPlan(&plan);
    updateMemory();
}

void MachinePage::clearPlan() {
    plan_.reset();
    budgets_->setPlan(nullptr);
    updateMemory();
}

void MachinePage::setFreeMemory(std::uint64_t ram_free, std::uint64_t own_bytes) {
    machine_.ram_free = ram_free;
    own_bytes_ = own_bytes;
    updateMemory();
}

void MachinePage::setTemperatures(const std::vector<Temperature> &temperatures) {
    // The picture and the warnings change only when a rounded number does.
    const auto same = [](const Temperature &a, const Temperature &b) {
        return a.device == b.device && a.of == b.of && std::lround(a.celsius) == std::lround(b.celsius);
    };
    if (std::ranges::equal(temperatures, temperatures_, same))
        return;
    temperatures_ = temperatures;
    rebuild();
}

void MachinePage::setRequest(const PlanRequest &request) {
    budgets_->setRequest(request);
}

void MachinePage::setMeasuringShown(bool measuring) {
    measuring_ = measuring;
    measure_->setVisible(!measuring);
    cancel_->setVisible(measuring);
    progress_->setVisible(measuring);
}

void MachinePage::setMeasuring(const QString &what, double fraction) {
    setMeasuringShown(true);
    progress_->setValue(static_cast<int>(std::clamp(fraction, 0.0, 1.0) * 1000));
    measured_->setText(tr("measuring: %1").arg(what));
}

void MachinePage::setMeasured(const QDateTime &when, double seconds) {
    setMeasuringShown(false);
    const QString time = when.date() == QDate::currentDate()
                             ? tr("today %1").arg(when.time().toString(QStringLiteral("HH:mm")))
                             : QLocale().toString(when, QLocale::ShortFormat);
    measured_->setText(seconds > 0 ? tr("measured %1 in %2").arg(time, secondsText(seconds))
                                   : tr("measured %1").arg(time));
}

void MachinePage::setMeasureFailed(const Error &error) {
    setMeasuringShown(false);
    measured_->setText(QString::fromStdString(error.message()));
    measured_->setToolTip(QString::fromStdString(error.hint()));
}

void MachinePage::setMeasureAllowed(bool allowed, const QString &why) {
    measure_->setEnabled(allowed);
    measure_->setToolTip(allowed ? tr("Time the drive, the RAM and both at once; takes some seconds (F5)")
                                 : why);
}

void MachinePage::rebuild() {
    fitTopology();
    const std::vector<Warning> warnings = worthKnowing(machine_, temperatures_);
    warnings_->setWarnings(warnings);
    warning_title_->setTexts(tr("Worth knowing"), QString::number(warnings.size()));
    updateMemory();
}

/// Smaller where there is no room, but not so small that it cannot be read, and never larger than life.
void MachinePage::fitTopology() {
    scene_->build(machine_, temperatures_, topology_->contentsRect().width(), font(), palette());
    topology_->setAccessibleDescription(scene_->description());
    const QSizeF scene = scene_->sceneRect().size();
    if (scene.isEmpty())
        return;
    const QSizeF view = topology_->contentsRect().size();
    const double fitting = std::min(view.width() / scene.width(), view.height() / scene.height()) * 0.995;
    const double scale = std::clamp(fitting, least_scale, 1.0);
    topology_->setTransform(QTransform::fromScale(scale, scale));
}

void MachinePage::updateMemory() {
    const auto show = [this](Tier tier, std::uint64_t total, std::uint64_t free, std::uint64_t own,
                             std::uint64_t budget) {
        const auto at = static_cast<std::size_t>(tier);
        memory_[at]->setVisible(total > 0);
        memory_note_[at]->setVisible(total > 0);
        const std::uint64_t used = total - std::min(total, free);
        const std::uint64_t others = used - std::min(used, own);
        const SizePair sizes = sizePair(free, total);
        memory_[at]->setBar({{Content::weights, own}, {Content::foreign, others}}, total, budget);
        memory_[at]->setTexts(sizes.first, tr("of %1 free").arg(sizes.second));
        QStringList note;
        if (tier == Tier::disk)
            note << tr("in use: %1").arg(bytesText(used)) << tr("running writes nothing here");
        else
            note << tr("Spillway %1, others %2").arg(bytesText(own), bytesText(others));
        if (budget > 0)
            note << tr("line: budget %1").arg(bytesText(budget));
        if (tier == Tier::ram)
            note << tr("file cache counts as free");
        memory_note_[at]->setText(note.join(QStringLiteral("; ")));
    };
    std::uint64_t gpu_total = 0;
    std::uint64_t gpu_free = 0;
    for (const Gpu &gpu : machine_.gpus)
        if (gpu.usable) {
            gpu_total += gpu.memory_total;
            gpu_free += gpu.memory_free.value_or(0);
        }
    const auto budgetOf = [this](Tier tier) { return plan_ ? plan_->tier(tier).budget : 0; };
    show(Tier::gpu, gpu_total, gpu_free, plan_ ? plan_->tier(Tier::gpu).used.total() : 0, budgetOf(Tier::gpu));
    show(Tier::ram, machine_.ram_total, machine_.ram_free, own_bytes_, budgetOf(Tier::ram));
    const Storage storage = machine_.storage.empty() ? Storage() : machine_.storage.front();
    show(Tier::disk, storage.size, storage.free, 0, 0);
}

void MachinePage::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        rebuild();
}

bool MachinePage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == topology_ && event->type() == QEvent::Resize) {
        for (const int column : {LinkTableModel::share, LinkTableModel::possible})
            table_->setColumnHidden(column, topology_->width() < narrow_table);
        fitTopology();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace spillway
