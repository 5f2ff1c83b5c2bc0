#include "history/migrations.h"

#include "history/sql.h"
#include "spillway.h"

#include <QSqlDatabase>
#include <QStringList>

#include <vector>

namespace spillway {

namespace {

/// Statements that lead from one version to the next. Never change an entry: add one.
const std::vector<QStringList> &migrations() {
    static const std::vector<QStringList> list = {
        {
            // 1: documents and the program's own state
            "CREATE TABLE documents ("
            " id INTEGER PRIMARY KEY,"
            " title TEXT NOT NULL DEFAULT '',"
            " mode TEXT NOT NULL DEFAULT 'notebook',"
            " text TEXT NOT NULL DEFAULT '',"
            " spans TEXT NOT NULL DEFAULT '[]',"
            " turns TEXT NOT NULL DEFAULT '[]',"
            " draft TEXT NOT NULL DEFAULT '',"
            " settings TEXT NOT NULL DEFAULT '{}',"
            " cursor INTEGER NOT NULL DEFAULT 0,"
            " created TEXT NOT NULL,"
            " changed TEXT NOT NULL)",
            "CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
        },
        {
            // 2: where words came from
            "CREATE TABLE generations ("
            " document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,"
            " number INTEGER NOT NULL,"
            " started TEXT NOT NULL,"
            " record TEXT NOT NULL,"
            " PRIMARY KEY (document, number))",
        },
        {
            // 3: which documents are open, in which order
            "ALTER TABLE documents ADD COLUMN tab INTEGER",
        },
    };
    return list;
}

int versionOf(const QSqlDatabase &database) {
    sql::run(database, "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
    QSqlQuery query = sql::run(database, "SELECT version FROM schema_version");
    return query.next() ? query.value(0).toInt() : 0;
}

} // namespace

int schemaVersion() {
    return static_cast<int>(migrations().size());
}

void migrate(const QSqlDatabase &database) {
    int version = versionOf(database);
    if (version > schemaVersion()) {
        throw Error(ErrorCode::unsupported,
                    database.databaseName().toStdString() + " was written by a newer Spillway (schema " +
                        std::to_string(version) + ", this program knows " + std::to_string(schemaVersion()) +
                        ").",
                    "Start the newer Spillway, or use another folder with --data-dir.");
    }
    for (; version < schemaVersion(); ++version) {
        sql::Transaction transaction(database);
        for (const QString &statement : migrations()[static_cast<std::size_t>(version)]) {
            sql::run(database, statement);
        }
        sql::run(database, "DELETE FROM schema_version");
        sql::run(database, "INSERT INTO schema_version VALUES (?)", {version + 1});
        transaction.commit();
    }
}

} // namespace spillway
