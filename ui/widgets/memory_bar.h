#pragma once

#include "spillway.h"
#include "widgets/painting.h"

#include <QWidget>

namespace spillway {

/// One tier's memory: a heading "● RAM    24.7 of 24.8 GB budget" above a stacked bar with the budget as a
/// thick line.
class MemoryBar : public QWidget {
    Q_OBJECT
  public:
    explicit MemoryBar(Tier tier, QWidget *parent = nullptr);

    /// `total`: the end of the scale; `budget` 0: no line. `value` bold and `rest` after it stand at the right.
    void setBar(const std::vector<BarSegment> &segments, std::uint64_t total, std::uint64_t budget);
    void setTexts(const QString &value, const QString &rest);
    void setName(const QString &name);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent *event) override;

  private:
    [[nodiscard]] int headingHeight() const;

    Tier tier_;
    QString name_;
    QString value_;
    QString rest_;
    std::vector<BarSegment> segments_;
    std::uint64_t total_ = 0;
    std::uint64_t budget_ = 0;
};

/// The legend below memory bars: weights, context, staging, other.
class MemoryLegend : public QWidget {
    Q_OBJECT
  public:
    explicit MemoryLegend(QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace spillway
