#pragma once

#include "spillway.h"

#include <QWidget>

#include <vector>

namespace spillway {

/// One row per sensor: "NVMe drive  [bar with the throttle limit]  66 °C / 81". Empty where there are no
/// sensors.
class TemperatureRows : public QWidget {
    Q_OBJECT
  public:
    explicit TemperatureRows(QWidget *parent = nullptr);

    /// Of each kind of device the warmest sensor is shown.
    void setTemperatures(const std::vector<Temperature> &temperatures);
    [[nodiscard]] bool isEmpty() const { return rows_.empty(); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent *event) override;

  private:
    [[nodiscard]] int rowHeight() const;

    std::vector<Temperature> rows_;
};

/// "NVMe drive", "Processor", "GPU".
QString sensorLabel(const Temperature &temperature);
/// "66 °C"
QString celsiusText(double celsius);

} // namespace spillway
