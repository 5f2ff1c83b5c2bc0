#pragma once

#include "history/document.h"
#include "spillway.h"
#include "theme.h"

#include <QSettings>

#include <filesystem>
#include <optional>
#include <vector>

namespace spillway {

/// A named set of sampling values.
struct Preset {
    QString name;
    GenerationSettings settings;
    bool built_in = false;
};

/// What the program remembers between starts, in DATA-DIR/settings.ini. Small values, read and written at once
/// in memory; QSettings writes the file whole, later and by itself.
class Settings {
  public:
    explicit Settings(const std::filesystem::path &data_dir);

    [[nodiscard]] const std::filesystem::path &dataDir() const { return data_dir_; }
    [[nodiscard]] std::filesystem::path historyFile() const { return data_dir_ / "sessions.sqlite"; }
    /// Where the demo model lies once it was fetched.
    [[nodiscard]] std::filesystem::path demoModel() const;

    [[nodiscard]] Theme::Choice theme() const;
    void setTheme(Theme::Choice choice);
    /// Of the text on Write, in points.
    [[nodiscard]] double textSize() const;
    void setTextSize(double points);
    static constexpr double default_text_size = 12.5;
    static constexpr double least_text_size = 8;
    static constexpr double most_text_size = 36;
    /// "en", "ru"; "" follows the system.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString &code);

    [[nodiscard]] QByteArray windowGeometry() const;
    [[nodiscard]] QByteArray windowState() const;
    void setWindow(const QByteArray &geometry, const QByteArray &state);
    [[nodiscard]] QVariant value(const QString &key, const QVariant &fallback = {}) const;
    void setValue(const QString &key, const QVariant &value);

    /// The model that was loaded last; "" where there was none.
    [[nodiscard]] QString lastModel() const;
    void setLastModel(const QString &path);
    /// Model files that the user has opened or found, the newest first.
    struct KnownModel {
        QString path;
        QDateTime last_used;
        std::optional<double> measured_seconds; ///< per token
    };
    [[nodiscard]] std::vector<KnownModel> models() const;
    void setModels(const std::vector<KnownModel> &models);

    /// Budgets, context and pins that the user chose for a model, by its file.
    [[nodiscard]] PlanRequest request(const QString &model) const;
    void setRequest(const QString &model, const PlanRequest &request);

    /// Built-in presets, then the user's.
    [[nodiscard]] std::vector<Preset> presets() const;
    void savePreset(const Preset &preset);

  private:
    std::filesystem::path data_dir_;
    QSettings file_;
};

/// The values of a fresh document.
GenerationSettings defaultGenerationSettings();

} // namespace spillway
