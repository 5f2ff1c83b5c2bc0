#pragma once

#include "spillway.h"
#include "widgets/live_series.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QToolButton;

namespace spillway {

class LinkChart;
class MemoryBar;
class SpeedChart;
class TemperatureRows;

/// What the Live dock contains: memory per tier, speed, what each link moves, temperatures. Passive: fed with
/// events. It repaints at most 4 times a second, and not at all while it is hidden or frozen (points are still
/// gathered).
class LiveView : public QWidget {
    Q_OBJECT
  public:
    explicit LiveView(QWidget *parent = nullptr);

    /// Installed memory and the measured limits of the links (dashed lines).
    void setMachine(const Machine &machine);
    void setPlan(const Plan &plan);
    void clearPlan();
    /// What each tier holds now, between runs (Session::memory()).
    void setMemory(const std::array<MemoryUse, 3> &memory);
    /// A new run begins: its time starts at 0 and the charts are emptied.
    void beginRun();
    void addSample(const Sample &sample);
    void addSweep(const SweepReport &report, SweepPhase phase);
    void setTemperatures(const std::vector<Temperature> &temperatures);

    [[nodiscard]] const LiveSeries &series() const { return series_; }
    [[nodiscard]] bool isFrozen() const;
    void setFrozen(bool frozen);
    void setWholeRun(bool whole);

    [[nodiscard]] QSize sizeHint() const override { return {300, 640}; }

  signals:
    /// The user wants the points as a file: write series().csv().
    void saveCsvRequested();

  protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

  private:
    void changed();
    void refresh();
    void refreshMemory();
    QWidget *makeToolbar();
    QWidget *makeCharts();

    LiveSeries series_;
    std::optional<Plan> plan_;
    std::array<MemoryUse, 3> memory_{};
    std::array<std::uint64_t, 3> installed_{};
    QTimer timer_;
    bool stale_ = true;
    QToolButton *last_minute_ = nullptr;
    QToolButton *whole_run_ = nullptr;
    QToolButton *freeze_ = nullptr;
    QToolButton *save_ = nullptr;
    MemoryBar *memory_bars_[2] = {};
    SpeedChart *speed_chart_ = nullptr;
    LinkChart *link_charts_[3] = {};
    TemperatureRows *temperatures_ = nullptr;
    QLabel *temperature_heading_ = nullptr;
};

} // namespace spillway
