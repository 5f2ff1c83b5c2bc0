#include "history/sql.h"

#include "spillway.h"

#include <QSqlError>

namespace spillway::sql {

namespace {

constexpr auto sqlite_corrupt = "11";
constexpr auto sqlite_not_a_database = "26";

[[noreturn]] void fail(const QSqlDatabase &database, const QSqlError &error) {
    const std::string file = database.databaseName().toStdString();
    const QString code = error.nativeErrorCode();
    if (code == sqlite_corrupt || code == sqlite_not_a_database) {
        throw Error(ErrorCode::damaged, file + " is damaged: " + error.databaseText().toStdString() + ".",
                    "Move it away; a new one is made at the next start.");
    }
    throw Error(ErrorCode::io, file + " cannot be used: " + error.databaseText().toStdString() + ".",
                "Check that the drive has free space and that the file may be written.");
}

} // namespace

QSqlQuery run(const QSqlDatabase &database, const QString &statement, const QVariantList &values) {
    QSqlQuery query(database);
    query.setForwardOnly(true);
    if (!query.prepare(statement)) {
        fail(database, query.lastError());
    }
    for (const QVariant &value : values) {
        query.addBindValue(value);
    }
    if (!query.exec()) {
        fail(database, query.lastError());
    }
    return query;
}

Transaction::Transaction(const QSqlDatabase &database) : database_(database) {
    run(database_, "BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
    if (open_) {
        QSqlQuery(database_).exec("ROLLBACK"); // began by a statement, so ended by one
    }
}

void Transaction::commit() {
    run(database_, "COMMIT");
    open_ = false;
}

} // namespace spillway::sql
