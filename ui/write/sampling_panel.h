#pragma once

#include "settings.h"

#include <QScrollArea>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QSpinBox;
class QVBoxLayout;

namespace spillway {

class ValueSlider;
class StopTextsEdit;

/// How the next words are chosen: presets, and each value as a slider with a spin box. Shows the settings of
/// the document at hand.
class SamplingPanel : public QScrollArea {
    Q_OBJECT
  public:
    explicit SamplingPanel(QWidget *parent = nullptr);

    void setPresets(const std::vector<Preset> &presets);
    void setSettings(const GenerationSettings &settings);
    [[nodiscard]] const GenerationSettings &settings() const { return settings_; }
    /// For "about 26 min at this speed"; unset while none is known.
    void setSecondsPerToken(std::optional<double> seconds);

  signals:
    void edited(const spillway::GenerationSettings &settings);
    void presetSaved(const spillway::Preset &preset);
    void closeRequested();

  private:
    QWidget *makeHeading();
    void makePresetRow(QVBoxLayout *column);
    void makeSliders(QVBoxLayout *column);
    void makeLimits(QVBoxLayout *column);
    void choosePreset(int index);
    void savePreset();
    void valueEdited();
    void showSettings();
    void updateTime();

    GenerationSettings settings_;
    std::vector<Preset> presets_;
    std::optional<double> seconds_per_token_;
    bool showing_ = false; ///< values are being set, not edited
    QComboBox *preset_ = nullptr;
    ValueSlider *temperature_ = nullptr;
    ValueSlider *top_p_ = nullptr;
    ValueSlider *top_k_ = nullptr;
    ValueSlider *min_p_ = nullptr;
    ValueSlider *penalty_ = nullptr;
    QCheckBox *random_seed_ = nullptr;
    QSpinBox *seed_ = nullptr;
    QSpinBox *max_tokens_ = nullptr;
    QLabel *time_ = nullptr;
    StopTextsEdit *stop_texts_ = nullptr;
};

} // namespace spillway
