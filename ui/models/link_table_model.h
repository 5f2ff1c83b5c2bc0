#pragma once

#include "spillway.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace spillway {

/// The measured speed of a machine's links, one row each.
class LinkTableModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { link, how, alone, together, possible, share, column_count };
    enum ItemRole {
        tier_role = Qt::UserRole, ///< int of Tier: the glyph before the link; invalid: none
        alone_share_role,         ///< double in 0..1 of what is possible; invalid: not known
        together_share_role,
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setMachine(const Machine &machine);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Row {
        QString name;
        std::optional<Tier> tier;
        std::optional<LinkSpeed> alone;
        std::optional<LinkSpeed> together;
        double possible = 0; ///< bytes per second; 0: not known
        bool only_together = false;
    };
    [[nodiscard]] QString cellText(const Row &row, int column) const;

    std::vector<Row> rows_;
};

} // namespace spillway
