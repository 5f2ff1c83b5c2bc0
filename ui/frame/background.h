#pragma once

#include "spillway.h"

#include <QObject>

#include <functional>
#include <optional>

namespace spillway {

/// Runs `work` (writing a file, say) on a thread of Qt's pool, then `then` on the caller's thread with the
/// error that it threw, if any. `then` is not called when `context` is gone by then.
void inBackground(QObject *context, std::function<void()> work,
                  std::function<void(const std::optional<Error> &)> then);

} // namespace spillway
