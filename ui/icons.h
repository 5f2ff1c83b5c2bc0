#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>
#include <QStringList>

namespace spillway {

/// A single-colour picture from the resources ("write", "models", "placement", "machine", "settings", "play",
/// "stop", "continue", "redo", "undo", "export", "panel", "close", "plus", "pin", "search", "warning", "info",
/// "check", "automatic", "pause", "folder", "live", ...: see resources/icons). It is drawn in the application
/// palette's `role` at the moment of painting, so it follows a change of scheme, and is sharp at every scale.
QIcon icon(const QString &name, QPalette::ColorRole role = QPalette::WindowText);

/// The same in one fixed colour, e.g. a message's.
QIcon icon(const QString &name, const QColor &colour);

/// The program's own icon, in its colours.
QIcon applicationIcon();

/// Names that icon() knows.
QStringList iconNames();

} // namespace spillway
