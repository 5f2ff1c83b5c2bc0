#pragma once

#include "spillway.h"

#include <QAbstractItemModel>

#include <optional>
#include <vector>

namespace spillway {

/// A model's tensors by layer: one node per layer and one for what belongs to none, tensors below them.
/// With a plan the last column tells where each one lies.
class TensorTreeModel : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Column { name, type, shape, size, place, column_count };

    using QAbstractItemModel::QAbstractItemModel;

    void setDescription(const ModelDescription &model);
    /// Must be a plan for the described model; null: places are not known.
    void setPlan(const Plan *plan);
    void clear();
    /// The node of a layer, from 0; -1: what belongs to no layer.
    [[nodiscard]] QModelIndex layerIndex(int layer) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Group {
        int layer = -1;
        std::vector<std::size_t> tensors;
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] QString groupText(const Group &group, int column) const;
    [[nodiscard]] QString tensorText(std::size_t tensor, int column) const;

    std::vector<Tensor> tensors_;
    std::vector<std::optional<Tier>> places_; ///< by tensor
    std::vector<Group> groups_;
};

} // namespace spillway
