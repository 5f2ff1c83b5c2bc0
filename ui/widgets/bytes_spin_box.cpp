#include "widgets/bytes_spin_box.h"

#include "format.h"

#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <optional>

namespace spillway {

namespace {

/// 1, 2 or 5 times a power of ten, about a hundredth of `range`.
double stepOf(double range) {
    const double rough = std::max(1.0, range / 100);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    return (rough >= 5 * power ? 5 : rough >= 2 * power ? 2 : 1) * power;
}

} // namespace

BytesSpinBox::BytesSpinBox(QWidget *parent) : QDoubleSpinBox(parent) {
    setDecimals(0);
    setRange(0, 1e15);
    setKeyboardTracking(false);
    setAlignment(Qt::AlignRight);
    setMaximumBytes(1'000'000'000);
}

void BytesSpinBox::setMaximumBytes(std::uint64_t bytes) {
    setMaximum(static_cast<double>(std::max<std::uint64_t>(1, bytes)));
    setSingleStep(stepOf(maximum()));
}

void BytesSpinBox::setBytes(std::uint64_t bytes) {
    const QSignalBlocker blocker(this);
    setValue(static_cast<double>(bytes));
}

void BytesSpinBox::setAutomaticBytes(std::uint64_t bytes) {
    automatic_ = bytes;
    if (value() == 0) // NOLINT: exactly the special value
        lineEdit()->setText(textFromValue(0));
}

QString BytesSpinBox::textFromValue(double value) const {
    if (value > 0)
        return bytesText(static_cast<std::uint64_t>(value));
    return automatic_ > 0 ? bytesText(automatic_) : tr("automatic");
}

double BytesSpinBox::valueFromText(const QString &text) const {
    if (text == textFromValue(0))
        return 0;
    // The text is rounded to three digits; what was not retyped keeps its exact value.
    if (text == textFromValue(value()))
        return value();
    const std::optional<std::uint64_t> bytes = bytesFromText(text);
    return bytes ? std::clamp(static_cast<double>(*bytes), minimum(), maximum()) : value();
}

QValidator::State BytesSpinBox::validate(QString &text, int &) const {
    return text == textFromValue(0) || bytesFromText(text) ? QValidator::Acceptable : QValidator::Intermediate;
}

void BytesSpinBox::stepBy(int steps) {
    // From automatic the first step starts at what automatic comes to.
    const double from = value() > 0 ? value() : static_cast<double>(automatic_);
    const double next = (std::round(from / singleStep()) + steps) * singleStep();
    setValue(std::clamp(next, std::min(singleStep(), maximum()), maximum()));
}

} // namespace spillway
