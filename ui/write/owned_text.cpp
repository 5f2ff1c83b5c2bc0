#include "write/owned_text.h"

#include "spillway.h"

#include <algorithm>

namespace spillway {

OwnedText::OwnedText(QString text, int generation) : text_(std::move(text)) {
    append({text_.size(), generation});
}

OwnedText::OwnedText(QString text, const std::vector<TextSpan> &spans) : text_(std::move(text)) {
    qsizetype left = text_.size();
    for (const TextSpan &span : spans) {
        if (span.length < 0 || span.length > left || span.generation < 0) {
            break;
        }
        append(span);
        left -= span.length;
    }
    if (left != 0) {
        throw Error(ErrorCode::damaged, "A saved text and the list of who wrote it differ in length.",
                    "The text itself can still be read as one piece.");
    }
}

void OwnedText::append(const TextSpan &span) {
    if (span.length == 0) {
        return;
    }
    if (!spans_.empty() && spans_.back().generation == span.generation) {
        spans_.back().length += span.length;
    } else {
        spans_.push_back(span);
    }
}

OwnedText OwnedText::mid(qsizetype position, qsizetype length) const {
    position = std::clamp<qsizetype>(position, 0, size());
    const qsizetype end = position + std::clamp<qsizetype>(length, 0, size() - position);
    OwnedText part;
    part.text_ = text_.mid(position, end - position);
    qsizetype begin = 0;
    for (const TextSpan &span : spans_) {
        const qsizetype from = std::max(begin, position);
        const qsizetype to = std::min(begin + span.length, end);
        part.append({std::max<qsizetype>(to - from, 0), span.generation});
        begin += span.length;
    }
    return part;
}

void OwnedText::replace(qsizetype position, qsizetype removed, const OwnedText &with) {
    OwnedText result = mid(0, position);
    const OwnedText tail = mid(position + removed, size());
    for (const OwnedText *part : {&with, &tail}) {
        for (const TextSpan &span : part->spans_) {
            result.append(span);
        }
    }
    spans_ = std::move(result.spans_);
    text_.replace(position, removed, with.text_);
}

OwnedText::Range OwnedText::rangeOf(int generation) const {
    Range range;
    bool found = false;
    qsizetype begin = 0;
    for (const TextSpan &span : spans_) {
        if (span.generation == generation) {
            range.begin = found ? range.begin : begin;
            range.end = begin + span.length;
            found = true;
        }
        begin += span.length;
    }
    return range;
}

QString normalisedText(QString text) {
    text.replace(QLatin1String("\r\n"), QLatin1String("\n"));
    for (QChar &character : text) {
        switch (character.unicode()) {
        case '\r':
        case QChar::LineSeparator:
        case QChar::ParagraphSeparator:
            character = QLatin1Char('\n');
            break;
        case QChar::Null:
        case 0xFDD0: // begin and end of a frame
        case 0xFDD1:
        case QChar::ObjectReplacementCharacter:
            character = QChar::ReplacementCharacter;
            break;
        default:
            break;
        }
    }
    return text;
}

std::size_t wordCount(const QString &text) {
    std::size_t words = 0;
    bool inside = false;
    for (const QChar character : text) {
        const bool space = character.isSpace();
        words += !space && !inside ? 1 : 0;
        inside = !space;
    }
    return words;
}

} // namespace spillway
