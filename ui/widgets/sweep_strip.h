#pragma once

#include "spillway.h"
#include "widgets/accessible_blocks.h"
#include "widgets/sweep_geometry.h"
#include "widgets/sweep_text.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QPushButton;

namespace spillway {

/// The line at the bottom of the window: one row of blocks, a block per layer, and in words what happens now.
/// Passive: it shows the last value it was given. Call the setters as often as events come; it repaints at most
/// 25 times a second, and from 10 tokens a second on shows a moving average in place of the moving block.
///
/// Loading, prompt, tokens, ready: setPlan() first, then setLoading() or setSweep() with each event, addSweep()
/// with each report, setReady() at the end.
class SweepStrip : public QWidget, public BlockSource {
    Q_OBJECT
  public:
    explicit SweepStrip(QWidget *parent = nullptr);

    /// No model is loaded; `note` says what may be done.
    void setNoModel(const QString &note = {});
    /// The plan that is being loaded or is loaded: how many blocks, and the tier of each.
    void setPlan(const Plan &plan);
    void setReady();
    void setLoading(const LoadProgress &progress);
    /// A generation of `texts` texts begins: forgets the times of the last.
    void beginRun(std::size_t texts = 1);
    void setSweep(const SweepProgress &progress);
    void addSweep(const SweepReport &report, SweepPhase phase);
    /// Standing still on purpose: "Paused: the NVMe drive is at 71 °C", "goes on below 64 °C".
    void setPaused(const QString &headline, const QString &text);
    /// Ended by an error; the blocks stay where they were. `retry`: offer "Try again".
    void setFailed(const Error &error, bool retry);

    [[nodiscard]] SweepState state() const { return state_; }
    [[nodiscard]] const SweepStatus &status() const { return status_; }
    [[nodiscard]] const SweepGeometry &geometryOfBlocks() const { return geometry_; }

    // For screen readers: "Token 17 of 128, layer 37 of 80", and a child per block.
    [[nodiscard]] QString summary() const override;
    [[nodiscard]] int blockCount() const override { return static_cast<int>(geometry_.blocks()); }
    [[nodiscard]] QRect blockRect(int block) const override;
    [[nodiscard]] QString blockText(int block) const override;
    [[nodiscard]] int currentBlock() const override { return cursor_; }
    void activateBlock(int block) override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  signals:
    void cancelRequested();       ///< of loading
    void layerClicked(int layer); ///< from 0; also by Return on the block at the cursor
    void retryRequested();
    void detailsRequested();
    void resumeRequested(); ///< "Go on now" while paused

  protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

  private:
    void setState(SweepState state);
    void layOut();
    void scheduleRepaint();
    void announce();
    [[nodiscard]] QRect lineRect() const;
    [[nodiscard]] QRect blocksRect() const;
    [[nodiscard]] Tier blockTier(std::size_t block) const;
    void paintLine(QPainter &painter) const;
    void paintPieces(QPainter &painter, const QRectF &area) const;
    void paintLoadBars(QPainter &painter, QRectF &area) const;
    void paintBlocks(QPainter &painter) const;
    void paintBlock(QPainter &painter, std::size_t block) const;

    SweepState state_ = SweepState::no_model;
    SweepStatus status_;
    SweepGeometry geometry_;
    std::vector<Tier> tiers_; ///< of each layer
    std::vector<std::uint64_t> layer_bytes_;
    int cursor_ = -1;
    QTimer repaint_;
    QElapsedTimer announced_;
    QPushButton *first_;
    QPushButton *second_;
};

} // namespace spillway
