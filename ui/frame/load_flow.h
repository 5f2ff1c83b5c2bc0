#pragma once

#include "engine/engine_controller.h"
#include "settings.h"

#include <QObject>

namespace spillway {

class MessageBar;
class PlacementPage;

/// From a model's file to a loaded model: open, plan with the budgets that the user chose for it, load. And the
/// same again with a new plan from the Placement page. Tells failures once, with the buttons that solve them.
class LoadFlow : public QObject {
    Q_OBJECT
  public:
    LoadFlow(EngineController &engine, PlacementPage &placement, MessageBar &messages, Settings &settings,
             QObject *parent = nullptr);

    /// Opens, plans and loads; with `load` false only shows the plan.
    void open(const QString &path, bool load = true);
    /// Loads the plan that is shown, or plans anew.
    void load();
    void cancel();
    /// Budgets from the Machine page: kept for this model, shown, and used when it is loaded next.
    void setBudgets(const PlanRequest &budgets);

  signals:
    /// What is asked for now: the user's budgets, context and pins.
    void requestChanged(const spillway::PlanRequest &request);
    /// A plan for the open model is there, or nothing (null).
    void planShown(const spillway::Plan *plan);
    /// The way out of a failure is another model.
    void chooseModelRequested();

  private:
    void ask(const PlanRequest &request, bool load);
    void opened();
    void planned(const Plan &plan, const PlanRequest &request);
    void planFailed(const Failure &failure);
    void loadPlan(const Plan &plan);
    void loadFailed(const Failure &failure);
    void tellShortage(const ShortOfMemory &shortage);
    void tellFailure(const Failure &failure, const QString &id, const QStringList &buttons);
    void tellNotice(const Notice &notice);
    void buttonClicked(const QString &id, int button);
    void stateChanged();

    EngineController &engine_;
    PlacementPage &placement_;
    MessageBar &messages_;
    Settings &settings_;
    bool load_after_open_ = true;
    bool load_when_planned_ = false;
    PlanRequest request_;               ///< last asked for
    std::vector<PlanRequest> ways_out_; ///< what the buttons of the shortage message do
};

} // namespace spillway
