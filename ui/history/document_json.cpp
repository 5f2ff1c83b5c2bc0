#include "history/document_json.h"

namespace spillway {

namespace {

QJsonArray idsToJson(const std::vector<int> &ids) {
    QJsonArray json;
    for (const int id : ids) {
        json.append(id);
    }
    return json;
}

std::vector<int> idsFromJson(const QJsonArray &json) {
    std::vector<int> ids;
    ids.reserve(static_cast<std::size_t>(json.size()));
    for (const QJsonValue &id : json) {
        ids.push_back(id.toInt());
    }
    return ids;
}

std::uint64_t unsignedFrom(const QJsonValue &value) {
    return value.toString().toULongLong();
}

std::size_t sizeFrom(const QJsonValue &value) {
    return static_cast<std::size_t>(std::max<qint64>(value.toInteger(), 0));
}

float floatFrom(const QJsonValue &value, float fallback) {
    return static_cast<float>(value.toDouble(static_cast<double>(fallback)));
}

/// A float as the shortest decimal that gives it back: 0.8, not 0.800000011920929.
double shortest(float value) {
    return QString::number(value).toDouble();
}

} // namespace

QJsonArray toJson(const std::vector<TextSpan> &spans) {
    QJsonArray json;
    for (const TextSpan &span : spans) {
        json.append(QJsonArray{span.length, span.generation});
    }
    return json;
}

std::vector<TextSpan> spansFromJson(const QJsonArray &json) {
    std::vector<TextSpan> spans;
    for (const QJsonValue &value : json) {
        const QJsonArray pair = value.toArray();
        spans.push_back({static_cast<qsizetype>(pair.at(0).toInteger()), pair.at(1).toInt()});
    }
    return spans;
}

QJsonObject toJson(const SamplerSettings &sampling) {
    return {{"temperature", shortest(sampling.temperature)},
            {"top_k", sampling.top_k},
            {"top_p", shortest(sampling.top_p)},
            {"min_p", shortest(sampling.min_p)},
            {"repeat_penalty", shortest(sampling.repeat_penalty)},
            {"repeat_range", sampling.repeat_range},
            {"seed", QString::number(sampling.seed)}};
}

SamplerSettings samplingFromJson(const QJsonObject &json) {
    SamplerSettings sampling;
    sampling.temperature = floatFrom(json["temperature"], sampling.temperature);
    sampling.top_k = json["top_k"].toInt(sampling.top_k);
    sampling.top_p = floatFrom(json["top_p"], sampling.top_p);
    sampling.min_p = floatFrom(json["min_p"], sampling.min_p);
    sampling.repeat_penalty = floatFrom(json["repeat_penalty"], sampling.repeat_penalty);
    sampling.repeat_range = json["repeat_range"].toInt(sampling.repeat_range);
    sampling.seed = unsignedFrom(json["seed"]);
    return sampling;
}

QJsonObject toJson(const GenerationSettings &settings) {
    return {{"preset", settings.preset},
            {"sampling", toJson(settings.sampling)},
            {"random_seed", settings.random_seed},
            {"max_tokens", settings.max_tokens},
            {"stop_texts", QJsonArray::fromStringList(settings.stop_texts)}};
}

namespace {

QStringList stringsFrom(const QJsonValue &value) {
    QStringList strings;
    for (const QJsonValue &text : value.toArray()) {
        strings.append(text.toString());
    }
    return strings;
}

} // namespace

GenerationSettings settingsFromJson(const QJsonObject &json) {
    GenerationSettings settings;
    settings.preset = json["preset"].toString();
    settings.sampling = samplingFromJson(json["sampling"].toObject());
    settings.random_seed = json["random_seed"].toBool(settings.random_seed);
    settings.max_tokens = json["max_tokens"].toInt(settings.max_tokens);
    settings.stop_texts = stringsFrom(json["stop_texts"]);
    return settings;
}

QJsonArray toJson(const std::vector<ChatTurn> &turns) {
    QJsonArray json;
    for (const ChatTurn &turn : turns) {
        json.append(QJsonObject{
            {"role", chatRoleName(turn.role)}, {"text", turn.text}, {"generation", turn.generation}});
    }
    return json;
}

std::vector<ChatTurn> turnsFromJson(const QJsonArray &json) {
    std::vector<ChatTurn> turns;
    for (const QJsonValue &value : json) {
        const QString role = value["role"].toString();
        const ChatRole known = role == "system"      ? ChatRole::system
                               : role == "assistant" ? ChatRole::assistant
                                                     : ChatRole::user;
        turns.push_back({known, value["text"].toString(), value["generation"].toInt()});
    }
    return turns;
}

QJsonObject toJson(const GenerationRecord &generation) {
    const QJsonObject model{{"name", generation.model_name},
                            {"path", generation.model_path},
                            {"bytes", static_cast<qint64>(generation.model_bytes)},
                            {"header_hash", QString::number(generation.header_hash, 16)}};
    const QJsonObject plan{{"numerics", generation.numerics},
                           {"context", static_cast<qint64>(generation.context)},
                           {"threads", generation.threads},
                           {"ram_budget", static_cast<qint64>(generation.ram_budget)},
                           {"summary", generation.plan_summary}};
    const QJsonObject measured{{"prefill_seconds", generation.prefill_seconds},
                               {"decode_seconds", generation.decode_seconds},
                               {"prefill_tokens", static_cast<qint64>(generation.prefill_tokens)},
                               {"decode_tokens", static_cast<qint64>(generation.decode_tokens)},
                               {"disk_bytes", static_cast<qint64>(generation.disk_bytes)}};
    return {{"number", generation.number},
            {"started", generation.started.toString(Qt::ISODateWithMs)},
            {"finish", generation.finish},
            {"text", generation.text},
            {"model", model},
            {"program_version", generation.program_version},
            {"sampling", toJson(generation.sampling)},
            {"max_tokens", static_cast<qint64>(generation.max_tokens)},
            {"stop_texts", QJsonArray::fromStringList(generation.stop_texts)},
            {"prompt_ids", idsToJson(generation.prompt_ids)},
            {"token_ids", idsToJson(generation.token_ids)},
            {"plan", plan},
            {"measured", measured}};
}

GenerationRecord generationFromJson(const QJsonObject &json) {
    GenerationRecord generation;
    generation.number = json["number"].toInt();
    generation.started = QDateTime::fromString(json["started"].toString(), Qt::ISODateWithMs);
    generation.finish = json["finish"].toString();
    generation.text = json["text"].toString();
    const QJsonObject model = json["model"].toObject();
    generation.model_name = model["name"].toString();
    generation.model_path = model["path"].toString();
    generation.model_bytes = sizeFrom(model["bytes"]);
    generation.header_hash = model["header_hash"].toString().toULongLong(nullptr, 16);
    generation.program_version = json["program_version"].toString();
    generation.sampling = samplingFromJson(json["sampling"].toObject());
    generation.max_tokens = sizeFrom(json["max_tokens"]);
    generation.stop_texts = stringsFrom(json["stop_texts"]);
    generation.prompt_ids = idsFromJson(json["prompt_ids"].toArray());
    generation.token_ids = idsFromJson(json["token_ids"].toArray());
    const QJsonObject plan = json["plan"].toObject();
    generation.numerics = plan["numerics"].toString();
    generation.context = sizeFrom(plan["context"]);
    generation.threads = plan["threads"].toInt();
    generation.ram_budget = sizeFrom(plan["ram_budget"]);
    generation.plan_summary = plan["summary"].toString();
    const QJsonObject measured = json["measured"].toObject();
    generation.prefill_seconds = measured["prefill_seconds"].toDouble();
    generation.decode_seconds = measured["decode_seconds"].toDouble();
    generation.prefill_tokens = sizeFrom(measured["prefill_tokens"]);
    generation.decode_tokens = sizeFrom(measured["decode_tokens"]);
    generation.disk_bytes = sizeFrom(measured["disk_bytes"]);
    return generation;
}

QString writeModeName(WriteMode mode) {
    return mode == WriteMode::chat ? QStringLiteral("chat") : QStringLiteral("notebook");
}

WriteMode writeModeFromName(const QString &name) {
    return name == "chat" ? WriteMode::chat : WriteMode::notebook;
}

QString chatRoleName(ChatRole role) {
    switch (role) {
    case ChatRole::system:
        return QStringLiteral("system");
    case ChatRole::user:
        return QStringLiteral("user");
    case ChatRole::assistant:
        break;
    }
    return QStringLiteral("assistant");
}

} // namespace spillway
