#include "write/write_actions.h"

#include "icons.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>

namespace spillway {

namespace {

QString translated(const char *text) {
    return QCoreApplication::translate("WriteActions", text);
}

QAction *make(QObject *parent, const char *object, const char *text, const char *icon_name,
              const QKeySequence &shortcut = {}) {
    auto *action = new QAction(translated(text), parent);
    action->setObjectName(object);
    action->setShortcut(shortcut);
    if (icon_name != nullptr) {
        action->setIcon(icon(icon_name, QPalette::ButtonText));
    }
    return action;
}

} // namespace

WriteActions::WriteActions(QObject *parent)
    : generate(make(parent, "actionGenerate", QT_TRANSLATE_NOOP("WriteActions", "&Generate"), nullptr,
                    QKeySequence("Ctrl+Return"))),
      stop(make(parent, "actionStop", QT_TRANSLATE_NOOP("WriteActions", "&Stop"), "stop", QKeySequence("Esc"))),
      go_on(make(parent, "actionContinue", QT_TRANSLATE_NOOP("WriteActions", "&Continue"), "continue",
                 QKeySequence("Ctrl+Shift+Return"))),
      regenerate(make(parent, "actionRegenerate", QT_TRANSLATE_NOOP("WriteActions", "&Regenerate"), "redo",
                      QKeySequence("Ctrl+R"))),
      undo(make(parent, "actionUndo", QT_TRANSLATE_NOOP("WriteActions", "&Undo"), "undo", QKeySequence::Undo)),
      redo(make(parent, "actionRedo", QT_TRANSLATE_NOOP("WriteActions", "&Redo"), nullptr,
                QKeySequence("Ctrl+Shift+Z"))),
      new_text(make(parent, "actionNew", QT_TRANSLATE_NOOP("WriteActions", "&New text"), "plus",
                    QKeySequence("Ctrl+N"))),
      close_text(make(parent, "actionClose", QT_TRANSLATE_NOOP("WriteActions", "&Close text"), nullptr,
                      QKeySequence("Ctrl+W"))),
      rename_text(make(parent, "actionRename", QT_TRANSLATE_NOOP("WriteActions", "Re&name text…"), nullptr,
                       QKeySequence("F2"))),
      next_text(make(parent, "actionNextText", QT_TRANSLATE_NOOP("WriteActions", "Ne&xt text"), nullptr,
                     QKeySequence("Ctrl+PgDown"))),
      previous_text(make(parent, "actionPreviousText", QT_TRANSLATE_NOOP("WriteActions", "&Previous text"),
                         nullptr, QKeySequence("Ctrl+PgUp"))),
      export_text(make(parent, "actionExport", QT_TRANSLATE_NOOP("WriteActions", "&Export…"), "export",
                       QKeySequence("Ctrl+E"))),
      notebook(make(parent, "actionNotebook", QT_TRANSLATE_NOOP("WriteActions", "Note&book"), nullptr)),
      chat(make(parent, "actionChat", QT_TRANSLATE_NOOP("WriteActions", "C&hat"), nullptr)),
      sampling(make(parent, "actionSampling", QT_TRANSLATE_NOOP("WriteActions", "Samplin&g panel"), "panel",
                    QKeySequence("F7"))),
      larger_text(make(parent, "actionLarger", QT_TRANSLATE_NOOP("WriteActions", "&Larger text"), nullptr,
                       QKeySequence("Ctrl++"))),
      smaller_text(make(parent, "actionSmaller", QT_TRANSLATE_NOOP("WriteActions", "&Smaller text"), nullptr,
                        QKeySequence("Ctrl+-"))) {
    auto *modes = new QActionGroup(parent);
    for (QAction *mode : {notebook, chat}) {
        mode->setCheckable(true);
        modes->addAction(mode);
    }
    notebook->setChecked(true);
    sampling->setCheckable(true);
    sampling->setChecked(true);
    generate->setIcon(icon("play", QPalette::HighlightedText));
    redo->setShortcuts({QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")});
    larger_text->setShortcuts({QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")});
}

} // namespace spillway
