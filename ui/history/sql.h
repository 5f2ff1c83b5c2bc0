#pragma once

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariantList>

namespace spillway::sql {

/// Runs one statement with its values in order. Throws Error(io), or Error(damaged) where the file is no
/// database, naming the file and what SQLite says.
QSqlQuery run(const QSqlDatabase &database, const QString &statement, const QVariantList &values = {});

/// Rolls back unless commit() was called.
class Transaction {
  public:
    explicit Transaction(const QSqlDatabase &database);
    ~Transaction();
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;
    void commit();

  private:
    QSqlDatabase database_;
    bool open_ = true;
};

} // namespace spillway::sql
