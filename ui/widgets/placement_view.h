#pragma once

#include "spillway.h"
#include "widgets/accessible_blocks.h"
#include "widgets/lane_geometry.h"

#include <QWidget>

#include <optional>

namespace spillway {

/// The picture of where everything lies: three lanes, GPU, RAM, NVMe, a block per layer. One painted widget
/// with a keyboard cursor: arrows move it, also onto the budget handles, where Left and Right change the
/// budget. G, R, N move the layer at the cursor to a tier, P pins it where it is; a block can be dragged to
/// another lane, and a handle along its bar. It changes nothing itself: it says what was wished.
class PlacementView : public QWidget, public BlockSource {
    Q_OBJECT
  public:
    explicit PlacementView(QWidget *parent = nullptr);

    void setPlan(const Plan &plan);
    /// `own_bytes`: what this process holds of the RAM now, so that it is not counted as others'.
    void setMachine(const Machine &machine, std::uint64_t own_bytes);
    void clear();
    /// What to say beside the mouse while a budget or a layer is dragged: the new time, or why it cannot be.
    void setDragNote(const QString &note);

    [[nodiscard]] int currentLayer() const;
    void setCurrentLayer(int layer);
    [[nodiscard]] const LaneGeometry &geometryOfLanes() const { return geometry_; }
    /// The middle of a tier's budget handle, for tests that drag it.
    [[nodiscard]] QPoint handlePosition(Tier tier) const;

    [[nodiscard]] QString summary() const override;
    [[nodiscard]] int blockCount() const override { return static_cast<int>(geometry_.blocks().size()); }
    [[nodiscard]] QRect blockRect(int block) const override;
    [[nodiscard]] QString blockText(int block) const override;
    [[nodiscard]] int currentBlock() const override { return cursor_; }
    void activateBlock(int block) override { setCursorBlock(block); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  signals:
    /// The budget handle was moved; `finished`: let go, or a step by the keyboard.
    void budgetMoved(spillway::Tier tier, quint64 bytes, bool finished);
    void layerMoved(int layer, spillway::Tier tier);
    void pinToggled(int layer);
    /// The cursor is on this layer; -1: on something that is no layer.
    void currentLayerChanged(int layer);

  protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    bool event(QEvent *event) override;

  private:
    void layOut();
    void setCursorBlock(int block);
    void moveCursor(int dx, int dy);
    bool moveBudget(int key, Qt::KeyboardModifiers modifiers);
    bool layerKey(int key);
    void dragBudgetTo(double x, bool finished);
    void endDrag();
    void showNote(const QPoint &position);
    [[nodiscard]] std::optional<Tier> handleAt(const QPointF &point) const;
    [[nodiscard]] QRectF handleRect(Tier tier) const;

    std::optional<Plan> plan_;
    Machine machine_;
    std::uint64_t own_bytes_ = 0;
    LaneGeometry geometry_;
    std::array<std::uint64_t, 2> budgets_{}; ///< shown, of gpu and ram
    int cursor_ = -1;
    std::optional<Tier> handle_; ///< the cursor is on this tier's budget handle

    enum class Drag { none, pressed, block, budget };
    Drag drag_ = Drag::none;
    QPointF press_;
    QPointF drag_position_;
    int drag_block_ = -1;
    QString note_;
};

} // namespace spillway
