#pragma once

#include "history/document.h"
#include "spillway.h"

#include <QObject>
#include <QThread>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace spillway {

class HistoryStore;

/// Saves documents on a thread of its own, in the order asked for, so that the window never waits for the
/// drive. Everything asked for is on the drive when the destructor returns.
class HistoryWriter : public QObject {
    Q_OBJECT
  public:
    explicit HistoryWriter(const std::filesystem::path &file, QObject *parent = nullptr);
    ~HistoryWriter() override;

    /// Saves `document` and, where there is one, the generation. `then(true)` is called on the
    /// caller's thread once both are on the drive, `then(false)` where that failed.
    void save(const Document &document, std::optional<GenerationRecord> generation,
              std::function<void(bool)> then = {});
    void setOpen(const std::vector<qint64> &ids);
    void endRun();

  signals:
    void saved(qint64 document);
    void failed(const spillway::Error &error);

  private:
    void run(std::function<void(HistoryStore &)> work, std::function<void(bool)> then);

    QThread thread_;
    QObject *worker_;                                      ///< lives in thread_; its event loop is the queue
    std::shared_ptr<std::unique_ptr<HistoryStore>> store_; ///< used in thread_ only
    std::filesystem::path file_;
};

} // namespace spillway
