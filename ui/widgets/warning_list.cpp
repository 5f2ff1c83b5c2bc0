#include "widgets/warning_list.h"

#include "format.h"
#include "icons.h"
#include "theme.h"
#include "widgets/section_title.h"
#include "widgets/temperature_rows.h"
#include "widgets/topology_scene.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace spillway {

namespace {

constexpr double warm_margin = 15; ///< degrees below the limit from which a device counts as warm

void addStorage(std::vector<Warning> &list, const Machine &machine) {
    for (const Storage &storage : machine.storage) {
        const QString path = QString::fromStdString(storage.path.string());
        if (!storage.direct_io)
            list.push_back(
                {true,
                 WarningList::tr("“%1” refuses direct reads.").arg(path),
                 WarningList::tr(
                     "Models there are read through the file cache (%1), which is slower. Keep them on "
                     "another drive.")
                     .arg(QString::fromStdString(storage.file_system)),
                 {},
                 {}});
    }
    for (const Drive &drive : machine.drives)
        if (isHardDisk(drive) && !machine.storage.empty() &&
            machine.storage.front().device.starts_with(drive.device))
            list.push_back(
                {true,
                 WarningList::tr("The models lie on a hard disk."),
                 WarningList::tr(
                     "What does not fit in memory is read from it for every token. An NVMe drive is some "
                     "forty times as fast."),
                 {},
                 {}});
}

void addMemory(std::vector<Warning> &list, const Machine &machine) {
    if (machine.ram_limit && *machine.ram_limit < machine.ram_total)
        list.push_back({true,
                        WarningList::tr("Spillway may use %1 of %2 RAM.")
                            .arg(bytesText(*machine.ram_limit), bytesText(machine.ram_total)),
                        WarningList::tr("A limit is set on this session (cgroup). Plans stay below it."),
                        {},
                        {}});
    if (machine.locked_limit)
        list.push_back({false,
                        WarningList::tr("Memory that may be locked: %1.").arg(bytesText(*machine.locked_limit)),
                        WarningList::tr("Spillway locks no memory, so this limit does not slow it down."),
                        {},
                        {}});
}

void addGpus(std::vector<Warning> &list, const Machine &machine) {
    const bool usable = std::ranges::any_of(machine.gpus, &Gpu::usable);
    if (usable)
        return;
    if (machine.gpus.empty())
        list.push_back({false,
                        WarningList::tr("No GPU is used."),
                        WarningList::tr("None was found. Everything runs on the processor."),
                        {},
                        {}});
    else
        list.push_back(
            {false,
             WarningList::tr("No GPU is used."),
             WarningList::tr("%1 is there, but no driver answered. Everything runs on the processor.")
                 .arg(QString::fromStdString(machine.gpus.front().name)),
             {},
             {}});
}

} // namespace

std::vector<Warning> worthKnowing(const Machine &machine, const std::vector<Temperature> &temperatures) {
    std::vector<Warning> list;
    for (const Temperature &one : temperatures)
        if (one.limit && one.of != Temperature::Of::other && one.celsius >= *one.limit - warm_margin)
            list.push_back({true,
                            WarningList::tr("%1 is warm: %2.").arg(sensorLabel(one), celsiusText(one.celsius)),
                            WarningList::tr("It slows down at %1.").arg(celsiusText(*one.limit)),
                            {},
                            {}});
    addStorage(list, machine);
    addMemory(list, machine);
    addGpus(list, machine);
    if (machine.this_system &&
        (!machine.links.storage_to_ram || machine.links.storage_to_ram->source == Source::preset))
        list.push_back({false, WarningList::tr("The drive's speed was not measured yet."),
                        WarningList::tr("Predictions count with a typical speed until it is."),
                        WarningList::tr("Measure"), QStringLiteral("measure")});
    std::ranges::stable_partition(list, &Warning::serious);
    return list;
}

WarningList::WarningList(QWidget *parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins({});
    column_->setSpacing(0);
}

void WarningList::setWarnings(const std::vector<Warning> &warnings) {
    while (QLayoutItem *item = column_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    warnings_ = warnings;
    for (const Warning &warning : warnings_)
        column_->addWidget(makeRow(warning));
}

void WarningList::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        setWarnings(std::vector(warnings_)); // their colours are the old scheme's
}

QWidget *WarningList::makeRow(const Warning &warning) {
    const Theme theme(palette());
    auto *row = new QWidget(this);
    row->setAutoFillBackground(true);
    QPalette ground = palette();
    ground.setColor(QPalette::Window,
                    warning.serious ? theme.ground(Theme::Role::warning) : palette().color(QPalette::Base));
    row->setPalette(ground);
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(12, 8, 12, 8);
    line->setSpacing(10);
    const QColor colour =
        warning.serious ? theme.colour(Theme::Role::warning) : palette().color(QPalette::WindowText);
    auto *symbol = new QLabel(row);
    symbol->setPixmap(icon(warning.serious ? QStringLiteral("warning") : QStringLiteral("info"), colour)
                          .pixmap(QSize(18, 18), devicePixelRatioF()));
    line->addWidget(symbol, 0, Qt::AlignVCenter);
    auto *text =
        new QLabel(QStringLiteral("<b style=\"color:%1\">%2</b><br>%3")
                       .arg(colour.name(), warning.headline.toHtmlEscaped(), warning.text.toHtmlEscaped()),
                   row);
    text->setWordWrap(true);
    line->addWidget(text, 1);
    if (!warning.action.isEmpty()) {
        auto *button = new QPushButton(warning.action, row);
        const QString id = warning.id;
        connect(button, &QPushButton::clicked, this, [this, id] { emit actionRequested(id); });
        line->addWidget(button, 0, Qt::AlignVCenter);
    }
    return row;
}

} // namespace spillway
