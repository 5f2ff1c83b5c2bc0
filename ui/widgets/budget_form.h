#pragma once

#include "spillway.h"

#include <QWidget>

class QCheckBox;
class QGridLayout;
class QSpinBox;

namespace spillway {

class BytesSpinBox;

/// The budgets as numbers: RAM, GPU, staging slices, threads, each either set or automatic.
class BudgetForm : public QWidget {
    Q_OBJECT
  public:
    explicit BudgetForm(QWidget *parent = nullptr);

    /// Ranges; the GPU's row is there only where one can be used.
    void setMachine(const Machine &machine);
    /// What automatic comes to; null: not known.
    void setPlan(const Plan *plan);
    /// Shows a request without telling it back.
    void setRequest(const PlanRequest &request);

  signals:
    /// The request last set, with the form's budgets.
    void edited(const spillway::PlanRequest &request);

  private:
    BytesSpinBox *addBytesRow(QGridLayout *grid, const QString &name, QCheckBox *&automatic);
    void send();
    void showRequest();

    PlanRequest request_;
    BytesSpinBox *gpu_;
    BytesSpinBox *ram_;
    BytesSpinBox *slice_;
    QSpinBox *threads_;
    QCheckBox *gpu_automatic_ = nullptr;
    QCheckBox *ram_automatic_ = nullptr;
    QCheckBox *slice_automatic_ = nullptr;
    QCheckBox *threads_automatic_ = nullptr;
    std::vector<QWidget *> gpu_row_;
};

} // namespace spillway
