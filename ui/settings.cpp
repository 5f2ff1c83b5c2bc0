#include "settings.h"

#include "history/document_json.h"

#include <QCoreApplication>
#include <QJsonDocument>

#include <algorithm>

namespace spillway {

namespace {

constexpr std::size_t most_models = 200;

Preset builtIn(const char *name, float temperature, float top_p, int top_k, float min_p, float penalty) {
    Preset preset;
    preset.name = QCoreApplication::translate("Settings", name);
    preset.built_in = true;
    preset.settings.preset = preset.name;
    preset.settings.sampling.temperature = temperature;
    preset.settings.sampling.top_p = top_p;
    preset.settings.sampling.top_k = top_k;
    preset.settings.sampling.min_p = min_p;
    preset.settings.sampling.repeat_penalty = penalty;
    return preset;
}

template <typename T> QJsonValue optionalToJson(const std::optional<T> &value) {
    return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
}

template <typename T> std::optional<T> optionalFromJson(const QJsonValue &value) {
    const qint64 number = value.toInteger(-1);
    return number > 0 ? std::optional(static_cast<T>(number)) : std::nullopt;
}

QJsonObject toJson(const PlanRequest &request) {
    QJsonArray pins;
    for (const Pin &pin : request.pins) {
        pins.append(QJsonArray{pin.layer, static_cast<int>(pin.kind), static_cast<int>(pin.tier)});
    }
    return {{"ram_budget", optionalToJson(request.ram_budget)},
            {"gpu_budget", optionalToJson(request.gpu_budget)},
            {"context", optionalToJson(request.context)},
            {"threads", optionalToJson(request.threads)},
            {"slice_bytes", optionalToJson(request.slice_bytes)},
            {"batch", static_cast<qint64>(request.batch)},
            {"pins", pins}};
}

PlanRequest requestFromJson(const QJsonObject &json) {
    PlanRequest request;
    request.ram_budget = optionalFromJson<std::uint64_t>(json["ram_budget"]);
    request.gpu_budget = optionalFromJson<std::uint64_t>(json["gpu_budget"]);
    request.context = optionalFromJson<std::size_t>(json["context"]);
    request.threads = optionalFromJson<int>(json["threads"]);
    request.slice_bytes = optionalFromJson<std::uint64_t>(json["slice_bytes"]);
    request.batch = static_cast<std::size_t>(std::max<qint64>(json["batch"].toInteger(1), 1));
    for (const QJsonValue &value : json["pins"].toArray()) {
        const QJsonArray pin = value.toArray();
        const int kind = std::clamp(pin.at(1).toInt(), 0, static_cast<int>(PartKind::output));
        const int tier = std::clamp(pin.at(2).toInt(), 0, static_cast<int>(Tier::disk));
        request.pins.push_back({pin.at(0).toInt(-1), static_cast<PartKind>(kind), static_cast<Tier>(tier)});
    }
    return request;
}

QJsonDocument jsonOf(const QVariant &value) {
    return QJsonDocument::fromJson(value.toString().toUtf8());
}

QString textOf(const QJsonDocument &json) {
    return QString::fromUtf8(json.toJson(QJsonDocument::Compact));
}

} // namespace

Settings::Settings(const std::filesystem::path &data_dir)
    : data_dir_(data_dir),
      file_(QString::fromStdString((data_dir / "settings.ini").string()), QSettings::IniFormat) {}

std::filesystem::path Settings::demoModel() const {
    return data_dir_ / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf";
}

QVariant Settings::value(const QString &key, const QVariant &fallback) const {
    return file_.value(key, fallback);
}

void Settings::setValue(const QString &key, const QVariant &value) {
    file_.setValue(key, value);
}

Theme::Choice Settings::theme() const {
    const QString name = value("theme").toString();
    return name == "light"  ? Theme::Choice::light
           : name == "dark" ? Theme::Choice::dark
                            : Theme::Choice::follow_system;
}

void Settings::setTheme(Theme::Choice choice) {
    setValue("theme", choice == Theme::Choice::light  ? "light"
                      : choice == Theme::Choice::dark ? "dark"
                                                      : "system");
}

double Settings::textSize() const {
    return std::clamp(value("text_size", default_text_size).toDouble(), least_text_size, most_text_size);
}

void Settings::setTextSize(double points) {
    setValue("text_size", points);
}

QString Settings::language() const {
    return value("language").toString();
}

void Settings::setLanguage(const QString &code) {
    setValue("language", code);
}

QByteArray Settings::windowGeometry() const {
    return value("window/geometry").toByteArray();
}

QByteArray Settings::windowState() const {
    return value("window/state").toByteArray();
}

void Settings::setWindow(const QByteArray &geometry, const QByteArray &state) {
    setValue("window/geometry", geometry);
    setValue("window/state", state);
}

QString Settings::lastModel() const {
    return value("last_model").toString();
}

void Settings::setLastModel(const QString &path) {
    setValue("last_model", path);
}

std::vector<Settings::KnownModel> Settings::models() const {
    std::vector<KnownModel> models;
    for (const QJsonValue &json : jsonOf(value("models")).array()) {
        KnownModel model;
        model.path = json["path"].toString();
        model.last_used = QDateTime::fromString(json["last_used"].toString(), Qt::ISODate);
        if (const double seconds = json["measured_seconds"].toDouble(); seconds > 0) {
            model.measured_seconds = seconds;
        }
        models.push_back(model);
    }
    return models;
}

void Settings::setModels(const std::vector<KnownModel> &models) {
    QJsonArray json;
    for (std::size_t i = 0; i < std::min(models.size(), most_models); ++i) {
        json.append(QJsonObject{{"path", models[i].path},
                                {"last_used", models[i].last_used.toString(Qt::ISODate)},
                                {"measured_seconds", models[i].measured_seconds.value_or(0)}});
    }
    setValue("models", textOf(QJsonDocument(json)));
}

PlanRequest Settings::request(const QString &model) const {
    return requestFromJson(jsonOf(value("requests")).object()[model].toObject());
}

void Settings::setRequest(const QString &model, const PlanRequest &request) {
    QJsonObject requests = jsonOf(value("requests")).object();
    requests[model] = toJson(request);
    setValue("requests", textOf(QJsonDocument(requests)));
}

std::vector<Preset> Settings::presets() const {
    std::vector<Preset> presets = {
        builtIn(QT_TRANSLATE_NOOP("Settings", "Balanced"), 0.8F, 0.95F, 40, 0.05F, 1.0F),
        builtIn(QT_TRANSLATE_NOOP("Settings", "Story, lively"), 0.9F, 0.95F, 40, 0.05F, 1.1F),
        builtIn(QT_TRANSLATE_NOOP("Settings", "Careful"), 0.3F, 0.9F, 20, 0.1F, 1.05F),
        builtIn(QT_TRANSLATE_NOOP("Settings", "Always the likeliest word"), 0.0F, 1.0F, 0, 0.0F, 1.0F),
    };
    const QJsonObject own = jsonOf(value("presets")).object();
    for (auto preset = own.begin(); preset != own.end(); ++preset) {
        presets.push_back({preset.key(), settingsFromJson(preset.value().toObject()), false});
    }
    return presets;
}

void Settings::savePreset(const Preset &preset) {
    QJsonObject own = jsonOf(value("presets")).object();
    GenerationSettings settings = preset.settings;
    settings.preset = preset.name;
    own[preset.name] = spillway::toJson(settings);
    setValue("presets", textOf(QJsonDocument(own)));
}

GenerationSettings defaultGenerationSettings() {
    GenerationSettings settings;
    settings.preset = QCoreApplication::translate("Settings", "Balanced");
    return settings;
}

} // namespace spillway
