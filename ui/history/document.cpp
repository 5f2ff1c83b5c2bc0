#include "history/document.h"

#include <QCoreApplication>

#include <algorithm>
#include <atomic>

namespace spillway {

namespace {

constexpr qsizetype title_length = 24;

/// The first words of the first line, cut at a word.
QString firstWords(const QString &text) {
    const QString line = text.left(4 * title_length).trimmed().section(QLatin1Char('\n'), 0, 0).simplified();
    if (line.size() <= title_length) {
        return line;
    }
    const qsizetype space = line.lastIndexOf(QLatin1Char(' '), title_length);
    return line.left(space > title_length / 2 ? space : title_length) + QChar(0x2026);
}

} // namespace

qint64 newDocumentId() {
    static std::atomic<qint64> last = 0;
    const qint64 now = QDateTime::currentMSecsSinceEpoch() * 1000;
    qint64 previous = last.load();
    while (!last.compare_exchange_weak(previous, std::max(previous + 1, now))) {
    }
    return std::max(previous + 1, now);
}

GenerationRecord *Document::findGeneration(int number) {
    const auto found = std::ranges::find(generations, number, &GenerationRecord::number);
    return found == generations.end() ? nullptr : &*found;
}

int Document::nextGeneration() const {
    int last = 0;
    for (const GenerationRecord &generation : generations) {
        last = std::max(last, generation.number);
    }
    return last + 1;
}

QString Document::shownTitle() const {
    if (!title.isEmpty()) {
        return title;
    }
    const QString &source = mode == WriteMode::chat && !turns.empty() ? turns.front().text : text.text();
    const QString words = firstWords(source);
    return words.isEmpty() ? QCoreApplication::translate("Document", "Untitled") : words;
}

} // namespace spillway
