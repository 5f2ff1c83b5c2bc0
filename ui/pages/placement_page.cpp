#include "pages/placement_page.h"

#include "format.h"
#include "theme.h"
#include "widgets/bytes_spin_box.h"
#include "widgets/layer_pane.h"
#include "widgets/placement_view.h"
#include "widgets/section_title.h"
#include "widgets/sweep_times.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace spillway {

namespace {

constexpr std::size_t averaged_sweeps = 8;

/// The average of sweeps over the same layers.
std::optional<SweepReport> average(const std::vector<SweepReport> &sweeps) {
    if (sweeps.empty())
        return std::nullopt;
    SweepReport sum = sweeps.front();
    for (std::size_t i = 1; i < sweeps.size(); ++i) {
        sum.seconds += sweeps[i].seconds;
        for (std::size_t layer = 0; layer < sum.layers.size() && layer < sweeps[i].layers.size(); ++layer) {
            sum.layers[layer].compute_seconds += sweeps[i].layers[layer].compute_seconds;
            sum.layers[layer].wait_seconds += sweeps[i].layers[layer].wait_seconds;
            sum.layers[layer].disk_bytes += sweeps[i].layers[layer].disk_bytes;
            sum.layers[layer].ram_bytes += sweeps[i].layers[layer].ram_bytes;
        }
    }
    const auto count = static_cast<double>(sweeps.size());
    sum.seconds /= count;
    for (LayerTimes &layer : sum.layers) {
        layer.compute_seconds /= count;
        layer.wait_seconds /= count;
        layer.disk_bytes /= sweeps.size();
        layer.ram_bytes /= sweeps.size();
    }
    return sum;
}

bool samePlacement(const Plan &a, const Plan &b) {
    return a.model_path == b.model_path && a.context == b.context && a.batch == b.batch &&
           a.ring_bytes == b.ring_bytes && a.tier(Tier::ram).budget == b.tier(Tier::ram).budget &&
           a.threads == b.threads && std::ranges::equal(a.parts, b.parts, [](const Part &x, const Part &y) {
               return x.tier == y.tier && x.layer == y.layer && x.kind == y.kind;
           });
}

} // namespace

void PlacementPage::clear() {
    model_.reset();
    plan_.reset();
    loaded_.reset();
    undo_.clear();
    measured_.clear();
    problem_.clear();
    request_ = {};
    pending_ = false;
    timer_.stop();
    view_->clear();
    times_->clear();
    layer_pane_->clear();
    content_->hide();
    empty_->show();
}

void PlacementPage::setModel(const ModelDescription &model) {
    clear();
    model_ = model;
    layer_pane_->setDescription(model);
    const QSignalBlocker blocker(context_);
    context_->setMaximum(static_cast<int>(std::clamp<std::size_t>(model.spec.context_length, 16, 10'000'000)));
}

void PlacementPage::setMachine(const Machine &machine, std::uint64_t own_bytes) {
    machine_ = machine;
    view_->setMachine(machine, own_bytes);
    budget_->setMaximumBytes(machine.ram_total);
}

void PlacementPage::setPlan(const Plan &plan, const PlanRequest &request) {
    plan_ = plan;
    // An answer to an older question, while a newer one is on its way, must not turn the fields back.
    if (!timer_.isActive()) {
        request_ = request;
        pending_ = false;
    }
    problem_.clear();
    content_->show();
    empty_->hide();
    showPlan();
}

void PlacementPage::setShort(const ShortOfMemory &problem) {
    QStringList options;
    for (const std::string &option : problem.options())
        options << QString::fromStdString(option);
    setProblem(tr("%1 short of %2").arg(bytesText(problem.bytes()), tierLabel(problem.tier())),
               QString::fromStdString(problem.message()), options);
}

void PlacementPage::setError(const Error &error) {
    setProblem(QString::fromStdString(error.message()), QString::fromStdString(error.hint()), {});
}

void PlacementPage::setProblem(const QString &headline, const QString &text, const QStringList &options) {
    pending_ = timer_.isActive();
    problem_ = headline;
    QString html = QStringLiteral("<b style=\"color:%1\">%2</b><br>%3")
                       .arg(Theme(palette()).colour(Theme::Role::error).name(), headline.toHtmlEscaped(),
                            text.toHtmlEscaped());
    for (const QString &option : options)
        html += QStringLiteral("<br>• ") + option.toHtmlEscaped();
    problem_label_->setText(html);
    view_->setDragNote(headline +
                       (options.isEmpty() ? QString() : QLatin1Char('\n') + options.join(QLatin1Char('\n'))));
    updateButtons();
}

void PlacementPage::setLoadedPlan(const std::optional<Plan> &plan) {
    loaded_ = plan;
    measured_.clear();
    showMeasured();
    updateButtons();
}

void PlacementPage::addMeasured(const SweepReport &report) {
    if (measured_.size() >= averaged_sweeps)
        measured_.erase(measured_.begin());
    measured_.push_back(report);
    showMeasured();
}

/// What was measured belongs to the loaded plan, and is not shown beside another's prediction.
void PlacementPage::showMeasured() {
    const bool same = plan_ && loaded_ && samePlacement(*plan_, *loaded_);
    const std::optional<SweepReport> report = same ? average(measured_) : std::nullopt;
    times_->setMeasured(report);
    layer_pane_->setMeasured(report);
}

void PlacementPage::setApplyAllowed(bool allowed, const QString &why) {
    apply_allowed_ = allowed;
    apply_reason_ = why;
    updateButtons();
}

void PlacementPage::selectLayer(int layer) {
    view_->setCurrentLayer(layer);
}

void PlacementPage::change(const PlanRequest &request, bool undoable) {
    if (undoable)
        undo_.push_back(drag_start_ ? *drag_start_ : request_);
    drag_start_.reset();
    request_ = request;
    pending_ = true;
    updateButtons();
    timer_.start();
}

void PlacementPage::setBudget(Tier tier, quint64 bytes, bool finished) {
    PlanRequest request = request_;
    auto &budget = tier == Tier::gpu ? request.gpu_budget : request.ram_budget;
    budget = bytes > 0 ? std::optional<std::uint64_t>(bytes) : std::nullopt;
    if (!finished) {
        // One drag is one step back, however many plans it passes through.
        if (!drag_start_)
            drag_start_ = request_;
        request_ = request;
        pending_ = true;
        if (!timer_.isActive())
            timer_.start();
        return;
    }
    change(request, true);
}

void PlacementPage::sendRequest() {
    emit planRequested(request_);
}

void PlacementPage::undo() {
    if (undo_.empty())
        return;
    const PlanRequest before = undo_.back();
    undo_.pop_back();
    change(before, false);
}

void PlacementPage::makeAutomatic() {
    if (!plan_)
        return;
    PlanRequest request = request_;
    request.ram_budget.reset();
    request.gpu_budget.reset();
    request.slice_bytes.reset();
    request.pins.clear();
    change(request, true);
}

void PlacementPage::pinSelected() {
    const int layer = view_->currentLayer();
    if (!plan_ || layer < 0)
        return;
    const bool pinned =
        std::ranges::any_of(request_.pins, [layer](const Pin &pin) { return pin.layer == layer; });
    if (!pinned) {
        movePart(layer, plan_->layer_tier(layer));
        return;
    }
    PlanRequest request = request_;
    std::erase_if(request.pins, [layer](const Pin &pin) { return pin.layer == layer; });
    change(request, true);
}

void PlacementPage::movePart(int layer, Tier tier) {
    if (!plan_)
        return;
    PlanRequest request = request_;
    std::erase_if(request.pins, [layer](const Pin &pin) { return pin.layer == layer; });
    for (const Part &part : plan_->parts)
        if (part.layer == layer)
            request.pins.push_back({layer, part.kind, tier});
    change(request, true);
}

void PlacementPage::showPlan() {
    view_->setPlan(*plan_);
    times_->setPlan(*plan_);
    layer_pane_->setPlan(*plan_);
    view_->setDragNote(
        tr("%1 of RAM: %2")
            .arg(bytesText(plan_->tier(Tier::ram).budget), predictedSpeedText(plan_->prediction)));
    const QSignalBlocker block_context(context_);
    const QSignalBlocker block_texts(texts_);
    context_->setValue(static_cast<int>(plan_->context));
    texts_->setValue(static_cast<int>(plan_->batch));
    budget_->setAutomaticBytes(request_.ram_budget ? 0 : plan_->tier(Tier::ram).budget);
    budget_->setBytes(request_.ram_budget.value_or(0));
    showReasons();
    showMeasured();
    showLayer(view_->currentLayer());
    updateButtons();
}

void PlacementPage::showReasons() {
    QString html;
    bool first = true;
    for (const std::string &reason : plan_->reasons) {
        const QString text = QString::fromStdString(reason).toHtmlEscaped();
        // The first sentence is the headline of all.
        const qsizetype end = first ? text.indexOf(QLatin1String(". ")) + 1 : 0;
        const qsizetype bold = first && end == 0 ? text.size() : end;
        html += QStringLiteral("<p style=\"margin:0 0 8px 0\"><b>%1</b>%2</p>")
                    .arg(text.left(bold), text.mid(bold));
        first = false;
    }
    why_->setText(html);
}

void PlacementPage::showLayer(int layer) {
    layer_pane_->setLayer(layer);
    QString note;
    if (plan_ && layer >= 0)
        note = tierLabel(plan_->layer_tier(layer));
    layer_title_->setTexts(layer >= 0 ? tr("Layer %1").arg(layer + 1) : tr("Outside the layers"), note);
    updateButtons();
}

void PlacementPage::updateButtons() {
    const int layer = view_->currentLayer();
    const bool pinned =
        std::ranges::any_of(request_.pins, [layer](const Pin &pin) { return pin.layer == layer; });
    pin_->setEnabled(layer >= 0);
    pin_->setChecked(layer >= 0 && pinned);
    undo_button_->setEnabled(!undo_.empty());
    std::vector<int> layers;
    for (const Pin &pin : request_.pins)
        if (std::ranges::find(layers, pin.layer) == layers.end())
            layers.push_back(pin.layer);
    pinned_->setText(layers.empty()       ? QString()
                     : layers.size() == 1 ? tr("1 layer pinned by you")
                                          : tr("%1 layers pinned by you").arg(layers.size()));
    const bool same = plan_ && loaded_ && samePlacement(*plan_, *loaded_);
    apply_->setEnabled(plan_ && problem_.isEmpty() && !pending_ && apply_allowed_ && !same);
    apply_->setToolTip(!apply_allowed_ ? apply_reason_
                       : same          ? tr("This plan is loaded")
                                       : tr("Load the model this way (Ctrl+Return)"));
    problem_label_->setVisible(!problem_.isEmpty());
    QPalette ground = palette();
    ground.setColor(QPalette::Window, Theme(palette()).ground(Theme::Role::error));
    problem_label_->setPalette(ground);
}

} // namespace spillway
