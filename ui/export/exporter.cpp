#include "export/exporter.h"

#include "export/formats.h"
#include "spillway.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace spillway {

namespace {

constexpr std::array formats = {
    ExportFormat{"txt", "txt", QT_TRANSLATE_NOOP("Export", "Plain text"), exportText},
    ExportFormat{"md", "md", QT_TRANSLATE_NOOP("Export", "Markdown"), exportMarkdown},
    ExportFormat{"html", "html", QT_TRANSLATE_NOOP("Export", "Web page in two colours"), exportHtml},
    ExportFormat{"json", "json", QT_TRANSLATE_NOOP("Export", "JSON with everything to generate it again"),
                 exportJson},
};

} // namespace

QString ExportFormat::translatedName() const {
    return QCoreApplication::translate("Export", name);
}

QString ExportFormat::fileFilter() const {
    return QStringLiteral("%1 (*.%2)").arg(translatedName(), QLatin1String(suffix));
}

std::span<const ExportFormat> exportFormats() {
    return formats;
}

const ExportFormat *exportFormatForSuffix(const QString &suffix) {
    const auto found = std::ranges::find_if(formats, [&](const ExportFormat &format) {
        return suffix.compare(QLatin1String(format.suffix), Qt::CaseInsensitive) == 0;
    });
    return found == formats.end() ? nullptr : &*found;
}

void exportDocument(const Document &document, const ExportFormat &format, const std::filesystem::path &file) {
    const QByteArray bytes = format.write(document);
    write_whole(file, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

QString speakerName(ChatRole role) {
    switch (role) {
    case ChatRole::system:
        return QCoreApplication::translate("Export", "Instruction");
    case ChatRole::user:
        return QCoreApplication::translate("Export", "You");
    case ChatRole::assistant:
        break;
    }
    return QCoreApplication::translate("Export", "Model");
}

} // namespace spillway
