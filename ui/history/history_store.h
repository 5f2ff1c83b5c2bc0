#pragma once

#include "history/document.h"

#include <QSqlDatabase>
#include <QString>

#include <filesystem>

namespace spillway {

/// How the last run of the program ended.
struct LastRun {
    bool first = true; ///< there was none
    bool clean = true; ///< false: it crashed, was killed, or the power went
    QDateTime saved;   ///< when something was last saved
};

/// The documents and where their words came from, in one SQLite file (WAL: what is committed survives a crash).
/// Blocks; belongs to the thread that made it. All functions throw Error.
class HistoryStore {
  public:
    /// Opens or makes `file` and brings it to the present schema.
    explicit HistoryStore(const std::filesystem::path &file);
    ~HistoryStore();
    HistoryStore(const HistoryStore &) = delete;
    HistoryStore &operator=(const HistoryStore &) = delete;

    /// Saves a document under its id, new or not. Its generations are left as they are.
    void save(const Document &document);
    void save(qint64 document, const GenerationRecord &generation);
    /// Throws Error(not_found).
    [[nodiscard]] Document load(qint64 id);

    /// The documents that are open, left to right.
    void setOpen(const std::vector<qint64> &ids);
    [[nodiscard]] std::vector<qint64> openDocuments();
    /// Those that are not, the one changed last first.
    struct Entry {
        qint64 id = 0;
        QString title;
        QDateTime changed;
    };
    [[nodiscard]] std::vector<Entry> closedDocuments(int most);

    /// Marks the run as begun; what is told is about the one before.
    LastRun beginRun();
    void endRun();

    /// Small values of the program itself.
    void setState(const QString &key, const QString &value);
    [[nodiscard]] QString state(const QString &key);

  private:
    void open(const std::filesystem::path &file);
    [[nodiscard]] std::vector<GenerationRecord> loadGenerations(qint64 document);

    QString connection_;
    QSqlDatabase database_;
};

/// Moves a store that cannot be read aside, to NAME.damaged-DATE; answers the new name.
std::filesystem::path moveDamagedStore(const std::filesystem::path &file);

} // namespace spillway
