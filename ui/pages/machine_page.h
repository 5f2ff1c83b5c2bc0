#pragma once

#include "spillway.h"

#include <QDateTime>
#include <QWidget>

#include <optional>

class QGraphicsView;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace spillway {

class BudgetForm;
class LinkTableModel;
class MemoryBar;
class SectionTitle;
class TopologyScene;
class WarningList;

/// The machine: its picture with the measured speed of every link, the table of measurements, what is worth
/// knowing, free memory and the budgets. Passive; wishes go out as signals.
class MachinePage : public QWidget {
    Q_OBJECT
  public:
    explicit MachinePage(QWidget *parent = nullptr);

    void setMachine(const Machine &machine);
    /// What Spillway itself holds, for the memory bars; and the budgets in force.
    void setPlan(const Plan &plan);
    void clearPlan();
    /// Read again about every second.
    void setFreeMemory(std::uint64_t ram_free, std::uint64_t own_bytes);
    void setTemperatures(const std::vector<Temperature> &temperatures);
    /// The budgets that the user has set; unset ones show as automatic.
    void setRequest(const PlanRequest &request);

    /// Measuring runs: `fraction` in 0..1 of it is done. The button becomes Cancel.
    void setMeasuring(const QString &what, double fraction);
    /// It ended; set the machine with its new links before. `seconds`: how long it took.
    void setMeasured(const QDateTime &when, double seconds);
    void setMeasureFailed(const Error &error);
    /// Measuring is not possible now, e.g. while generating; `why` is shown.
    void setMeasureAllowed(bool allowed, const QString &why = {});

  signals:
    void measureRequested();
    void cancelMeasure();
    void saveXmlRequested();
    /// The budgets as the form has them now: only ram_budget, gpu_budget, slice_bytes and threads are meant.
    void budgetChanged(const spillway::PlanRequest &request);

  protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

  private:
    QWidget *makeToolbar();
    QWidget *makeMain();
    QWidget *makeSide();
    QWidget *makeMemory();
    void setMeasuringShown(bool measuring);
    void rebuild();
    void updateMemory();
    void fitTopology();

    Machine machine_;
    std::optional<Plan> plan_;
    std::vector<Temperature> temperatures_;
    std::uint64_t own_bytes_ = 0;
    bool measuring_ = false;

    QPushButton *measure_ = nullptr;
    QPushButton *cancel_ = nullptr;
    QPushButton *save_xml_ = nullptr;
    QLabel *measured_ = nullptr;
    QProgressBar *progress_ = nullptr;
    TopologyScene *scene_ = nullptr;
    QGraphicsView *topology_ = nullptr;
    QTableView *table_ = nullptr;
    LinkTableModel *links_ = nullptr;
    WarningList *warnings_ = nullptr;
    SectionTitle *warning_title_ = nullptr;
    MemoryBar *memory_[3] = {};
    QLabel *memory_note_[3] = {};
    BudgetForm *budgets_ = nullptr;
};

} // namespace spillway
