#pragma once

#include "spillway.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace spillway {

/// Something about the machine that a user should know.
struct Warning {
    bool serious = false; ///< costs speed, or may fail
    QString headline;
    QString text;
    QString action; ///< words on its button; empty: none
    QString id;     ///< of the action
};

/// What is worth knowing of a machine, the serious first. Pure.
std::vector<Warning> worthKnowing(const Machine &machine, const std::vector<Temperature> &temperatures);

/// Warnings, one below another.
class WarningList : public QWidget {
    Q_OBJECT
  public:
    explicit WarningList(QWidget *parent = nullptr);

    void setWarnings(const std::vector<Warning> &warnings);
    [[nodiscard]] std::size_t count() const { return warnings_.size(); }

  signals:
    void actionRequested(const QString &id);

  protected:
    void changeEvent(QEvent *event) override;

  private:
    QWidget *makeRow(const Warning &warning);

    QVBoxLayout *column_;
    std::vector<Warning> warnings_;
};

} // namespace spillway
