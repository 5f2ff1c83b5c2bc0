#include "write/sampling_panel.h"

#include "format.h"
#include "icons.h"
#include "write/stop_texts_edit.h"
#include "write/value_slider.h"

#include <QCheckBox>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace spillway {

namespace {

constexpr int least_width = 252;

} // namespace

SamplingPanel::SamplingPanel(QWidget *parent) : QScrollArea(parent) {
    setObjectName("samplingPanel");
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Sampling"));
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(10);
    column->addWidget(makeHeading());
    makePresetRow(column);
    makeSliders(column);
    makeLimits(column);
    column->addStretch();
    setWidget(content);
    showSettings();
    // Wide enough for its content in any font and language, and for its scroll bar.
    setFixedWidth(
        std::max(least_width, content->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width()));
}

QWidget *SamplingPanel::makeHeading() {
    auto *heading = new QWidget;
    auto *title = new QLabel(tr("Sampling"));
    title->setFont(Theme::boldFont(font()));
    auto *close = new QToolButton;
    close->setIcon(icon("close"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this panel"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, &SamplingPanel::closeRequested);
    auto *row = new QHBoxLayout(heading);
    row->setContentsMargins({});
    row->addWidget(title, 1);
    row->addWidget(close);
    return heading;
}

void SamplingPanel::makePresetRow(QVBoxLayout *column) {
    preset_ = new QComboBox;
    preset_->setObjectName("preset");
    preset_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto *label = new QLabel(tr("Preset"));
    label->setBuddy(preset_);
    auto *save = new QPushButton(tr("Save"));
    save->setToolTip(tr("Save these values under a name"));
    auto *row = new QHBoxLayout;
    row->addWidget(preset_, 1);
    row->addWidget(save);
    auto *box = new QVBoxLayout;
    box->setSpacing(2);
    box->addWidget(label);
    box->addLayout(row);
    column->addLayout(box);
    connect(preset_, &QComboBox::activated, this, &SamplingPanel::choosePreset);
    connect(save, &QPushButton::clicked, this, &SamplingPanel::savePreset);
}

void SamplingPanel::makeSliders(QVBoxLayout *column) {
    temperature_ = new ValueSlider(tr("Temperature"), tr("0 = always the likeliest"), 0, 2, 0.05, 2);
    top_p_ = new ValueSlider(tr("Top-p"), tr("1 = off"), 0.05, 1, 0.01, 2);
    top_k_ = new ValueSlider(tr("Top-k"), tr("0 = off"), 0, 200, 1, 0);
    min_p_ = new ValueSlider(tr("Min-p"), tr("0 = off"), 0, 1, 0.01, 2);
    penalty_ = new ValueSlider(tr("Repetition penalty"), tr("1 = off"), 1, 2, 0.01, 2);
    const std::pair<ValueSlider *, const char *> sliders[] = {{temperature_, "temperature"},
                                                              {top_p_, "topP"},
                                                              {top_k_, "topK"},
                                                              {min_p_, "minP"},
                                                              {penalty_, "repetitionPenalty"}};
    for (const auto &[slider, name] : sliders) {
        slider->setObjectName(name);
        column->addWidget(slider);
        connect(slider, &ValueSlider::valueChanged, this, &SamplingPanel::valueEdited);
    }
}

void SamplingPanel::makeLimits(QVBoxLayout *column) {
    random_seed_ = new QCheckBox(tr("random"));
    random_seed_->setObjectName("randomSeed");
    random_seed_->setToolTip(
        tr("Draw another seed for each generation; the one used is shown and kept with the text"));
    seed_ = new QSpinBox;
    seed_->setObjectName("seed");
    seed_->setRange(0, std::numeric_limits<int>::max());
    seed_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    seed_->setAccessibleName(tr("Seed"));
    auto *seed_row = new QHBoxLayout;
    seed_row->addWidget(new QLabel(tr("Seed")));
    seed_row->addStretch();
    seed_row->addWidget(random_seed_);
    seed_row->addWidget(seed_);
    column->addLayout(seed_row);

    max_tokens_ = new QSpinBox;
    max_tokens_->setObjectName("maxTokens");
    max_tokens_->setRange(1, 100000);
    max_tokens_->setSuffix(tr(" tokens"));
    max_tokens_->setAccessibleName(tr("Write at most"));
    auto *length_row = new QHBoxLayout;
    length_row->addWidget(new QLabel(tr("Write at most")));
    length_row->addStretch();
    length_row->addWidget(max_tokens_);
    column->addLayout(length_row);
    time_ = new QLabel;
    time_->setFont(Theme::smallFont(font()));
    time_->setForegroundRole(QPalette::PlaceholderText);
    time_->setAlignment(Qt::AlignRight);
    column->addWidget(time_);

    stop_texts_ = new StopTextsEdit;
    stop_texts_->setObjectName("stopTexts");
    column->addWidget(new QLabel(tr("Stop at")));
    column->addWidget(stop_texts_);

    connect(random_seed_, &QCheckBox::toggled, this, &SamplingPanel::valueEdited);
    connect(seed_, &QSpinBox::valueChanged, this, &SamplingPanel::valueEdited);
    connect(max_tokens_, &QSpinBox::valueChanged, this, &SamplingPanel::valueEdited);
    connect(stop_texts_, &StopTextsEdit::edited, this, &SamplingPanel::valueEdited);
}

void SamplingPanel::setPresets(const std::vector<Preset> &presets) {
    presets_ = presets;
    preset_->clear();
    for (const Preset &preset : presets_) {
        preset_->addItem(preset.name);
    }
    showSettings();
}

void SamplingPanel::setSettings(const GenerationSettings &settings) {
    settings_ = settings;
    showSettings();
}

void SamplingPanel::showSettings() {
    const QScopedValueRollback guard(showing_, true);
    const SamplerSettings &sampling = settings_.sampling;
    preset_->setCurrentIndex(preset_->findText(settings_.preset));
    preset_->setPlaceholderText(tr("changed"));
    temperature_->setValue(static_cast<double>(sampling.temperature));
    top_p_->setValue(static_cast<double>(sampling.top_p));
    top_k_->setValue(sampling.top_k);
    min_p_->setValue(static_cast<double>(sampling.min_p));
    penalty_->setValue(static_cast<double>(sampling.repeat_penalty));
    random_seed_->setChecked(settings_.random_seed);
    seed_->setEnabled(!settings_.random_seed);
    seed_->setValue(static_cast<int>(sampling.seed));
    max_tokens_->setValue(settings_.max_tokens);
    stop_texts_->setTexts(settings_.stop_texts);
    updateTime();
}

void SamplingPanel::valueEdited() {
    if (showing_) {
        return;
    }
    SamplerSettings &sampling = settings_.sampling;
    const SamplerSettings before = sampling;
    sampling.temperature = static_cast<float>(temperature_->value());
    sampling.top_p = static_cast<float>(top_p_->value());
    sampling.top_k = static_cast<int>(std::lround(top_k_->value()));
    sampling.min_p = static_cast<float>(min_p_->value());
    sampling.repeat_penalty = static_cast<float>(penalty_->value());
    if (sampling != before) {
        settings_.preset.clear();
    }
    settings_.random_seed = random_seed_->isChecked();
    sampling.seed = static_cast<std::uint64_t>(seed_->value());
    settings_.max_tokens = max_tokens_->value();
    settings_.stop_texts = stop_texts_->texts();
    showSettings();
    emit edited(settings_);
}

/// A preset is about how words are chosen; length, seed and stop texts stay as they are.
void SamplingPanel::choosePreset(int index) {
    const Preset &preset = presets_[static_cast<std::size_t>(index)];
    const std::uint64_t seed = settings_.sampling.seed;
    settings_.sampling = preset.settings.sampling;
    settings_.sampling.seed = seed;
    settings_.preset = preset.name;
    showSettings();
    emit edited(settings_);
}

void SamplingPanel::savePreset() {
    bool accepted = false;
    const QString name = QInputDialog::getText(this, tr("Save preset"), tr("Name"), QLineEdit::Normal,
                                               settings_.preset, &accepted)
                             .trimmed();
    if (!accepted || name.isEmpty()) {
        return;
    }
    settings_.preset = name;
    emit presetSaved({name, settings_, false});
    emit edited(settings_);
}

void SamplingPanel::setSecondsPerToken(std::optional<double> seconds) {
    seconds_per_token_ = seconds;
    updateTime();
}

void SamplingPanel::updateTime() {
    time_->setText(
        seconds_per_token_
            ? tr("about %1 at this speed").arg(secondsText(*seconds_per_token_ * settings_.max_tokens))
            : QString());
}

} // namespace spillway
