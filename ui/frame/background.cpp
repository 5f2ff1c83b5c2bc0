#include "frame/background.h"

#include <QFutureWatcher>
#include <QtConcurrentRun>

namespace spillway {

void inBackground(QObject *context, std::function<void()> work,
                  std::function<void(const std::optional<Error> &)> then) {
    using Watcher = QFutureWatcher<std::optional<Error>>;
    auto *watcher = new Watcher(context);
    QObject::connect(watcher, &Watcher::finished, context, [watcher, then = std::move(then)] {
        watcher->deleteLater();
        then(watcher->result());
    });
    watcher->setFuture(QtConcurrent::run([work = std::move(work)]() -> std::optional<Error> {
        try {
            work();
            return std::nullopt;
        } catch (const Error &error) {
            return error;
        } catch (const std::exception &error) {
            return Error(ErrorCode::internal, error.what());
        }
    }));
}

} // namespace spillway
