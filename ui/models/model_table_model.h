#pragma once

#include "format.h"
#include "spillway.h"

#include <QAbstractTableModel>
#include <QDateTime>

#include <memory>
#include <optional>
#include <vector>

namespace spillway {

/// A model file that the program knows of.
struct ModelEntry {
    enum class State { opening, sound, damaged, unsupported, missing };

    QString path; ///< of the first file: the entry's identity
    State state = State::opening;
    std::shared_ptr<const ModelDescription> description; ///< null while opening and where it cannot be read
    QString problem;                                     ///< the error's sentence
    QString hint;                                        ///< and what to do
    Fit fit = Fit::unknown;
    std::optional<double> predicted_seconds; ///< per token
    std::optional<double> measured_seconds;  ///< per token
    QDateTime last_used;                     ///< invalid: never
    bool loaded = false;
    std::optional<double> verifying; ///< share of the bytes read, while verifying
    QString verified;                ///< the last verification's outcome, "" where there was none
};

/// The models as a table. Passive: entries are put in and taken out by path.
class ModelTableModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { name, format, size, fit, speed, last_used, column_count };
    enum ItemRole {
        second_line_role = Qt::UserRole, ///< small text below the first
        fit_role,                        ///< int of Fit
        path_role,
        sort_role, ///< a comparable value
        problem_role,
        loaded_role,
        progress_role, ///< double of verifying, or invalid
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Adds an entry, or replaces the one of the same path.
    void put(const ModelEntry &entry);
    void remove(const QString &path);
    void clear();
    /// The one loaded; "" for none.
    void setLoaded(const QString &path);
    [[nodiscard]] const ModelEntry *find(const QString &path) const;
    [[nodiscard]] const ModelEntry &at(int row) const { return entries_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int rowOf(const QString &path) const; ///< -1 where it is not there

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::vector<ModelEntry> entries_;
};

/// The name to show: the model's own, or the file's stem.
QString entryName(const ModelEntry &entry);

} // namespace spillway
