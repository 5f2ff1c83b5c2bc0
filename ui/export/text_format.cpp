#include "export/formats.h"

namespace spillway {

QByteArray exportText(const Document &document) {
    if (document.mode == WriteMode::notebook) {
        return document.text.text().toUtf8();
    }
    QStringList turns;
    for (const ChatTurn &turn : document.turns) {
        turns.append(speakerName(turn.role) + QStringLiteral(":\n") + turn.text);
    }
    return (turns.join(QStringLiteral("\n\n")) + QLatin1Char('\n')).toUtf8();
}

} // namespace spillway
