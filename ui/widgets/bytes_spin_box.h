#pragma once

#include <QDoubleSpinBox>

#include <cstdint>

namespace spillway {

/// A spin box of bytes that shows "7.3 GB" and takes "7.3 GB", "7300 MB" or "6.8 GiB". A step is about a
/// hundredth of the range's end. 0 means automatic.
class BytesSpinBox : public QDoubleSpinBox {
    Q_OBJECT
  public:
    explicit BytesSpinBox(QWidget *parent = nullptr);

    void setMaximumBytes(std::uint64_t bytes);
    /// Without a signal.
    void setBytes(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t bytes() const { return static_cast<std::uint64_t>(value()); }
    /// What an automatic budget comes to, shown in place of the word alone; 0: not known.
    void setAutomaticBytes(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t automaticBytes() const { return automatic_; }

    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] double valueFromText(const QString &text) const override;
    QValidator::State validate(QString &text, int &position) const override;
    void stepBy(int steps) override;

  private:
    std::uint64_t automatic_ = 0;
};

} // namespace spillway
