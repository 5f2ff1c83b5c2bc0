#include "export/formats.h"
#include "history/document_json.h"

#include <QJsonDocument>

namespace spillway {

namespace {

constexpr int format_version = 1;

/// The text in the order of reading, each piece with its owner. Pieces put together are the text.
QJsonArray piecesOf(const OwnedText &text) {
    QJsonArray pieces;
    qsizetype position = 0;
    for (const TextSpan &span : text.spans()) {
        QJsonObject piece{{"owner", span.byModel() ? "model" : "user"},
                          {"text", text.text().mid(position, span.length)}};
        if (span.byModel()) {
            piece["generation"] = span.generation;
        }
        pieces.append(piece);
        position += span.length;
    }
    return pieces;
}

/// For a POSIX shell.
QString quoted(const QString &text) {
    QString inside = text;
    return QLatin1Char('\'') + inside.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

QString number(float value) {
    return QString::number(value); // six digits: what a spin box can hold, and more
}

/// The command that writes the same words again.
QString commandLine(const GenerationRecord &generation) {
    QStringList ids;
    for (const int id : generation.prompt_ids) {
        ids.append(QString::number(id));
    }
    const SamplerSettings &sampling = generation.sampling;
    QStringList words = {
        "spillway-cli",
        "generate",
        quoted(generation.model_path),
        "--tokens",
        ids.join(','),
        "--max-tokens",
        QString::number(generation.max_tokens),
        "--temperature",
        number(sampling.temperature),
        "--top-k",
        QString::number(sampling.top_k),
        "--top-p",
        number(sampling.top_p),
        "--min-p",
        number(sampling.min_p),
        "--repeat-penalty",
        number(sampling.repeat_penalty),
        "--seed",
        QString::number(sampling.seed),
        "--context",
        QString::number(generation.context),
        "--numerics",
        generation.numerics,
    };
    for (const QString &stop : generation.stop_texts) {
        words << "--stop" << quoted(stop);
    }
    return words.join(' ');
}

QJsonArray generationsOf(const Document &document) {
    QJsonArray generations;
    for (const GenerationRecord &generation : document.generations) {
        QJsonObject json = toJson(generation);
        if (!generation.prompt_ids.empty()) {
            json["command"] = commandLine(generation);
        }
        generations.append(json);
    }
    return generations;
}

} // namespace

/// {"format": "spillway-document", "version": 1, "program", "title", "mode", "text", "pieces": [{"owner",
/// "text", "generation"}], "messages": [{"role", "text", "generation"}], "settings", "generations": [{"number",
/// "started", "finish", "text", "model": {"name", "path", "bytes", "header_hash"}, "program_version",
/// "sampling", "max_tokens", "stop_texts", "prompt_ids", "token_ids", "plan", "measured", "command"}]}
QByteArray exportJson(const Document &document) {
    const std::string_view program = version();
    const QJsonObject json{
        {"format", "spillway-document"},
        {"version", format_version},
        {"program", "Spillway " + QString::fromUtf8(program.data(), static_cast<qsizetype>(program.size()))},
        {"title", document.shownTitle()},
        {"mode", writeModeName(document.mode)},
        {"text", document.text.text()},
        {"pieces", piecesOf(document.text)},
        {"messages", toJson(document.turns)},
        {"settings", toJson(document.settings)},
        {"created", document.created.toUTC().toString(Qt::ISODateWithMs)},
        {"generations", generationsOf(document)}};
    return QJsonDocument(json).toJson();
}

} // namespace spillway
