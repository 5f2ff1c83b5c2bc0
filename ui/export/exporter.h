#pragma once

#include "history/document.h"

#include <QByteArray>
#include <QString>

#include <filesystem>
#include <span>

namespace spillway {

/// A file format that a document can be written in. To add one: write a function in a file of its own, declare
/// it in export/formats.h and add a line to the table in exporter.cpp.
struct ExportFormat {
    const char *id;     ///< "md"
    const char *suffix; ///< of the file, without the dot
    const char *name;   ///< for the file dialog, to be translated in the context "Export"
    QByteArray (*write)(const Document &document);

    [[nodiscard]] QString translatedName() const;
    [[nodiscard]] QString fileFilter() const; ///< "Markdown (*.md)"
};

std::span<const ExportFormat> exportFormats();
/// Null where no format has this suffix.
const ExportFormat *exportFormatForSuffix(const QString &suffix);

/// Writes the file whole or not at all (NAME.incomplete, then renamed). Throws Error(io). Blocks on the drive.
void exportDocument(const Document &document, const ExportFormat &format, const std::filesystem::path &file);

} // namespace spillway
