#pragma once

#include <QFont>
#include <QtCharts/QChartView>

class QValueAxis;

namespace spillway {

/// The smallest of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below `value`: the end of an axis.
double niceCeiling(double value);

/// A chart without any decoration but a grid: the plot keeps its place whatever the labels, so that charts
/// above one another share their time axis.
class PlainChart : public QChartView {
    Q_OBJECT
  public:
    explicit PlainChart(QWidget *parent = nullptr);

    void setTimeRange(double from, double to);
    /// The axis grows but does not shrink before resetCeiling(): a scale that jumps cannot be read.
    void raiseCeiling(double value);
    void resetCeiling(double value);

    [[nodiscard]] QSize sizeHint() const override { return {260, 56}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 44}; }

  protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override; ///< left to the dock, which scrolls
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    virtual void applyTheme();

    QValueAxis *time_;
    QValueAxis *value_;

  private:
    [[nodiscard]] int labelWidth() const;
    void placePlot();

    QFont label_font_;
};

} // namespace spillway
