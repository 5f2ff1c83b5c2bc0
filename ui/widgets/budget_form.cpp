#include "widgets/budget_form.h"

#include "widgets/bytes_spin_box.h"
#include "widgets/lane_geometry.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace spillway {

BudgetForm::BudgetForm(QWidget *parent) : QWidget(parent), threads_(new QSpinBox(this)) {
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(12, 10, 12, 12);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    gpu_ = addBytesRow(grid, tr("GPU, at most"), gpu_automatic_);
    for (int column = 0; column < 3; ++column)
        gpu_row_.push_back(grid->itemAtPosition(0, column)->widget());
    ram_ = addBytesRow(grid, tr("RAM, at most"), ram_automatic_);
    ram_->setObjectName(QStringLiteral("machineRamBudget"));
    slice_ = addBytesRow(grid, tr("One read"), slice_automatic_);
    slice_->setMaximumBytes(64 * MiB);

    const int row = grid->rowCount();
    auto *label = new QLabel(tr("Threads"), this);
    label->setBuddy(threads_);
    threads_->setRange(1, 1024);
    threads_->setAlignment(Qt::AlignRight);
    threads_->setKeyboardTracking(false);
    threads_automatic_ = new QCheckBox(tr("automatic"), this);
    grid->addWidget(label, row, 0);
    grid->addWidget(threads_, row, 1);
    grid->addWidget(threads_automatic_, row, 2);
    connect(threads_, &QSpinBox::valueChanged, this, [this](int threads) {
        request_.threads = threads;
        send();
    });
    connect(threads_automatic_, &QCheckBox::clicked, this, [this](bool on) {
        request_.threads = on ? std::nullopt : std::optional<int>(threads_->value());
        send();
    });
    showRequest();
}

BytesSpinBox *BudgetForm::addBytesRow(QGridLayout *grid, const QString &name, QCheckBox *&automatic) {
    const int row = grid->count() == 0 ? 0 : grid->rowCount();
    auto *field = new BytesSpinBox(this);
    auto *label = new QLabel(name, this);
    label->setBuddy(field);
    field->setAccessibleName(name);
    automatic = new QCheckBox(tr("automatic"), this);
    automatic->setAccessibleName(tr("%1: automatic").arg(name));
    grid->addWidget(label, row, 0);
    grid->addWidget(field, row, 1);
    grid->addWidget(automatic, row, 2);
    const auto member = [this, row]() -> std::optional<std::uint64_t> & {
        return row == 0 ? request_.gpu_budget : row == 1 ? request_.ram_budget : request_.slice_bytes;
    };
    connect(field, &QDoubleSpinBox::valueChanged, this, [this, field, member] {
        member() = field->bytes() > 0 ? std::optional<std::uint64_t>(field->bytes()) : std::nullopt;
        send();
    });
    connect(automatic, &QCheckBox::clicked, this, [this, field, member](bool on) {
        if (on)
            member().reset();
        else
            member() = std::max<std::uint64_t>(1, field->automaticBytes());
        send();
    });
    return field;
}

void BudgetForm::setMachine(const Machine &machine) {
    ram_->setMaximumBytes(machine.ram_total);
    const std::uint64_t gpu = installedBytes(machine, Tier::gpu);
    gpu_->setMaximumBytes(gpu);
    for (QWidget *widget : gpu_row_)
        widget->setVisible(gpu > 0);
    const QSignalBlocker blocker(threads_);
    threads_->setMaximum(std::max(1, machine.hardware_threads));
}

void BudgetForm::setPlan(const Plan *plan) {
    gpu_->setAutomaticBytes(plan ? plan->tier(Tier::gpu).budget : 0);
    ram_->setAutomaticBytes(plan ? plan->tier(Tier::ram).budget : 0);
    slice_->setAutomaticBytes(plan ? plan->slice_bytes : 0);
    if (plan && !request_.threads) {
        const QSignalBlocker blocker(threads_);
        threads_->setValue(plan->threads);
    }
}

void BudgetForm::setRequest(const PlanRequest &request) {
    request_ = request;
    showRequest();
}

void BudgetForm::showRequest() {
    gpu_->setBytes(request_.gpu_budget.value_or(0));
    ram_->setBytes(request_.ram_budget.value_or(0));
    slice_->setBytes(request_.slice_bytes.value_or(0));
    if (request_.threads) {
        const QSignalBlocker blocker(threads_);
        threads_->setValue(*request_.threads);
    }
    gpu_automatic_->setChecked(!request_.gpu_budget);
    ram_automatic_->setChecked(!request_.ram_budget);
    slice_automatic_->setChecked(!request_.slice_bytes);
    threads_automatic_->setChecked(!request_.threads);
}

void BudgetForm::send() {
    showRequest();
    emit edited(request_);
}

} // namespace spillway
