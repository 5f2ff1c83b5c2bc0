#include "history/history_store.h"

#include "history/document_json.h"
#include "history/migrations.h"
#include "history/sql.h"

#include <QJsonDocument>
#include <QUuid>

namespace spillway {

namespace {

QByteArray compact(const QJsonArray &json) {
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

QByteArray compact(const QJsonObject &json) {
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

QString textOf(const QDateTime &time) {
    const QDateTime known = time.isValid() ? time : QDateTime::currentDateTime();
    return known.toUTC().toString(Qt::ISODateWithMs);
}

QDateTime timeFrom(const QVariant &value) {
    return QDateTime::fromString(value.toString(), Qt::ISODateWithMs).toLocalTime();
}

QJsonDocument jsonFrom(const QVariant &value) {
    return QJsonDocument::fromJson(value.toString().toUtf8());
}

/// QSqlDatabase reads a null QString as NULL, which no column takes.
QString notNull(const QString &text) {
    return text.isNull() ? QStringLiteral("") : text;
}

/// A text whose spans are damaged is kept as the user's: words count more than their colour.
OwnedText ownedText(const QString &text, const QJsonArray &spans) {
    try {
        return OwnedText(text, spansFromJson(spans));
    } catch (const Error &) {
        return OwnedText(text, 0);
    }
}

} // namespace

HistoryStore::HistoryStore(const std::filesystem::path &file) : connection_(QUuid::createUuid().toString()) {
    try {
        open(file);
    } catch (...) {
        database_ = {};
        QSqlDatabase::removeDatabase(connection_);
        throw;
    }
}

HistoryStore::~HistoryStore() {
    database_.close();
    database_ = {};
    QSqlDatabase::removeDatabase(connection_);
}

void HistoryStore::open(const std::filesystem::path &file) {
    database_ = QSqlDatabase::addDatabase("QSQLITE", connection_);
    database_.setDatabaseName(QString::fromStdString(file.string()));
    database_.setConnectOptions("QSQLITE_BUSY_TIMEOUT=2000");
    if (!database_.open()) {
        throw Error(ErrorCode::io, file.string() + " cannot be opened.",
                    "Check that the folder exists and may be written.");
    }
    sql::run(database_, "PRAGMA journal_mode = WAL");
    // FULL: what is committed is on the drive, so that not even a power cut takes a prompt back.
    sql::run(database_, "PRAGMA synchronous = FULL");
    sql::run(database_, "PRAGMA foreign_keys = ON");
    migrate(database_);
}

void HistoryStore::save(const Document &document) {
    sql::run(
        database_,
        "INSERT INTO documents (id, title, mode, text, spans, turns, draft, settings, cursor, created,"
        " changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET title = excluded.title, mode = excluded.mode, text = excluded.text,"
        " spans = excluded.spans, turns = excluded.turns, draft = excluded.draft,"
        " settings = excluded.settings, cursor = excluded.cursor, changed = excluded.changed",
        {document.id, notNull(document.title), writeModeName(document.mode), notNull(document.text.text()),
         QString::fromUtf8(compact(toJson(document.text.spans()))),
         QString::fromUtf8(compact(toJson(document.turns))), notNull(document.draft),
         QString::fromUtf8(compact(toJson(document.settings))), static_cast<qint64>(document.cursor),
         textOf(document.created), textOf(document.changed)});
}

void HistoryStore::save(qint64 document, const GenerationRecord &generation) {
    sql::run(database_,
             "INSERT OR REPLACE INTO generations (document, number, started, record) VALUES (?, ?, ?, ?)",
             {document, generation.number, textOf(generation.started),
              QString::fromUtf8(compact(toJson(generation)))});
}

Document HistoryStore::load(qint64 id) {
    QSqlQuery query =
        sql::run(database_,
                 "SELECT title, mode, text, spans, turns, draft, settings, cursor, created, changed"
                 " FROM documents WHERE id = ?",
                 {id});
    if (!query.next()) {
        throw Error(ErrorCode::not_found, "Text number " + std::to_string(id) + " is not in the history.",
                    "It may have been deleted.");
    }
    Document document;
    document.id = id;
    document.title = query.value(0).toString();
    document.mode = writeModeFromName(query.value(1).toString());
    document.text = ownedText(query.value(2).toString(), jsonFrom(query.value(3)).array());
    document.turns = turnsFromJson(jsonFrom(query.value(4)).array());
    document.draft = query.value(5).toString();
    document.settings = settingsFromJson(jsonFrom(query.value(6)).object());
    document.cursor = static_cast<qsizetype>(query.value(7).toLongLong());
    document.created = timeFrom(query.value(8));
    document.changed = timeFrom(query.value(9));
    document.generations = loadGenerations(id);
    return document;
}

std::vector<GenerationRecord> HistoryStore::loadGenerations(qint64 document) {
    std::vector<GenerationRecord> generations;
    QSqlQuery query =
        sql::run(database_, "SELECT record FROM generations WHERE document = ? ORDER BY number", {document});
    while (query.next()) {
        generations.push_back(generationFromJson(jsonFrom(query.value(0)).object()));
    }
    return generations;
}

void HistoryStore::setOpen(const std::vector<qint64> &ids) {
    sql::Transaction transaction(database_);
    sql::run(database_, "UPDATE documents SET tab = NULL WHERE tab IS NOT NULL");
    int tab = 0;
    for (const qint64 id : ids) {
        sql::run(database_, "UPDATE documents SET tab = ? WHERE id = ?", {tab++, id});
    }
    transaction.commit();
}

std::vector<qint64> HistoryStore::openDocuments() {
    std::vector<qint64> ids;
    QSqlQuery query = sql::run(database_, "SELECT id FROM documents WHERE tab IS NOT NULL ORDER BY tab");
    while (query.next()) {
        ids.push_back(query.value(0).toLongLong());
    }
    return ids;
}

std::vector<HistoryStore::Entry> HistoryStore::closedDocuments(int most) {
    std::vector<qint64> ids;
    QSqlQuery query =
        sql::run(database_, "SELECT id FROM documents WHERE tab IS NULL ORDER BY changed DESC LIMIT ?", {most});
    while (query.next()) {
        ids.push_back(query.value(0).toLongLong());
    }
    std::vector<Entry> entries;
    for (const qint64 id : ids) {
        const Document document = load(id);
        entries.push_back({id, document.shownTitle(), document.changed});
    }
    return entries;
}

LastRun HistoryStore::beginRun() {
    LastRun last;
    const QString ended = state("clean_end");
    last.first = ended.isEmpty();
    last.clean = ended != "no";
    QSqlQuery query = sql::run(database_, "SELECT MAX(changed) FROM documents");
    last.saved = query.next() ? timeFrom(query.value(0)) : QDateTime();
    setState("clean_end", "no");
    setState("started", textOf({}));
    return last;
}

void HistoryStore::endRun() {
    setState("clean_end", "yes");
}

void HistoryStore::setState(const QString &key, const QString &value) {
    sql::run(database_, "INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)", {key, notNull(value)});
}

QString HistoryStore::state(const QString &key) {
    QSqlQuery query = sql::run(database_, "SELECT value FROM state WHERE key = ?", {key});
    return query.next() ? query.value(0).toString() : QString();
}

std::filesystem::path moveDamagedStore(const std::filesystem::path &file) {
    const std::string suffix =
        ".damaged-" + QDateTime::currentDateTime().toString("yyyyMMdd-hhmmss").toStdString();
    const std::filesystem::path target = file.string() + suffix;
    for (const char *part : {"-wal", "-shm", ""}) { // the journal belongs to the file: both keep one name
        const std::filesystem::path from = file.string() + part;
        if (std::filesystem::exists(from)) {
            std::filesystem::rename(from, target.string() + part);
        }
    }
    return target;
}

} // namespace spillway
