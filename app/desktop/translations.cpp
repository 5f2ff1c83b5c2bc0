#include "translations.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace spillway {

void installTranslations(QApplication &application, const QString &language) {
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    QLocale::setDefault(locale);
    const std::pair<QString, QString> catalogues[] = {
        {"qtbase", QLibraryInfo::path(QLibraryInfo::TranslationsPath)}, // buttons of Qt's own dialogs
        {"spillway", ":/i18n"}};
    for (const auto &[name, folder] : catalogues) {
        auto *translator = new QTranslator(&application);
        if (translator->load(locale, name, "_", folder)) {
            QApplication::installTranslator(translator);
        }
    }
}

} // namespace spillway
