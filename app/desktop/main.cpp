#include "main_window.h"

#include "settings.h"
#include "spillway.h"
#include "theme.h"
#include "translations.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLockFile>
#include <QMessageBox>

#include <filesystem>
#include <iostream>

namespace {

using namespace spillway;

/// A failure before there is a window that could tell it.
int refuse(const QString &message, const QString &hint) {
    std::cerr << "error: " << message.toStdString() << "\nhint: " << hint.toStdString() << '\n';
    QMessageBox::critical(nullptr, "Spillway", message + QStringLiteral("\n\n") + hint);
    return 1;
}

struct Arguments {
    std::filesystem::path data_dir = default_data_dir();
    std::optional<QString> model;
};

Arguments parse(const QApplication &application) {
    QCommandLineParser parser;
    parser.setApplicationDescription("Runs language models that are larger than the memory of this PC.");
    const QCommandLineOption data_dir("data-dir", "Keep texts, settings and measured speeds in DIR.", "DIR");
    parser.addOption(data_dir);
    parser.addPositionalArgument("MODEL", "A model file to open.", "[MODEL]");
    parser.addHelpOption();
    parser.addVersionOption();
    parser.process(application);
    Arguments arguments;
    if (parser.isSet(data_dir)) {
        arguments.data_dir = parser.value(data_dir).toStdString();
    }
    if (!parser.positionalArguments().isEmpty()) {
        arguments.model = parser.positionalArguments().constFirst();
    }
    return arguments;
}

} // namespace

int main(int argc, char **argv) {
    QApplication application(argc, argv);
    const std::string_view program = version();
    QApplication::setApplicationName("Spillway");
    QApplication::setDesktopFileName("spillway");
    QApplication::setApplicationVersion(
        QString::fromUtf8(program.data(), static_cast<qsizetype>(program.size())));
    const Arguments arguments = parse(application);
    const QString folder = QString::fromStdString(arguments.data_dir.string());

    std::error_code error;
    std::filesystem::create_directories(arguments.data_dir, error);
    if (error) {
        return refuse(QStringLiteral("The data folder %1 cannot be made: %2.")
                          .arg(folder, QString::fromStdString(error.message())),
                      "Choose another folder with --data-dir.");
    }
    Settings settings(arguments.data_dir);
    installTranslations(application, settings.language());
    Theme::apply(application, settings.theme());

    // Two windows on one store would overwrite each other's texts. A crashed one leaves no lock behind:
    // QLockFile looks whether the process still lives.
    QLockFile lock(folder + QStringLiteral("/lock"));
    lock.setStaleLockTime(0);
    if (!lock.tryLock()) {
        return refuse(
            QApplication::translate("main", "Spillway is already open with the data folder %1.").arg(folder),
            QApplication::translate("main", "Use that window, or start with another --data-dir."));
    }
    MainWindow window(settings, arguments.model);
    window.show();
    return QApplication::exec();
}
