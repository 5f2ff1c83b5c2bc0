#include "export/formats.h"
#include "theme.h"

#include <QCoreApplication>

namespace spillway {

namespace {

constexpr auto page = R"(<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>%1</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 42em; margin: 2em auto; padding: 0 1em; font: 1.05em/1.6 serif; }
.text { white-space: pre-wrap; overflow-wrap: break-word; }
.model { color: %4; }
h2 { font: bold 0.9em sans-serif; margin: 1.5em 0 0.3em; }
footer { margin-top: 3em; font: 0.8em sans-serif; opacity: 0.7; }
@media (prefers-color-scheme: dark) { .model { color: %5; } }
</style>
</head>
<body>
%2
<footer>%3</footer>
</body>
</html>
)";

QString modelColour(bool dark) {
    return Theme(Theme::palette(dark)).colour(Theme::Role::accent_text).name();
}

QString ownedHtml(const OwnedText &text) {
    QString html;
    qsizetype position = 0;
    for (const TextSpan &span : text.spans()) {
        const QString words = text.text().mid(position, span.length).toHtmlEscaped();
        html += span.byModel() ? QStringLiteral("<span class=\"model\">") + words + QStringLiteral("</span>")
                               : words;
        position += span.length;
    }
    return QStringLiteral("<div class=\"text\">") + html + QStringLiteral("</div>");
}

} // namespace

QByteArray exportHtml(const Document &document) {
    QString body;
    if (document.mode == WriteMode::notebook) {
        body = ownedHtml(document.text);
    } else {
        for (const ChatTurn &turn : document.turns) {
            body += QStringLiteral("<h2>") + speakerName(turn.role).toHtmlEscaped() +
                    QStringLiteral("</h2>\n") + ownedHtml(OwnedText(turn.text, turn.generation)) +
                    QLatin1Char('\n');
        }
    }
    const QString legend =
        QCoreApplication::translate("Export", "Words in blue were written by a language model.");
    return QString::fromLatin1(page)
        .arg(document.shownTitle().toHtmlEscaped(), body, legend.toHtmlEscaped(), modelColour(false),
             modelColour(true))
        .toUtf8();
}

} // namespace spillway
