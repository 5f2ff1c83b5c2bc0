#pragma once

#include <QString>

class QApplication;

namespace spillway {

/// Makes the program speak `language` ("ru"; "" for the system's), with its numbers and dates. Before the first
/// widget. Where there is no translation it stays English.
void installTranslations(QApplication &application, const QString &language);

} // namespace spillway
