#include "models/metadata_model.h"

namespace spillway {

void MetadataModel::setMetadata(const std::vector<std::pair<std::string, std::string>> &metadata) {
    beginResetModel();
    rows_.clear();
    rows_.reserve(metadata.size());
    for (const auto &[key, value] : metadata)
        rows_.emplace_back(QString::fromStdString(key), QString::fromStdString(value));
    endResetModel();
}

int MetadataModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int MetadataModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : 2;
}

QVariant MetadataModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto &[key, value] = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole)
        return index.column() == 0 ? key : value.simplified();
    if (role == Qt::ToolTipRole)
        return index.column() == 0 ? key : value.left(2000);
    return {};
}

QVariant MetadataModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Key") : tr("Value");
}

} // namespace spillway
