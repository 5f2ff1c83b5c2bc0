#include "models/tensor_tree_model.h"

#include "format.h"

#include <algorithm>

namespace spillway {

namespace {

// Internal ids: 0 for a group, the group's row + 1 for its tensors.
constexpr quintptr group_id = 0;

QString shapeText(const Tensor &tensor) {
    if (tensor.rows == 1)
        return countText(tensor.cols);
    return QStringLiteral("%1 × %2").arg(countText(tensor.rows), countText(tensor.cols));
}

} // namespace

void TensorTreeModel::setDescription(const ModelDescription &model) {
    beginResetModel();
    tensors_ = model.tensors;
    places_.assign(tensors_.size(), std::nullopt);
    groups_.clear();
    std::vector<Group> layers(model.spec.layers);
    Group outside;
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
        layers[layer].layer = static_cast<int>(layer);
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
        const int layer = tensors_[i].layer;
        Group &group = layer >= 0 && static_cast<std::size_t>(layer) < layers.size()
                           ? layers[static_cast<std::size_t>(layer)]
                           : outside;
        group.tensors.push_back(i);
        group.bytes += tensors_[i].bytes;
    }
    groups_ = std::move(layers);
    if (!outside.tensors.empty())
        groups_.push_back(std::move(outside));
    endResetModel();
}

void TensorTreeModel::setPlan(const Plan *plan) {
    places_.assign(tensors_.size(), std::nullopt);
    if (plan) {
        for (const Part &part : plan->parts)
            for (const std::size_t tensor : part.tensors)
                if (tensor < places_.size()) // vectors are always resident
                    places_[tensor] = tensors_[tensor].is_vector() ? Tier::ram : part.tier;
    }
    if (groups_.empty())
        return;
    emit dataChanged(index(0, place), index(rowCount() - 1, place));
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex group = index(row, 0);
        if (rowCount(group) > 0)
            emit dataChanged(index(0, place, group), index(rowCount(group) - 1, place, group));
    }
}

void TensorTreeModel::clear() {
    beginResetModel();
    tensors_.clear();
    places_.clear();
    groups_.clear();
    endResetModel();
}

QModelIndex TensorTreeModel::layerIndex(int layer) const {
    const auto found = std::ranges::find(groups_, layer, &Group::layer);
    return found == groups_.end() ? QModelIndex() : index(static_cast<int>(found - groups_.begin()), 0);
}

QModelIndex TensorTreeModel::index(int row, int column, const QModelIndex &parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : group_id);
}

QModelIndex TensorTreeModel::parent(const QModelIndex &index) const {
    if (!index.isValid() || index.internalId() == group_id)
        return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, group_id);
}

int TensorTreeModel::rowCount(const QModelIndex &parent) const {
    if (!parent.isValid())
        return static_cast<int>(groups_.size());
    if (parent.internalId() != group_id || parent.column() != 0)
        return 0;
    return static_cast<int>(groups_[static_cast<std::size_t>(parent.row())].tensors.size());
}

int TensorTreeModel::columnCount(const QModelIndex &) const {
    return column_count;
}

QString TensorTreeModel::groupText(const Group &group, int column) const {
    switch (column) {
    case name:
        return group.layer < 0 ? tr("outside the layers") : tr("layer %1").arg(group.layer + 1);
    case type:
        return group.tensors.size() == 1 ? tr("1 tensor")
                                         : tr("%1 tensors").arg(countText(group.tensors.size()));
    case size:
        return bytesText(group.bytes);
    case place: {
        QStringList tiers;
        for (const Tier tier : all_tiers) {
            const bool here = std::ranges::any_of(
                group.tensors, [&](std::size_t i) { return places_[i] == tier && !tensors_[i].is_vector(); });
            if (here)
                tiers << tierLabel(tier);
        }
        return tiers.join(QStringLiteral(" + "));
    }
    default:
        return {};
    }
}

QString TensorTreeModel::tensorText(std::size_t tensor, int column) const {
    const Tensor &one = tensors_[tensor];
    switch (column) {
    case name:
        return QString::fromStdString(one.name);
    case type: {
        const std::string_view label = block_type_info(one.type).name;
        return QString::fromLatin1(label.data(), static_cast<qsizetype>(label.size()));
    }
    case shape:
        return shapeText(one);
    case size:
        return bytesText(one.bytes);
    case place:
        return places_[tensor] ? tierLabel(*places_[tensor]) : QString();
    default:
        return {};
    }
}

QVariant TensorTreeModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return index.column() == size ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                      : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    const bool is_group = index.internalId() == group_id;
    const Group &group = groups_[is_group ? static_cast<std::size_t>(index.row()) : index.internalId() - 1];
    if (role == Qt::DisplayRole)
        return is_group ? groupText(group, index.column())
                        : tensorText(group.tensors[static_cast<std::size_t>(index.row())], index.column());
    if (role == Qt::ToolTipRole && !is_group) {
        const Tensor &tensor = tensors_[group.tensors[static_cast<std::size_t>(index.row())]];
        return tr("%1, %2").arg(QString::fromStdString(tensor.name), bytesText(tensor.bytes));
    }
    return {};
}

QVariant TensorTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == size ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                               : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case name:
        return tr("Tensor");
    case type:
        return tr("Type");
    case shape:
        return tr("Shape");
    case size:
        return tr("Size");
    case place:
        return tr("Place");
    default:
        return {};
    }
}

} // namespace spillway
