#pragma once

#include "engine/engine_controller.h"
#include "engine/model_library.h"
#include "settings.h"

#include <QObject>

namespace spillway {

class MessageBar;
class ModelsPage;

/// Keeps the Models page: which files are known, what they are, which one is loaded, how fast it was.
class ModelShelf : public QObject {
    Q_OBJECT
  public:
    ModelShelf(ModelsPage &page, EngineController &engine, MessageBar &messages, Settings &settings,
               QObject *parent = nullptr);

    /// Puts a file on the shelf, or moves it to the front.
    void add(const QString &path, bool used);
    /// A generation's decode speed.
    void setMeasured(const QString &path, double seconds_per_token);
    void verify(const QString &path);

  private:
    void describe(const QString &path);
    void described(ModelEntry entry);
    void verified(const QString &path, const std::vector<Problem> &problems);
    void updateVerify(const QString &path, std::optional<double> fraction, const QString &outcome);
    void refresh();
    void save();
    [[nodiscard]] Settings::KnownModel *find(const QString &path);

    ModelsPage &page_;
    EngineController &engine_;
    MessageBar &messages_;
    Settings &settings_;
    ModelLibrary library_;
    std::vector<Settings::KnownModel> known_;
};

} // namespace spillway
