#pragma once

#include "spillway.h"
#include "write/owned_text.h"

#include <QDateTime>
#include <QStringList>

#include <optional>
#include <vector>

namespace spillway {

enum class WriteMode { notebook, chat };

/// How a document's next words are chosen: what the sampling panel shows.
struct GenerationSettings {
    QString preset; ///< name of the preset that these came from, "" where they were changed since
    SamplerSettings sampling;
    bool random_seed = true; ///< a new seed for each generation; sampling.seed is then the last one used
    int max_tokens = 128;
    QStringList stop_texts;
    bool operator==(const GenerationSettings &) const = default;
};

/// One turn of a conversation.
struct ChatTurn {
    ChatRole role = ChatRole::user;
    QString text;
    int generation = 0; ///< that wrote it; 0: the user
    bool operator==(const ChatTurn &) const = default;
};

/// Where words came from: all that is needed to have them written again, and what it took. Everything in it
/// that is a speed was measured.
struct GenerationRecord {
    int number = 0; ///< within the document, from 1
    QDateTime started;
    QString
        finish; ///< "stop", "length", "interrupted", "failed"; "" while it runs (or ran when the program ended)
    QString text; ///< as it was written, whatever was edited later

    QString model_name;
    QString model_path;
    std::uint64_t model_bytes = 0; ///< size of the file
    std::uint64_t header_hash = 0;
    QString program_version;

    SamplerSettings sampling; ///< with the seed that was used
    std::size_t max_tokens = 0;
    QStringList stop_texts;
    std::vector<int> prompt_ids; ///< empty: not known (it ended before the prompt was read)
    std::vector<int> token_ids;  ///< of the written text

    QString numerics;
    std::size_t context = 0;
    int threads = 0;
    std::uint64_t ram_budget = 0;
    QString plan_summary; ///< in words

    double prefill_seconds = 0;
    double decode_seconds = 0;
    std::size_t prefill_tokens = 0;
    std::size_t decode_tokens = 0;
    std::uint64_t disk_bytes = 0;
};

/// An id that no other document has: made from the time, so that the window need not ask the store for one.
qint64 newDocumentId();

/// A text with its mode, settings and history. A plain value.
struct Document {
    qint64 id = newDocumentId();
    QString title; ///< "": named after its first words
    WriteMode mode = WriteMode::notebook;
    OwnedText text;
    std::vector<ChatTurn> turns;
    QString draft; ///< the message that is not sent yet
    GenerationSettings settings;
    std::vector<GenerationRecord> generations;
    qsizetype cursor = 0;
    QDateTime created = QDateTime::currentDateTime();
    QDateTime changed = created;

    [[nodiscard]] GenerationRecord *findGeneration(int number);
    [[nodiscard]] int nextGeneration() const;
    /// The title, or the first words, or "Untitled".
    [[nodiscard]] QString shownTitle() const;
};

} // namespace spillway
