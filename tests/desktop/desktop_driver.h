#pragma once

#include "engine/engine_controller.h"
#include "main_window.h"
#include "write/document_editor.h"
#include "write/generation_flow.h"

#include <QTemporaryDir>
#include <QTimer>

#include <memory>

namespace spillway {

class NotebookEdit;

/// Path of the demo model, "" where the environment names none.
QString demoModel();

/// A window of its own on a data folder that outlives it: closing and opening again is a restart of the
/// program.
class DesktopDriver {
  public:
    DesktopDriver();

    /// Opens the window and waits until the model is loaded; false where that does not happen.
    bool open(const QString &model);
    /// Opens the window alone.
    void show(const QString &model);
    /// Closes it as the user would.
    void close();
    /// Takes it away without closing it, as a crash would: nothing is saved any more, and it is not marked as
    /// ended.
    void crash();

    [[nodiscard]] MainWindow &window() { return *window_; }
    [[nodiscard]] QString folder() const { return folder_.path(); }
    [[nodiscard]] QString filePath(const QString &name) const { return folder_.filePath(name); }
    [[nodiscard]] Settings &settings() { return *settings_; }

    /// The child of this name, which must be there.
    template <typename T> T *find(const char *name) {
        T *child = window_->findChild<T *>(name);
        Q_ASSERT_X(child != nullptr, "find", name);
        return child;
    }
    NotebookEdit &notebook();
    [[nodiscard]] QString text();

    /// Clicks the button of the message bar with this name; false where there is none.
    bool press(const QString &button);
    void key(int key, Qt::KeyboardModifiers modifiers = {});
    /// Sets the sampling: greedy, so many tokens.
    void setGreedy(int max_tokens);
    bool waitUntilReady(int milliseconds = 120000);
    /// Waits until the model has written `tokens` in the generation that runs.
    bool waitForTokens(int tokens, int milliseconds = 120000);
    /// Presses Esc; milliseconds until the engine has ended and said so.
    qint64 timeToStop();
    /// Moves the cursor to the end of the text.
    void cursorToEnd();

  private:
    QTemporaryDir folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<MainWindow> window_;
};

/// Ticks in the window's thread and remembers the longest time between two ticks: by the clock, which is what a
/// user feels, and in processor time of the thread, which is what the window itself is to blame for. On a busy
/// machine the first is longer because other programs hold the processors.
class Heartbeat {
  public:
    Heartbeat();
    [[nodiscard]] double worstGap() const { return worst_gap_; }   ///< milliseconds
    [[nodiscard]] double worstWork() const { return worst_work_; } ///< milliseconds

  private:
    void beat();

    QTimer timer_;
    double last_beat_;
    double last_work_;
    double worst_gap_ = 0;
    double worst_work_ = 0;
};

} // namespace spillway
