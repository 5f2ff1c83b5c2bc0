#pragma once

#include "engine/engine_controller.h"
#include "frame/flat_tool_bar.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace spillway {

class FitBadge;
class TierLabel;

/// What is loaded and how it lies: the model, whether it fits, layers per tier, what a token takes.
class HeaderBar : public FlatToolBar {
    Q_OBJECT
  public:
    /// `live`: shows the live dock; `choose`: opens the model picker.
    HeaderBar(QAction *choose, QAction *live, QWidget *parent = nullptr);

    void setModel(const QString &name, std::uint64_t bytes);
    void setPlan(const Plan &plan);
    void clearPlan();
    /// Load, Unload or Cancel.
    void setState(EngineController::State state);
    [[nodiscard]] QToolButton *modelButton() const { return model_; }

  signals:
    void loadRequested();
    void unloadRequested();
    void cancelRequested();

  private:
    void loadClicked();
    void fillSummary();

    QToolButton *model_;
    FitBadge *badge_;
    QWidget *summary_;
    TierLabel *tiers_[3] = {};
    QLabel *speed_ = nullptr;
    QLabel *limit_ = nullptr;
    QPushButton *load_;
    EngineController::State state_ = EngineController::State::no_model;
};

} // namespace spillway
