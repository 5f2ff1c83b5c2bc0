#pragma once

class QSqlDatabase;

namespace spillway {

/// Brings a store to the newest schema, one version after another, each in a transaction of its own, so that an
/// interrupted update leaves the version before. A new file has version 0. Throws Error(unsupported) for a
/// store of a newer program, which is then not touched, and Error(io) where the database refuses.
void migrate(const QSqlDatabase &database);

/// The schema that this program reads and writes.
int schemaVersion();

} // namespace spillway
