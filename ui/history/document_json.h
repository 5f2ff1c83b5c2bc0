#pragma once

#include "history/document.h"

#include <QJsonArray>
#include <QJsonObject>

namespace spillway {

/// Parts of a document as JSON, as they are kept in the store and written into exports. 64-bit numbers that may
/// pass 2^53 (seeds, hashes) are strings, because JSON readers cut them otherwise. Reading skips keys that it
/// does not know and takes the default for those that are missing.
QJsonArray toJson(const std::vector<TextSpan> &spans);
std::vector<TextSpan> spansFromJson(const QJsonArray &json);

QJsonObject toJson(const SamplerSettings &sampling);
SamplerSettings samplingFromJson(const QJsonObject &json);

QJsonObject toJson(const GenerationSettings &settings);
GenerationSettings settingsFromJson(const QJsonObject &json);

QJsonArray toJson(const std::vector<ChatTurn> &turns);
std::vector<ChatTurn> turnsFromJson(const QJsonArray &json);

QJsonObject toJson(const GenerationRecord &generation);
GenerationRecord generationFromJson(const QJsonObject &json);

QString writeModeName(WriteMode mode); ///< "notebook", "chat"
WriteMode writeModeFromName(const QString &name);
QString chatRoleName(ChatRole role); ///< "system", "user", "assistant"

} // namespace spillway
