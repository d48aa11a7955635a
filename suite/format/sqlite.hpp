#pragma once
// Logs in SQLite databases: a table, a view or the result of a query.
//
// A log is named "file.db:TABLE" or "file.db:SELECT ...", or "file.db" if the database has one table.
// The rows of a table come in the order of their rowid, those of a table WITHOUT ROWID, a view or a
// query in the order that SQLite gives.
//
// SQLite stores a type per value, not per column, so declared types do not count. A column has texts, as
// that of a CSV file: an integer is written exactly (names beyond 2^53 stay distinct), a real number as
// the shortest text that is read back as the same double, NULL as an absent value. A row with a BLOB in a
// column that is used is bad.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "suite/log/log_rows.hpp"

namespace replaybench {

/// The beginning of every database.
bool is_sqlite(std::string_view beginning);

/// A part of a database.
struct SqliteLog {
  std::filesystem::path file;
  std::string content;  ///< name of a table or view, or a query; empty: the only table
};

/// The parts of "file:CONTENT": nothing if there is a file of the whole name, or none of any part before a colon.
std::optional<SqliteLog> find_sqlite_log(const std::string& path);

/// SHA-256 of a database and of the name or query. Includes the file's write-ahead log, if there is one. Throws
/// FileError if a file cannot be read. O(file).
std::string digest_of_sqlite_log(const SqliteLog& log);

/// Opens a database for reading; `name` is for messages. Throws FileError if the file cannot be read, DataError if
/// it is no database, is damaged or has no table, if the query cannot be run or writes, or if a name comes twice
/// among the columns; SpecErrors if it has no table of this name (with the nearest), or several and none is
/// named. next() throws DataError if the rest cannot be read. Memory: a row, of at most 16 MiB.
std::unique_ptr<LogRows> sqlite_rows(const SqliteLog& log, const std::string& name);

}  // namespace replaybench
