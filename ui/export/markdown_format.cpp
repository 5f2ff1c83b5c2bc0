#include "export/formats.h"

namespace spillway {

namespace {

/// A line end inside a paragraph is a space in CommonMark; two spaces before it keep it.
QString keepLineEnds(const QString &text) {
    const QStringList lines = text.split(QLatin1Char('\n'));
    QString result;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        result += lines[i];
        if (i + 1 < lines.size()) {
            const bool inside = !lines[i].trimmed().isEmpty() && !lines[i + 1].trimmed().isEmpty();
            result += inside ? QStringLiteral("  \n") : QStringLiteral("\n");
        }
    }
    return result;
}

} // namespace

QByteArray exportMarkdown(const Document &document) {
    if (document.mode == WriteMode::notebook) {
        return (keepLineEnds(document.text.text()) + QLatin1Char('\n')).toUtf8();
    }
    QString result;
    for (const ChatTurn &turn : document.turns) {
        result += QStringLiteral("**%1:**\n\n%2\n\n").arg(speakerName(turn.role), keepLineEnds(turn.text));
    }
    return result.toUtf8();
}

} // namespace spillway
