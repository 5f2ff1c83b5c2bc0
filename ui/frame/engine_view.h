#pragma once

#include "engine/engine_controller.h"

#include <QDateTime>
#include <QObject>

#include <optional>

namespace spillway {

class HeaderBar;
class LiveView;
class MachinePage;
class PlacementPage;
class StatusLine;
class SweepStrip;

/// The parts of the window that show what the engine does.
struct EngineDisplays {
    HeaderBar &header;
    SweepStrip &strip;
    LiveView &live;
    PlacementPage &placement;
    MachinePage &machine;
    StatusLine &status;
};

/// Hands what the engine tells to the parts that show it.
class EngineView : public QObject {
    Q_OBJECT
  public:
    EngineView(EngineController &engine, const EngineDisplays &displays, QObject *parent = nullptr);

    /// The plan that is shown while none is loaded; null: none.
    void setPlan(const Plan *plan);
    /// A generation begins, or has failed.
    void beginRun();
    void showFailure(const Error &error);

  private:
    void stateChanged();
    void machineChanged();
    void loaded(const std::array<MemoryUse, 3> &memory);
    void batch(const EventBatch &batch);
    void sensorsRead(std::uint64_t ram_free, std::uint64_t own, const std::vector<Temperature> &temperatures);
    void connectMachinePage();

    EngineController &engine_;
    EngineDisplays show_;
    std::optional<Plan> plan_;
    bool failed_ = false; ///< the strip tells of a failure until something new begins
    QDateTime measure_began_;
};

} // namespace spillway
