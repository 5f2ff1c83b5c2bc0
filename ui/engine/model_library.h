#pragma once

#include "models/model_table_model.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <filesystem>

namespace spillway {

/// Looks at model files on a thread of its own: what they are, whether they would fit, whether they are sound.
/// Never changes one.
class ModelLibrary : public QObject {
    Q_OBJECT
  public:
    explicit ModelLibrary(QObject *parent = nullptr);
    ~ModelLibrary() override;

    /// Reads the headers of `path` and plans it for `machine`; answers described().
    void describe(const QString &path, const Machine &machine);
    /// Looks for model files in `folder` and the folders below it; answers fileFound() for each, then
    /// scanned().
    void scan(const QString &folder);
    /// Reads all of `path`; answers verifyProgress(), then verified() unless it was cancelled.
    void verify(const QString &path);
    void cancelVerify();

  signals:
    void described(const spillway::ModelEntry &entry);
    void fileFound(const QString &path);
    void scanned(const QString &folder, int files);
    void verifyProgress(const QString &path, double fraction);
    void verified(const QString &path, const std::vector<spillway::Problem> &problems);
    void verifyCancelled(const QString &path);

  private:
    void post(std::function<void()> action);

    QThreadPool describe_thread_; ///< one thread each: a long verification holds nobody up
    QThreadPool verify_thread_;
    std::stop_source stop_;
    std::stop_source verify_stop_;
};

/// What is known of a file without its weights. An error becomes the entry's problem.
ModelEntry describeModel(const QString &path, const Machine &machine);

} // namespace spillway
