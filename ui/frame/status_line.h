#pragma once

#include "spillway.h"

#include <QDateTime>
#include <QStatusBar>
#include <QTimer>

class QLabel;

namespace spillway {

/// The window's lowest line: how the model is read, what is free, when the text was saved, temperatures.
class StatusLine : public QStatusBar {
    Q_OBJECT
  public:
    explicit StatusLine(QWidget *parent = nullptr);

    void setReadMode(const QString &mode); ///< "" where nothing is loaded
    void setFree(std::uint64_t ram, const std::optional<Storage> &storage);
    void setSaved(const QDateTime &when);
    void setSaveFailed();
    void setTemperatures(const std::vector<Temperature> &temperatures);

  private:
    void updateSaved();

    QLabel *read_mode_;
    QLabel *free_;
    QLabel *saved_;
    QLabel *temperatures_;
    QDateTime saved_at_;
    QTimer clock_;
};

} // namespace spillway
