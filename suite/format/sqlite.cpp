#include "suite/format/sqlite.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "suite/format/table_rows.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/letter_case.hpp"
#include "suite/text/printable_text.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/sha256.hpp"
#include "suite/text/text_source.hpp"

namespace replaybench {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic{"SQLite format 3\0", 16};

struct Closes {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, Closes>;
using Statement = std::unique_ptr<sqlite3_stmt, Closes>;

std::string_view text_of(sqlite3_stmt* row, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
  return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(row, column)))
              : std::string_view{};
}

Database open_database(const fs::path& file, const std::string& name) {
  sqlite3* opened = nullptr;
  // Absolute, since a name that begins with "file:" could be taken for an address.
  const int outcome = sqlite3_open_v2(fs::absolute(file).c_str(), &opened,
                                      SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(opened);
  if (outcome != SQLITE_OK) {
    throw FileError("cannot read " + name + ": " + sqlite3_errstr(outcome));
  }
  // A schema may call functions; one from elsewhere gets those without effects only.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, static_cast<int>(longest_log_line));
  return database;
}

// Null, with the reason in sqlite3_errmsg, if the text cannot be compiled. `rest`: what follows the statement.
Statement prepare(sqlite3* database, const std::string& text, std::string_view* rest = nullptr) {
  sqlite3_stmt* prepared = nullptr;
  const char* tail = nullptr;
  sqlite3_prepare_v2(database, text.c_str(), static_cast<int>(text.size()), &prepared, &tail);
  if (rest && tail)
    *rest = std::string_view(text).substr(static_cast<std::size_t>(tail - text.c_str()));
  return Statement(prepared);
}

[[noreturn]] void fail(sqlite3* database, const std::string& name) {
  throw DataError(name + ": SQLite: " + quoted_text(sqlite3_errmsg(database), 200));
}

// "SELECT ..." or "WITH ...".
bool is_query(std::string_view text) {
  const auto begins = [text](std::string_view word) {
    return text.size() > word.size() && same_any_case(text.substr(0, word.size()), word) &&
           std::string_view(" \t\r\n(*").find(text[word.size()]) != std::string_view::npos;
  };
  return begins("select") || begins("with");
}

std::string quoted_identifier(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::vector<std::string> names_of_tables(sqlite3* database, const std::string& name,
                                         const std::string& types) {
  const Statement tables =
      prepare(database, "SELECT name FROM sqlite_schema WHERE type IN (" + types +
                            ") AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name");
  if (!tables) fail(database, name);
  std::vector<std::string> names;
  int outcome = 0;
  while ((outcome = sqlite3_step(tables.get())) == SQLITE_ROW) {
    names.emplace_back(text_of(tables.get(), 0));
  }
  if (outcome != SQLITE_DONE) fail(database, name);
  return names;
}

std::string list_of(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
    list += (i > 0 ? ", " : "") + quoted_text(names[i]);
  }
  return names.size() > shown ? list + ", ..." : list;
}

// The name of the table or view.
std::string table_of(sqlite3* database, const SqliteLog& log, const std::string& name) {
  const std::vector<std::string> tables = names_of_tables(database, name, "'table', 'view'");
  if (tables.empty()) throw DataError(name + ": the database has no table");
  if (!log.content.empty()) {
    for (const std::string& table : tables) {
      if (same_any_case(table, log.content)) return table;
    }
    throw SpecErrors(log.file.string() + " has no table " + quoted_text(log.content) +
                     suggestion(log.content, tables));
  }
  const std::vector<std::string> stored = names_of_tables(database, name, "'table'");
  if (stored.size() == 1) return stored[0];
  throw SpecErrors(name + " is a database of several tables: name one, as in " + name + ":" +
                   printable_text(tables[0]) + "; it has " + list_of(tables));
}

Statement statement_of(sqlite3* database, const SqliteLog& log, const std::string& name) {
  if (is_query(log.content)) {
    std::string_view rest;
    Statement query = prepare(database, log.content, &rest);
    if (!query) fail(database, name);
    if (rest.find_first_not_of(" \t\r\n;") != rest.npos) {
      throw DataError(name + ": more than one statement; expected one query");
    }
    if (!sqlite3_stmt_readonly(query.get())) {
      throw DataError(name + ": the statement writes; expected a query");
    }
    return query;
  }
  const std::string table = table_of(database, log, name);
  const std::string all = "SELECT * FROM " + quoted_identifier(table);
  // A view has an order of its own, and a table WITHOUT ROWID no such column.
  const std::vector<std::string> stored = names_of_tables(database, name, "'table'");
  if (std::find(stored.begin(), stored.end(), table) != stored.end()) {
    if (Statement ordered = prepare(database, all + " ORDER BY _rowid_")) return ordered;
  }
  Statement plain = prepare(database, all);
  if (!plain) fail(database, name);
  return plain;
}

std::vector<std::string> columns_of(sqlite3_stmt* statement) {
  std::vector<std::string> names;
  for (int c = 0; c < sqlite3_column_count(statement); ++c) {
    names.emplace_back(sqlite3_column_name(statement, c));
  }
  return names;
}

class SqliteRows final : public TableRows {
 public:
  SqliteRows(std::string name, Database database, Statement statement)
      : TableRows(std::move(name), columns_of(statement.get()),
                  std::vector<char>(columns_of(statement.get()).size(), 0)),
        database_(std::move(database)),
        statement_(std::move(statement)),
        texts_(header().size()) {}

  bool next() override {
    if (done_) return false;
    const int outcome = sqlite3_step(statement_.get());
    if (outcome == SQLITE_DONE) {
      done_ = true;
      return false;
    }
    if (outcome != SQLITE_ROW) {
      fail(database_.get(), name_ + ":" + std::to_string(line_ + 1));
    }
    ++line_;
    bad_ = false;
    for (std::size_t c = 0; c < texts_.size(); ++c) {
      if (is_used(c)) read(c);
    }
    return true;
  }

 private:
  void read(std::size_t c) {
    const int column = static_cast<int>(c);
    switch (sqlite3_column_type(statement_.get(), column)) {
      case SQLITE_INTEGER: {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits,
                                       sqlite3_column_int64(statement_.get(), column))
                             .ptr;
        texts_[c].assign(digits, end);
        return set_text(c, texts_[c]);
      }
      case SQLITE_FLOAT:
        texts_[c] = text_of_number(sqlite3_column_double(statement_.get(), column));
        return set_text(c, texts_[c]);
      case SQLITE_TEXT:
        return set_text(c, text_of(statement_.get(), column));
      case SQLITE_BLOB:
        bad_ = true;
        problem_ = column_label(header(), c) + " has a BLOB; expected a number or a text";
        return;
      default:
        set_text(c, {});
    }
  }

  Database database_;
  Statement statement_;  // before the database is closed
  std::vector<std::string> texts_;
  bool done_ = false;
};

}  // namespace

bool is_sqlite(std::string_view beginning) { return beginning.starts_with(magic); }

std::optional<SqliteLog> find_sqlite_log(const std::string& path) {
  std::error_code unreadable;
  if (fs::exists(path, unreadable)) return std::nullopt;
  for (auto colon = path.find(':'); colon != path.npos; colon = path.find(':', colon + 1)) {
    const std::string file = path.substr(0, colon);
    if (fs::is_regular_file(file, unreadable)) return SqliteLog{file, path.substr(colon + 1)};
  }
  return std::nullopt;
}

std::string digest_of_sqlite_log(const SqliteLog& log) {
  std::string text = sha256_hex_of_file(log.file) + "\n" + log.content + "\n";
  fs::path ahead = log.file;
  ahead += "-wal";
  std::error_code unreadable;
  if (fs::exists(ahead, unreadable)) text += sha256_hex_of_file(ahead) + "\n";
  return sha256_hex(text);
}

std::unique_ptr<LogRows> sqlite_rows(const SqliteLog& log, const std::string& name) {
  const std::string beginning = beginning_of(log.file, magic.size());
  if (!is_sqlite(beginning)) {
    throw DataError(log.file.string() + " is no SQLite database" +
                    (log.content.empty() ? "" : ", and has no table " + quoted_text(log.content)));
  }
  Database database = open_database(log.file, name);
  Statement statement = statement_of(database.get(), log, name);
  return std::make_unique<SqliteRows>(name, std::move(database), std::move(statement));
}

}  // namespace replaybench
