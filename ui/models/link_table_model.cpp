#include "models/link_table_model.h"

#include "format.h"

#include <algorithm>

namespace spillway {

namespace {

QString speedCell(const std::optional<LinkSpeed> &speed) {
    if (!speed)
        return notMeasured();
    // A value out of a table is never shown as if it had been measured here.
    if (speed->source == Source::preset)
        return LinkTableModel::tr("about %1").arg(rateText(speed->bytes_per_s));
    return rateText(speed->bytes_per_s);
}

QString howText(const std::optional<LinkSpeed> &alone, const std::optional<LinkSpeed> &together) {
    const auto &speed = alone ? alone : together;
    if (!speed)
        return notMeasured();
    const QString how = QString::fromStdString(speed->how);
    switch (speed->source) {
    case Source::preset:
        return how.isEmpty() ? LinkTableModel::tr("typical, not measured")
                             : LinkTableModel::tr("not measured: %1").arg(how);
    case Source::cached:
        return LinkTableModel::tr("%1, measured earlier").arg(how);
    case Source::measured:
        break;
    }
    return how;
}

} // namespace

void LinkTableModel::setMachine(const Machine &machine) {
    beginResetModel();
    rows_.clear();
    const Links &links = machine.links;
    double drive = 0;
    for (const Drive &one : machine.drives)
        drive = std::max(drive, one.pci_bytes_per_s);
    rows_.push_back(
        {tr("NVMe to RAM"), Tier::disk, links.storage_to_ram, links.storage_to_ram_together, drive, false});
    rows_.push_back({tr("RAM to processor"), Tier::ram, links.ram_to_cpu, links.ram_to_cpu_together, 0, false});
    if (!machine.gpus.empty()) {
        const double slot = machine.gpus.front().pci_bytes_per_s;
        rows_.push_back({tr("RAM to GPU"), Tier::gpu, links.ram_to_gpu, {}, slot, false});
        rows_.push_back({tr("GPU memory"), Tier::gpu, links.gpu_to_gpu, {}, 0, false});
    }
    if (machine.compute_bytes_per_s) {
        const LinkSpeed speed{*machine.compute_bytes_per_s, Source::measured,
                              tr("a real layer, 1 text").toStdString()};
        rows_.push_back({tr("Weights multiplied, processor"), {}, {}, speed, 0, true});
    }
    endResetModel();
}

int LinkTableModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LinkTableModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString LinkTableModel::cellText(const Row &row, int column) const {
    switch (column) {
    case link:
        return row.name;
    case how:
        return howText(row.alone, row.together);
    case alone:
        return row.only_together ? QStringLiteral("–") : speedCell(row.alone);
    case together:
        return row.together || row.tier != Tier::gpu ? speedCell(row.together) : QStringLiteral("–");
    case possible:
        return row.possible > 0 ? rateText(row.possible) : QStringLiteral("–");
    default:
        return {};
    }
}

QVariant LinkTableModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = rows_[static_cast<std::size_t>(index.row())];
    const auto shareOf = [&](const std::optional<LinkSpeed> &speed) {
        const bool known =
            index.column() == share && row.possible > 0 && speed && speed->source != Source::preset;
        return known ? QVariant(std::min(1.0, speed->bytes_per_s / row.possible)) : QVariant();
    };
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, index.column());
    case Qt::ToolTipRole:
        return index.column() == how ? QVariant(cellText(row, how)) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() >= alone && index.column() <= possible
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::AccessibleTextRole: {
        const QVariant part = shareOf(row.together);
        return part.isValid()
                   ? QVariant(tr("%1 % of what is possible").arg(static_cast<int>(part.toDouble() * 100)))
                   : QVariant();
    }
    case tier_role:
        return index.column() == link && row.tier ? QVariant(static_cast<int>(*row.tier)) : QVariant();
    case alone_share_role:
        return shareOf(row.alone);
    case together_share_role:
        return shareOf(row.together);
    default:
        return {};
    }
}

QVariant LinkTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section >= alone && section <= possible ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                       : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case link:
        return tr("Link");
    case how:
        return tr("How measured");
    case alone:
        return tr("Alone");
    case together:
        return tr("Together");
    case possible:
        return tr("Possible");
    case share:
        return tr("Share of what is possible");
    default:
        return {};
    }
}

} // namespace spillway
