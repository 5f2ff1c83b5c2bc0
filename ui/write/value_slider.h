#pragma once

#include <QWidget>

class QDoubleSpinBox;
class QSlider;

namespace spillway {

/// A number as a slider and a spin box that agree, with its name above.
class ValueSlider : public QWidget {
    Q_OBJECT
  public:
    /// `note`: secondary text after the name, e.g. "0 = off".
    ValueSlider(const QString &name, const QString &note, double least, double most, double step, int decimals,
                QWidget *parent = nullptr);

    [[nodiscard]] double value() const;
    void setValue(double value);

  signals:
    /// By the user, or by setValue() with another value.
    void valueChanged(double value);

  private:
    double least_;
    double step_;
    QSlider *slider_;
    QDoubleSpinBox *spin_;
};

} // namespace spillway
