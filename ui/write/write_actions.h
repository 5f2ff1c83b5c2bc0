#pragma once

#include <QObject>

class QAction;
class QActionGroup;

namespace spillway {

/// What can be done on the Write page, for its toolbar and for the window's menus.
struct WriteActions {
    explicit WriteActions(QObject *parent);

    QAction *generate;
    QAction *stop;
    QAction *go_on;
    QAction *regenerate;
    QAction *undo;
    QAction *redo;
    QAction *new_text;
    QAction *close_text;
    QAction *rename_text;
    QAction *next_text;
    QAction *previous_text;
    QAction *export_text;
    QAction *notebook; ///< checkable, exclusive with chat
    QAction *chat;
    QAction *sampling; ///< checkable: the panel
    QAction *larger_text;
    QAction *smaller_text;
};

} // namespace spillway
