#pragma once

#include "spillway.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace spillway {

/// The time of one sweep: a bar per resource, all overlapping, so that the longest is the time; predicted
/// beside measured, the one that decides in bold.
class SweepTimes : public QWidget {
    Q_OBJECT
  public:
    explicit SweepTimes(QWidget *parent = nullptr);

    void setPlan(const Plan &plan);
    /// The average of measured sweeps under this very plan; nothing: not measured.
    void setMeasured(const std::optional<SweepReport> &report);
    void clear();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {360, sizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent *event) override;

  private:
    struct Row {
        QString name;
        std::optional<Tier> tier; ///< its colour; none: grey
        double predicted = 0;
        QString measured;
        QString inside; ///< words in the bar
        bool decides = false;
    };
    [[nodiscard]] std::vector<Row> rows() const;
    [[nodiscard]] double predictedSweep() const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int headHeight() const;
    void paintHead(QPainter &painter);
    void paintRow(QPainter &painter, const Row &row, const QRectF &line, const QRectF &bars, double scale);
    void updateAccessibleName();

    std::optional<Plan> plan_;
    std::optional<SweepReport> measured_;
};

} // namespace spillway
