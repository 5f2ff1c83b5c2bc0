#include "widgets/layer_pane.h"

#include "format.h"
#include "models/tensor_tree_model.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

namespace spillway {

namespace {

QLabel *addRow(QFormLayout *form, const QString &name, QWidget *parent) {
    auto *label = new QLabel(name, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    auto *value = new QLabel(parent);
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->addRow(label, value);
    return value;
}

} // namespace

LayerPane::LayerPane(QWidget *parent)
    : QWidget(parent), model_(new TensorTreeModel(this)), tensors_(new QTreeView(this)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    auto *form = new QFormLayout;
    form->setContentsMargins({});
    form->setVerticalSpacing(3);
    size_ = addRow(form, tr("Size"), this);
    read_ = addRow(form, tr("Read per sweep"), this);
    compute_ = addRow(form, tr("Compute"), this);
    wait_ = addRow(form, tr("Waits for NVMe"), this);
    column->addLayout(form);
    tensors_->setModel(model_);
    tensors_->setRootIsDecorated(false);
    tensors_->setItemsExpandable(false);
    tensors_->setUniformRowHeights(true);
    tensors_->setAlternatingRowColors(true);
    tensors_->setTextElideMode(Qt::ElideMiddle);
    tensors_->setAccessibleName(tr("Tensors of the layer"));
    for (const int hidden : {TensorTreeModel::type, TensorTreeModel::shape})
        tensors_->setColumnHidden(hidden, true);
    tensors_->header()->setStretchLastSection(false);
    tensors_->header()->setSectionResizeMode(TensorTreeModel::name, QHeaderView::Stretch);
    tensors_->header()->setSectionResizeMode(TensorTreeModel::size, QHeaderView::ResizeToContents);
    tensors_->header()->setSectionResizeMode(TensorTreeModel::place, QHeaderView::ResizeToContents);
    column->addWidget(tensors_, 1);
    clear();
}

void LayerPane::setDescription(const ModelDescription &model) {
    model_->setDescription(model);
    layer_bytes_.assign(model.spec.layers, 0);
    layer_tensors_.assign(model.spec.layers, 0);
    for (const Tensor &tensor : model.tensors) {
        if (tensor.layer < 0 || static_cast<std::size_t>(tensor.layer) >= model.spec.layers)
            continue;
        layer_bytes_[static_cast<std::size_t>(tensor.layer)] += tensor.bytes;
        ++layer_tensors_[static_cast<std::size_t>(tensor.layer)];
    }
    plan_.reset();
    measured_.reset();
    refresh();
}

void LayerPane::setPlan(const Plan &plan) {
    plan_ = plan;
    model_->setPlan(&plan);
    refresh();
}

void LayerPane::setMeasured(const std::optional<SweepReport> &report) {
    measured_ = report;
    refresh();
}

void LayerPane::setLayer(int layer) {
    layer_ = layer;
    refresh();
}

void LayerPane::clear() {
    model_->clear();
    plan_.reset();
    measured_.reset();
    layer_bytes_.clear();
    layer_tensors_.clear();
    refresh();
}

void LayerPane::refresh() {
    const QModelIndex root = model_->layerIndex(layer_);
    if (tensors_->rootIndex() != root || !root.isValid())
        tensors_->setRootIndex(root);
    tensors_->setVisible(root.isValid());
    const auto at = static_cast<std::size_t>(layer_);
    if (layer_ < 0 || at >= layer_bytes_.size()) {
        for (QLabel *label : {size_, read_, compute_, wait_})
            label->setText(QStringLiteral("–"));
        return;
    }
    size_->setText(tr("%1, %2 tensors").arg(bytesText(layer_bytes_[at])).arg(layer_tensors_[at]));
    std::uint64_t streamed = 0;
    if (plan_)
        for (const Part &part : plan_->parts)
            if (part.layer == layer_ && part.tier == Tier::disk)
                streamed += part.bytes;
    read_->setText(!plan_ ? QStringLiteral("–") : streamed > 0 ? bytesText(streamed) : tr("nothing"));
    // Measured values only; what was not measured says so.
    const bool known = measured_ && at < measured_->layers.size();
    const LayerTimes times = known ? measured_->layers[at] : LayerTimes();
    compute_->setText(known ? secondsText(times.compute_seconds) : notMeasured());
    wait_->setText(known ? tr("%1 of %2")
                               .arg(secondsText(times.wait_seconds),
                                    secondsText(times.wait_seconds + times.compute_seconds))
                         : notMeasured());
}

} // namespace spillway
