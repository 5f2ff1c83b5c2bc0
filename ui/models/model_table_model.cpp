#include "models/model_table_model.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>

namespace spillway {

namespace {

QString usedText(const QDateTime &when) {
    if (!when.isValid())
        return ModelTableModel::tr("never");
    const QDate today = QDate::currentDate();
    if (when.date() == today)
        return ModelTableModel::tr("today %1").arg(when.time().toString(QStringLiteral("HH:mm")));
    if (when.date() == today.addDays(-1))
        return ModelTableModel::tr("yesterday");
    return QLocale().toString(when.date(), QLocale::ShortFormat);
}

QString formatText(const ModelEntry &entry) {
    if (!entry.description)
        return QStringLiteral("–");
    return ModelTableModel::tr("%1 %2, %3")
        .arg(QString::fromStdString(entry.description->format),
             QString::fromStdString(entry.description->type_summary),
             QString::fromStdString(entry.description->architecture));
}

QString secondLine(const ModelEntry &entry) {
    switch (entry.state) {
    case ModelEntry::State::opening:
        return ModelTableModel::tr("reading the headers…");
    case ModelEntry::State::missing:
        return ModelTableModel::tr("the file is no longer there");
    case ModelEntry::State::damaged:
    case ModelEntry::State::unsupported:
        return entry.problem;
    case ModelEntry::State::sound:
        break;
    }
    QStringList parts;
    if (entry.verifying)
        parts << ModelTableModel::tr("verifying: %1 %").arg(static_cast<int>(*entry.verifying * 100));
    else if (entry.description)
        parts << layersText(entry.description->spec.layers);
    if (entry.description && entry.description->files.size() > 1)
        parts << ModelTableModel::tr("%1 files").arg(entry.description->files.size());
    parts << QFileInfo(entry.path).absolutePath();
    return parts.join(QStringLiteral(", "));
}

Fit shownFit(const ModelEntry &entry) {
    switch (entry.state) {
    case ModelEntry::State::damaged:
    case ModelEntry::State::missing:
        return Fit::damaged;
    case ModelEntry::State::unsupported:
        return Fit::unsupported;
    default:
        return entry.fit;
    }
}

QString speedCell(const ModelEntry &entry) {
    if (entry.measured_seconds)
        return speedText(*entry.measured_seconds);
    return entry.predicted_seconds ? speedText(*entry.predicted_seconds) : QStringLiteral("–");
}

QString speedKind(const ModelEntry &entry) {
    if (entry.measured_seconds)
        return ModelTableModel::tr("measured");
    return entry.predicted_seconds ? ModelTableModel::tr("predicted") : QString();
}

QVariant sortValue(const ModelEntry &entry, int column) {
    switch (column) {
    case ModelTableModel::name:
        return entryName(entry).toLower();
    case ModelTableModel::format:
        return formatText(entry);
    case ModelTableModel::size:
        return static_cast<qulonglong>(entry.description ? entry.description->bytes : 0);
    case ModelTableModel::fit:
        return static_cast<int>(shownFit(entry));
    case ModelTableModel::speed:
        return entry.measured_seconds.value_or(entry.predicted_seconds.value_or(1e300));
    case ModelTableModel::last_used:
        return entry.last_used;
    default:
        return {};
    }
}

QString cellText(const ModelEntry &entry, int column) {
    switch (column) {
    case ModelTableModel::name:
        return entryName(entry);
    case ModelTableModel::format:
        return formatText(entry);
    case ModelTableModel::size:
        return entry.description ? bytesText(entry.description->bytes) : QStringLiteral("–");
    case ModelTableModel::fit:
        return fitLabel(shownFit(entry));
    case ModelTableModel::speed:
        return speedCell(entry);
    case ModelTableModel::last_used:
        return usedText(entry.last_used);
    default:
        return {};
    }
}

} // namespace

QString entryName(const ModelEntry &entry) {
    if (entry.description && !entry.description->name.empty())
        return QString::fromStdString(entry.description->name);
    return QFileInfo(entry.path).completeBaseName();
}

void ModelTableModel::put(const ModelEntry &entry) {
    const int row = rowOf(entry.path);
    if (row >= 0) {
        entries_[static_cast<std::size_t>(row)] = entry;
        emit dataChanged(index(row, 0), index(row, column_count - 1));
        return;
    }
    const int end = rowCount();
    beginInsertRows({}, end, end);
    entries_.push_back(entry);
    endInsertRows();
}

void ModelTableModel::remove(const QString &path) {
    const int row = rowOf(path);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    entries_.erase(entries_.begin() + row);
    endRemoveRows();
}

void ModelTableModel::clear() {
    beginResetModel();
    entries_.clear();
    endResetModel();
}

void ModelTableModel::setLoaded(const QString &path) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const bool loaded = !path.isEmpty() && entries_[i].path == path;
        if (loaded == entries_[i].loaded)
            continue;
        entries_[i].loaded = loaded;
        const int row = static_cast<int>(i);
        emit dataChanged(index(row, 0), index(row, column_count - 1));
    }
}

const ModelEntry *ModelTableModel::find(const QString &path) const {
    const int row = rowOf(path);
    return row < 0 ? nullptr : &at(row);
}

int ModelTableModel::rowOf(const QString &path) const {
    const auto found = std::ranges::find(entries_, path, &ModelEntry::path);
    return found == entries_.end() ? -1 : static_cast<int>(found - entries_.begin());
}

int ModelTableModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

int ModelTableModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant ModelTableModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ModelEntry &entry = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(entry, index.column());
    case Qt::ToolTipRole:
        return entry.problem.isEmpty() ? entry.path : entry.path + QLatin1Char('\n') + entry.problem;
    case Qt::TextAlignmentRole:
        return index.column() == size || index.column() == speed ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                                 : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case second_line_role:
        if (index.column() == name)
            return secondLine(entry);
        return index.column() == speed ? QVariant(speedKind(entry)) : QVariant();
    case fit_role:
        return index.column() == fit ? QVariant(static_cast<int>(shownFit(entry))) : QVariant();
    case path_role:
        return entry.path;
    case sort_role:
        return sortValue(entry, index.column());
    case problem_role:
        return entry.problem;
    case loaded_role:
        return entry.loaded;
    case progress_role:
        return entry.verifying ? QVariant(*entry.verifying) : QVariant();
    default:
        return {};
    }
}

QVariant ModelTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == size || section == speed ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                   : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case name:
        return tr("Model");
    case format:
        return tr("Format");
    case size:
        return tr("Size");
    case fit:
        return tr("On this PC");
    case speed:
        return tr("Speed");
    case last_used:
        return tr("Last used");
    default:
        return {};
    }
}

} // namespace spillway
