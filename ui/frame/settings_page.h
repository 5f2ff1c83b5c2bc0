#pragma once

#include "settings.h"

#include <QWidget>

namespace spillway {

/// Theme, text size, language; where the data lies.
class SettingsPage : public QWidget {
    Q_OBJECT
  public:
    explicit SettingsPage(Settings &settings, QWidget *parent = nullptr);

  signals:
    void themeChanged();
    void textSizeChanged();

  private:
    QWidget *makeDataFolder();

    Settings &settings_;
};

} // namespace spillway
