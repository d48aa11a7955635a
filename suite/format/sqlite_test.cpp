#include "suite/format/sqlite.hpp"

#include <sqlite3.h>

#include <cstdlib>
#include <functional>
#include <limits>

#include "suite/format/log_format.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

void run(const std::filesystem::path& file, const std::string& statements) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  char* error = nullptr;
  const int outcome = sqlite3_exec(database, statements.c_str(), nullptr, nullptr, &error);
  INFO(statements << ": " << (error ? error : ""));
  CHECK(outcome == SQLITE_OK);
  sqlite3_free(error);
  sqlite3_close(database);
}

// A folder with a database.
class DatabaseFile {
 public:
  explicit DatabaseFile(const std::string& statements) { run(file(), statements); }
  std::filesystem::path file() const { return folder_.path() / "log.db"; }
  std::string name(const std::string& content) const { return file().string() + ":" + content; }
  std::unique_ptr<LogRows> rows(const std::string& content) const {
    return open_log_rows(name(content));
  }
  TableLog log(const std::string& content, const TableOptions& options = {}) const {
    return read_log(*rows(content), options);
  }
  template <class E>
  std::string failure(const std::string& content) const {
    return message_of<E>([&] { log(content); });
  }

 private:
  TemporaryFolder folder_;
};

void require_same(const Log& a, const Log& b) {
  CHECK(a.actions == b.actions);
  CHECK(a.action_names == b.action_names);
  CHECK(a.rewards == b.rewards);
  CHECK(a.propensities == b.propensities);
  CHECK(a.contexts == b.contexts);
  CHECK(a.feature_names == b.feature_names);
  CHECK(a.timestamps == b.timestamps);
  CHECK(a.pools == b.pools);
}

TEST_CASE("sqlite: a table is the log of the CSV file of the same content") {
  const DatabaseFile database(
      "CREATE TABLE log (action TEXT, reward INTEGER, propensity REAL, pool TEXT, timestamp TEXT, "
      "x_age REAL);"
      "INSERT INTO log VALUES ('Cold brew', 1, 0.1, 'Cold brew|Latte', '2024-01-01', "
      "0.30000000000000004),"
      "('Latte', 0, 0.9, 'Cold brew|Latte', '2024-01-02', -7), ('Latte', 1, 1, 'Latte', NULL, "
      "1e300);");
  const TableLog csv = read_csv_log(
      "action,reward,propensity,pool,timestamp,x_age\n"
      "Cold brew,1,0.1,Cold brew|Latte,2024-01-01,0.30000000000000004\n"
      "Latte,0,0.9,Cold brew|Latte,2024-01-02,-7\nLatte,1,1,Latte,,1e300\n",
      "log.csv", {.pool_separator = '|'});
  const TableOptions options{.pool_separator = '|'};
  const std::string contents[] = {"log", "LOG", "", "SELECT * FROM log",
                                  "with t as (select * from log) select * from t; "};
  for (const std::string& content : contents) {
    INFO(content);
    require_same(database.log(content, options).log, csv.log);
  }
  require_same(read_log(*open_log_rows(database.file()), options).log, csv.log);
}

TEST_CASE("sqlite: rows come in the order of their rowid, whatever indices there are") {
  const DatabaseFile database(
      "CREATE TABLE log (id INTEGER PRIMARY KEY, action TEXT, reward REAL);"
      "INSERT INTO log VALUES (3, 'c', 3), (1, 'a', 1), (2, 'b', 2);"
      "CREATE INDEX by_all ON log (action DESC, reward, id);"
      "CREATE TABLE keyed (action TEXT PRIMARY KEY, reward REAL) WITHOUT ROWID;"
      "INSERT INTO keyed VALUES ('b', 2), ('a', 1);"
      "CREATE VIEW seen AS SELECT action, reward FROM log WHERE reward > 1 ORDER BY reward DESC;");
  CHECK(database.log("log").log.rewards == std::vector<double>{1, 2, 3});
  CHECK(database.log("keyed").log.rewards == std::vector<double>{1, 2});
  CHECK(database.log("seen").log.rewards == std::vector<double>{3, 2});
  CHECK_THAT(database.failure<SpecErrors>(""),
             Catch::Contains("several tables") && Catch::Contains("\"keyed\", \"log\", \"seen\""));
}

TEST_CASE("sqlite: declared types do not count") {
  const DatabaseFile database(
      "CREATE TABLE log (action INTEGER, reward BLOB, x_a TEXT, note INTEGER);"
      "INSERT INTO log VALUES (9007199254740993, '1', '0.5', x'00'), (9007199254740992, 0.25, 2, "
      "'text');");
  const Log log = database.log("log").log;
  CHECK(log.action_names == std::vector<std::string>{"9007199254740992", "9007199254740993"});
  CHECK(log.rewards == std::vector<double>{1, 0.25});
  CHECK(log.contexts == std::vector<double>{0.5, 1, 2, 1});
}

TEST_CASE("sqlite: a value that cannot be used is a bad line at its row") {
  const DatabaseFile database(
      "CREATE TABLE log (action TEXT, reward REAL, x_a REAL);"
      "INSERT INTO log VALUES ('a', 1, 0), ('b', 'high', 0), ('a', 1, x'31'), ('a', NULL, 1), "
      "(NULL, 1, 1), "
      "('a', 9e999, 1);");
  const ReadReport report = database.log("log", {.skip_bad_lines = true}).report;
  CHECK(report.lines == 6);
  CHECK(report.records == 1);
  REQUIRE(report.first_bad.size() == 5);
  const std::pair<std::size_t, const char*> bad[] = {
      {2, "column \"reward\": \"high\" is not a number"},
      {3, "column \"x_a\" has a BLOB; expected a number or a text"},
      {4, "column \"reward\" is empty"},
      {5, "column \"action\" is empty"},
      {6, "column \"reward\": \"inf\""}};
  for (std::size_t i = 0; i < std::size(bad); ++i) {
    CHECK(report.first_bad[i].line == bad[i].first);
    CHECK_THAT(report.first_bad[i].reason, Catch::StartsWith(bad[i].second));
  }
  CHECK(database.log("log", {.skip_bad_lines = true, .missing_reward = MissingReward::zero})
            .report.records == 2);
}

TEST_CASE("sqlite: what cannot be opened says why") {
  const DatabaseFile database(
      "CREATE TABLE events (action TEXT, reward REAL, \"a \"\"b\" REAL);"
      "INSERT INTO events VALUES ('a', 1, 2);");
  CHECK_THAT(database.failure<SpecErrors>("event"),
             Catch::Contains("no table \"event\"") && Catch::Contains("\"events\""));
  CHECK_THAT(database.failure<DataError>("SELECT action, rewrd FROM events"),
             Catch::Contains("no such column: rewrd"));
  CHECK_THAT(database.failure<DataError>("SELECT action, action FROM events"),
             Catch::Contains("twice"));
  CHECK_THAT(database.failure<DataError>("SELECT 1; SELECT 2"),
             Catch::Contains("more than one statement"));
  CHECK_THAT(database.failure<DataError>("WITH t AS (SELECT 1) DELETE FROM events"),
             Catch::Contains("the statement writes"));
  CHECK_THAT(database.failure<DataError>("SELECT * FROM events WHERE reward > 1"),
             Catch::Contains("no data line"));
  CHECK(database.log("events").log.size() == 1);
  const TemporaryFolder folder;
  const auto csv = folder.write("log.csv", "action,reward\na,1\n");
  CHECK_THAT(message_of<DataError>([&] { open_log_rows(csv.string() + ":log"); }),
             Catch::Contains("log.csv is no SQLite database, and has no table \"log\""));
  CHECK_THAT(message_of<DataError>([&] { open_log_rows(csv, {.format = LogFormat::sqlite}); }),
             Catch::Contains("is no SQLite database"));
  const auto empty = folder.path() / "empty.db";
  run(empty, "CREATE TABLE t (a); DROP TABLE t;");
  CHECK_THAT(message_of<DataError>([&] { open_log_rows(empty); }), Catch::Contains("has no table"));
  CHECK_THROWS_AS(open_log_rows(folder.path() / "none.db:log"), FileError);
}

TEST_CASE("sqlite: a damaged database is an error, never a shorter log") {
  const DatabaseFile database(
      "PRAGMA page_size = 512; CREATE TABLE log (action TEXT, reward REAL);"
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
      "INSERT INTO log SELECT 'action ' || (i % 3), i % 2 FROM n;");
  std::ifstream file(database.file(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const TemporaryFolder folder;
  const auto read = [&](const std::string& content) {
    return read_log(*open_log_rows(folder.write("log.db", content))).log.size();
  };
  CHECK(read(bytes) == 500);
  for (std::size_t cut = 512; cut < bytes.size(); cut += 512) {
    INFO("cut at " << cut);
    CHECK_THROWS_AS(read(bytes.substr(0, cut)), DataError);
  }
  for (std::size_t page = 1; page * 512 < bytes.size(); ++page) {
    std::string damaged = bytes;
    damaged.replace(page * 512, 16, 16, '\xff');
    INFO("page " << page);
    CHECK_THROWS_AS(read(damaged), DataError);
  }
}

TEST_CASE("sqlite: the digest is of content and name, with the write-ahead log") {
  const DatabaseFile database("CREATE TABLE a (action, reward); CREATE TABLE b (action, reward);");
  const SqliteLog a{database.file(), "a"}, b{database.file(), "b"};
  const std::string before = digest_of_sqlite_log(a);
  CHECK(before == digest_of_sqlite_log(a));
  CHECK(before != digest_of_sqlite_log(b));
  sqlite3* writer = nullptr;
  REQUIRE(sqlite3_open(database.file().c_str(), &writer) == SQLITE_OK);
  CHECK(sqlite3_exec(writer, "PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0;", nullptr,
                     nullptr, nullptr) == SQLITE_OK);
  const std::string ahead = digest_of_sqlite_log(a);
  CHECK(sqlite3_exec(writer, "INSERT INTO a VALUES ('x', 1)", nullptr, nullptr, nullptr) ==
        SQLITE_OK);
  CHECK(digest_of_sqlite_log(a) != ahead);
  CHECK(database.log("a").log.size() == 1);
  sqlite3_close(writer);
}

TEST_CASE("sqlite: a file with a colon in its name is that file") {
  const TemporaryFolder folder;
  const auto csv = folder.write("log.db:events", "action,reward\na,1\n");
  run(folder.path() / "log.db", "CREATE TABLE events (action, reward);");
  CHECK_FALSE(find_sqlite_log(csv.string()));
  CHECK(read_log(*open_log_rows(csv)).log.size() == 1);
  CHECK_FALSE(find_sqlite_log("no:file"));
}

}  // namespace
}  // namespace replaybench
