#pragma once

#include "spillway.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace spillway {

class BytesSpinBox;
class LayerPane;
class PlacementView;
class SectionTitle;
class SweepTimes;

/// Where every layer lies and what that costs, before and after loading. Passive: a change of the user's goes
/// out as planRequested(); answer it with setPlan() or setShort(). Nothing is loaded before applyRequested().
class PlacementPage : public QWidget {
    Q_OBJECT
  public:
    explicit PlacementPage(QWidget *parent = nullptr);

    /// No model is chosen.
    void clear();
    /// The model whose plan is shown: its tensors for the layer pane. Forgets the last model's plan and undo
    /// steps.
    void setModel(const ModelDescription &model);
    /// `own_bytes`: what this process holds of the RAM now, so that it is not counted as others'.
    void setMachine(const Machine &machine, std::uint64_t own_bytes = 0);
    /// The answer to planRequested(), or a plan from elsewhere together with the request that it was made for.
    void setPlan(const Plan &plan, const PlanRequest &request);
    /// The other answer: it cannot fit. The last plan stays, and the page says what is short.
    void setShort(const ShortOfMemory &problem);
    void setError(const Error &error);
    /// The plan that is loaded, or nothing: Apply is offered where the shown plan differs from it.
    void setLoadedPlan(const std::optional<Plan> &plan);
    /// One measured sweep of a token under the loaded plan; the page shows the average of the last ones.
    void addMeasured(const SweepReport &report);
    /// Apply cannot be used now (loading, generating); `why` is its tool tip.
    void setApplyAllowed(bool allowed, const QString &why = {});
    /// Moves the cursor to a layer, from 0.
    void selectLayer(int layer);

    [[nodiscard]] const PlanRequest &request() const { return request_; }
    /// The plan shown; null before the first.
    [[nodiscard]] const Plan *plan() const { return plan_ ? &*plan_ : nullptr; }

  signals:
    /// At most 20 times a second while something is dragged.
    void planRequested(const spillway::PlanRequest &request);
    /// Load the plan shown, plan().
    void applyRequested();

  private:
    QWidget *makeToolbar();
    QWidget *makeSide();
    void change(const PlanRequest &request, bool undoable);
    void setBudget(Tier tier, quint64 bytes, bool finished);
    void setProblem(const QString &headline, const QString &text, const QStringList &options);
    void sendRequest();
    void undo();
    void makeAutomatic();
    void pinSelected();
    void movePart(int layer, Tier tier);
    void showPlan();
    void showMeasured();
    void showReasons();
    void updateButtons();
    void showLayer(int layer);

    std::optional<ModelDescription> model_;
    Machine machine_;
    std::optional<Plan> plan_;
    std::optional<Plan> loaded_;
    PlanRequest request_;
    std::vector<PlanRequest> undo_;
    std::optional<PlanRequest> drag_start_; ///< the request before the running drag
    std::vector<SweepReport> measured_;     ///< the last few
    bool pending_ = false;
    bool apply_allowed_ = true;
    QString apply_reason_;
    QString problem_;
    QTimer timer_;

    QWidget *content_ = nullptr;
    QLabel *empty_ = nullptr;
    QPushButton *automatic_ = nullptr;
    QToolButton *undo_button_ = nullptr;
    BytesSpinBox *budget_ = nullptr;
    QSpinBox *context_ = nullptr;
    QSpinBox *texts_ = nullptr;
    QToolButton *pin_ = nullptr;
    QLabel *pinned_ = nullptr;
    QPushButton *apply_ = nullptr;
    PlacementView *view_ = nullptr;
    SweepTimes *times_ = nullptr;
    QLabel *why_ = nullptr;
    QLabel *problem_label_ = nullptr;
    SectionTitle *layer_title_ = nullptr;
    LayerPane *layer_pane_ = nullptr;
};

} // namespace spillway
