#pragma once

#include "spillway.h"

#include <QWidget>

#include <optional>

class QFormLayout;
class QLabel;
class QTreeView;

namespace spillway {

class TensorTreeModel;

/// The layer at the cursor of the placement picture: size, times, tensors.
class LayerPane : public QWidget {
    Q_OBJECT
  public:
    explicit LayerPane(QWidget *parent = nullptr);

    void setDescription(const ModelDescription &model);
    void setPlan(const Plan &plan);
    void setMeasured(const std::optional<SweepReport> &report);
    /// From 0; -1: what belongs to no layer.
    void setLayer(int layer);
    void clear();

  private:
    void refresh();

    TensorTreeModel *model_;
    std::optional<Plan> plan_;
    std::optional<SweepReport> measured_;
    std::vector<std::uint64_t> layer_bytes_;
    std::vector<std::size_t> layer_tensors_;
    int layer_ = -1;
    QLabel *size_;
    QLabel *read_;
    QLabel *compute_;
    QLabel *wait_;
    QTreeView *tensors_;
};

} // namespace spillway
