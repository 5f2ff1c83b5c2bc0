#include "frame/settings_page.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace spillway {

SettingsPage::SettingsPage(Settings &settings, QWidget *parent) : QWidget(parent), settings_(settings) {
    setObjectName("settingsPage");
    auto *theme = new QComboBox;
    theme->setObjectName("themeChoice");
    theme->addItem(tr("As the system"), static_cast<int>(Theme::Choice::follow_system));
    theme->addItem(tr("Light"), static_cast<int>(Theme::Choice::light));
    theme->addItem(tr("Dark"), static_cast<int>(Theme::Choice::dark));
    theme->setCurrentIndex(theme->findData(static_cast<int>(settings_.theme())));
    connect(theme, &QComboBox::activated, this, [this, theme] {
        settings_.setTheme(static_cast<Theme::Choice>(theme->currentData().toInt()));
        emit themeChanged();
    });

    auto *size = new QDoubleSpinBox;
    size->setObjectName("textSize");
    size->setRange(Settings::least_text_size, Settings::most_text_size);
    size->setDecimals(1);
    size->setSingleStep(0.5);
    size->setSuffix(tr(" pt"));
    size->setValue(settings_.textSize());
    connect(size, &QDoubleSpinBox::valueChanged, this, [this](double points) {
        settings_.setTextSize(points);
        emit textSizeChanged();
    });

    auto *language = new QComboBox;
    language->setObjectName("language");
    language->addItem(tr("As the system"), QString());
    language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    language->addItem(QStringLiteral("Русский"), QStringLiteral("ru"));
    language->setCurrentIndex(std::max(language->findData(settings_.language()), 0));
    auto *restart = new QLabel(tr("Another language is used from the next start on."));
    restart->setForegroundRole(QPalette::PlaceholderText);
    connect(language, &QComboBox::activated, this,
            [this, language] { settings_.setLanguage(language->currentData().toString()); });

    auto *form = new QFormLayout(this);
    form->setContentsMargins(24, 24, 24, 24);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(12);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->addRow(tr("Colours"), theme);
    form->addRow(tr("Text size on Write"), size);
    form->addRow(tr("Language"), language);
    form->addRow(QString(), restart);
    form->addRow(tr("Data folder"), makeDataFolder());
}

QWidget *SettingsPage::makeDataFolder() {
    const QString path = QString::fromStdString(settings_.dataDir().string());
    auto *box = new QWidget;
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins({});
    auto *label = new QLabel(path);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *open = new QPushButton(tr("Show in folder"));
    connect(open, &QPushButton::clicked, this,
            [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
    auto *what = new QLabel(tr("Texts, settings and measured speeds are kept here. Nothing is sent anywhere."));
    what->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(label);
    column->addWidget(what);
    column->addWidget(open, 0, Qt::AlignLeft);
    return box;
}

} // namespace spillway
