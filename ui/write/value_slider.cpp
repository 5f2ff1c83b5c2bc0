#include "write/value_slider.h"

#include "theme.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>

namespace spillway {

ValueSlider::ValueSlider(const QString &name, const QString &note, double least, double most, double step,
                         int decimals, QWidget *parent)
    : QWidget(parent), least_(least), step_(step), slider_(new QSlider(Qt::Horizontal)),
      spin_(new QDoubleSpinBox) {
    slider_->setRange(0, static_cast<int>(std::lround((most - least) / step)));
    slider_->setPageStep(std::max(slider_->maximum() / 10, 1));
    spin_->setRange(least, most);
    spin_->setSingleStep(step);
    spin_->setDecimals(decimals);
    spin_->setFixedWidth(spin_->fontMetrics().horizontalAdvance("00000.00"));
    slider_->setMinimumWidth(80);
    spin_->setAccessibleName(name);
    slider_->setAccessibleName(name);

    auto *label = new QLabel(name);
    label->setBuddy(spin_);
    auto *secondary = new QLabel(note);
    secondary->setFont(Theme::smallFont(font()));
    secondary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // cut off first
    secondary->setForegroundRole(QPalette::PlaceholderText);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setVerticalSpacing(2);
    grid->setHorizontalSpacing(8);
    grid->addWidget(label, 0, 0);
    grid->addWidget(secondary, 0, 1, 1, 2);
    grid->addWidget(slider_, 1, 0, 1, 2);
    grid->addWidget(spin_, 1, 2);
    grid->setColumnStretch(1, 1);

    connect(slider_, &QSlider::valueChanged, this,
            [this](int position) { spin_->setValue(least_ + step_ * position); });
    connect(spin_, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        const QSignalBlocker blocker(slider_);
        slider_->setValue(static_cast<int>(std::lround((value - least_) / step_)));
        emit valueChanged(value);
    });
}

double ValueSlider::value() const {
    return spin_->value();
}

void ValueSlider::setValue(double value) {
    spin_->setValue(value);
}

} // namespace spillway
