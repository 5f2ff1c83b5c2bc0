#pragma once

#include "history/document.h"

#include <QByteArray>

namespace spillway {

/// The text alone, UTF-8, byte for byte as in the window; a conversation with its speakers' names.
QByteArray exportText(const Document &document);

/// CommonMark. The text stands as it is (writers write Markdown); line ends within a paragraph are kept.
QByteArray exportMarkdown(const Document &document);

/// One page without scripts or outside files: everything escaped, the user's words in ink, the model's in
/// colour.
QByteArray exportHtml(const Document &document);

/// Everything needed to have it generated again; see json_format.cpp for the keys.
QByteArray exportJson(const Document &document);

/// "You", "Model", "Instruction": who speaks in a conversation.
QString speakerName(ChatRole role);

} // namespace spillway
