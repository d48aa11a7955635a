// The table of formats by feature in suite/format/README.md, compared with what the readers read.

#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "suite/format/log_format.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/without_blanks.hpp"

using namespace replaybench;

namespace {

using Row = std::vector<std::string>;

std::filesystem::path format_folder() {
  return std::filesystem::path(__FILE__).parent_path().parent_path() / "format";
}

Row cells_of(const std::string& line) {
  Row cells;
  std::istringstream stream(line.substr(1));
  for (std::string cell; std::getline(stream, cell, '|');) {
    cells.emplace_back(without_blanks(cell));
  }
  return cells;
}

// The rows by format, cell by heading.
std::map<std::string, std::map<std::string, std::string>> table_of_readme() {
  std::ifstream file(format_folder() / "README.md");
  std::map<std::string, std::map<std::string, std::string>> table;
  Row headings;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| format | read |")) {
      headings = cells_of(line);
    } else if (headings.empty() || line.starts_with("|---")) {
      continue;
    } else if (!line.starts_with("|")) {
      break;
    } else {
      const Row cells = cells_of(line);
      REQUIRE(cells.size() == headings.size());
      for (std::size_t i = 1; i < cells.size(); ++i) table[cells[0]][headings[i]] = cells[i];
    }
  }
  return table;
}

constexpr const char* csv_text =
    "action,reward,propensity,pool,pi_1,pi_2\n1,1,0.5,1 2,0.25,0.75\n2,0,0.5,1 2,0.25,0.75\n"
    "1,0,1,1,1,0\n";

// A log of one format with all that the format can have: its files, the second for several files.
struct Sample {
  std::string file, other;
  std::string policies = "pi_*";
  std::string pools_in = {};  // another file, if `file` has none
};

class Samples {
 public:
  Sample of(LogFormat format) const {
    switch (format) {
      case LogFormat::csv:
        return texts("csv", csv_text);
      case LogFormat::json:
        return texts(
            "jsonl",
            R"({"action":"1","reward":1,"propensity":0.5,"pool":["1","2"],"pi_1":0.25,"pi_2":0.75})"
            "\n"
            R"({"action":"1","reward":0,"propensity":1,"pool":["1"],"pi_1":1,"pi_2":0})"
            "\n");
      case LogFormat::dsjson:
        return texts(
            "dsjson",
            R"({"_label_cost":0,"a":[1,2],"p":[0.5,0.5],"c":{"_multi":[{"i":{"u":1}},{"i":{"u":2}}]}})"
            "\n"
            R"({"_label_cost":-1,"a":[1],"p":[1],"c":{"_multi":[{"i":{"u":1}}]}})"
            "\n");
      case LogFormat::vw:
        return texts("vw", "shared |u a\n0:0:0.5 |i x\n|i y\n\nshared |u a\n0:-1:1 |i x\n\n");
      case LogFormat::npz: {
        const auto files = format_folder() / "npz_files";
        return {(files / "bandit_feedback.npz").string(),
                (files / "bandit_feedback_compressed.npz").string(), "pi_b_*"};
      }
      case LogFormat::parquet: {
        const auto files = format_folder() / "parquet_files";
        return {(files / "duckdb_v2.parquet").string(), (files / "duckdb_snappy.parquet").string(),
                "pi", (files / "lists" / "duckdb_lists.parquet").string()};
      }
      case LogFormat::sqlite:
        return databases();
    }
    throw std::logic_error("a format without a sample");
  }

 private:
  Sample texts(const std::string& kind, const std::string& text) const {
    return {folder_.write("a." + kind, text).string(), folder_.write("b." + kind, text).string()};
  }
  Sample databases() const {
    Sample sample{(folder_.path() / "a.db").string(), (folder_.path() / "b.db").string()};
    for (const std::string& file : {sample.file, sample.other}) {
      sqlite3* database = nullptr;
      REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
      CHECK(sqlite3_exec(
                database,
                "CREATE TABLE log (action, reward, propensity, pool, pi_1, pi_2);"
                "INSERT INTO log VALUES (1, 1, 0.5, '1 2', 0.25, 0.75), (1, 0, 1, '1', 1, 0);",
                nullptr, nullptr, nullptr) == SQLITE_OK);
      sqlite3_close(database);
    }
    return sample;
  }

  TemporaryFolder folder_;
};

bool reads(const LogOptions& options, const std::function<bool(const InputLog&)>& holds) {
  try {
    return holds(open_log(options));
  } catch (const Error&) {
    return false;
  }
}

LogOptions log_at(const std::string& path) {
  LogOptions options;
  options.path = path;
  return options;
}

// The cells of a format whose value its reader shows.
std::map<std::string, bool> features_of(const Sample& sample, const std::filesystem::path& items) {
  const LogOptions plain = log_at(sample.file);
  const std::string with_lists = sample.pools_in.empty() ? sample.file : sample.pools_in;
  LogOptions policies = log_at(with_lists), several = plain, by_table = log_at(sample.file);
  policies.policy_patterns = {sample.policies};
  if (!sample.pools_in.empty()) policies.columns = {{"pool", ""}};  // which has an action more
  several.more_paths = {sample.other};
  by_table.action_features = items.string();
  const auto any = [](const InputLog&) { return true; };
  const std::size_t records = open_log(plain).log->size();
  return {
      {"read", reads(plain, any)},
      {"propensities", reads(plain, [](const InputLog& in) { return in.log->has_propensities(); })},
      {"pools", reads(log_at(with_lists), [](const InputLog& in) { return in.log->has_pools(); })},
      {"policies in columns",
       reads(policies, [](const InputLog& in) { return !in.log->targets.empty(); })},
      {"several files",
       reads(several, [&](const InputLog& in) { return in.log->size() == 2 * records; })},
      {"own features of actions",
       reads(plain, [](const InputLog& in) { return in.log->has_action_features(); })},
      {"features of actions by a table",
       reads(by_table, [](const InputLog& in) { return in.log->has_action_features(); })},
  };
}

}  // namespace

TEST_CASE("formats: the table of features by format is what the readers read") {
  const auto table = table_of_readme();
  const std::pair<LogFormat, const char*> names[] = {
      {LogFormat::csv, "CSV"},       {LogFormat::json, "JSON lines"},
      {LogFormat::dsjson, "dsjson"}, {LogFormat::vw, "VW text"},
      {LogFormat::npz, "npz"},       {LogFormat::parquet, "Parquet"},
      {LogFormat::sqlite, "SQLite"}};
  CHECK(std::size(names) == log_format_names.size());
  CHECK(table.size() ==
        std::size(names) + 2);  // Arrow streams and prepared logs have tests of their own
  CHECK(table.contains("Arrow C streams, from Python"));
  CHECK(table.contains("prepared log"));
  const Samples samples;
  const TemporaryFolder folder;
  const auto items = folder.write("items.csv",
                                  "action,price\n1,2\n2,3\n0,1\nitem0,4\nitem1,5\nitem2,1\n"
                                  "item3,1\nitem4,2\n");
  for (const auto& [format, name] : names) {
    INFO(name);
    REQUIRE(table.contains(name));
    const auto& row = table.at(name);
    const auto features = features_of(samples.of(format), items);
    for (const char* heading :
         {"read", "propensities", "pools", "policies in columns", "several files"}) {
      INFO(heading << ": " << row.at(heading));
      CHECK(row.at(heading).starts_with("yes") == features.at(heading));
    }
    const std::string& of_actions = row.at("features of actions");
    CHECK(of_actions.starts_with("yes") == features.at("own features of actions"));
    if (of_actions == "by a table") CHECK(features.at("features of actions by a table"));
  }
}
