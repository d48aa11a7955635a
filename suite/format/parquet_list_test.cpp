// Lists in Parquet files: those of four independent writers (parquet_files/README.md), and files by
// hand whose levels no writer gives.

#include "suite/format/parquet_list.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

#include "suite/format/parquet.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/log/text_list.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/thrift_bytes.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

std::vector<std::filesystem::path> list_files() {
  std::vector<std::filesystem::path> files;
  const auto folder = std::filesystem::path(__FILE__).parent_path() / "parquet_files" / "lists";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Fields of a repeated kind cannot say that a list or an element is absent.
bool keeps_absent_elements(const std::filesystem::path& path) {
  return path.filename().string().find("parquetjs") != 0;
}

bool says(const std::string& message, const std::string& part) {
  INFO(message);
  CHECK(message.find(part) != std::string::npos);
  return message.find(part) != std::string::npos;
}

std::string list_of(std::string_view words) {
  std::string list;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    add_to_list(list, words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return list;
}

std::string pool_of(int i) {
  if (i % 5 == 4) return "0 1 2 3";
  return i % 3 == 2 ? "2" : "2 " + std::to_string(i % 3);
}

TEST_CASE("parquet lists: every list of every writer's file") {
  const auto files = list_files();
  REQUIRE(files.size() == 7);
  for (const auto& path : files) {
    INFO(path.filename().string());
    const auto rows = parquet_rows(ReadableFile(path), "lists.parquet");
    const auto column = [&](const std::string& name) { return *rows->header().find(name); };
    REQUIRE(rows->lists().size() == 6);
    std::vector<ColumnUse> uses(rows->header().size(), ColumnUse::unused);
    for (const char* name : {"action", "pool", "context"}) uses[column(name)] = ColumnUse::text;
    for (const char* name : {"reward", "x_0", "x_1", "x_2"}) uses[column(name)] = ColumnUse::number;
    for (const char* name : {"pi_0", "pi_2"}) uses[column(name)] = ColumnUse::text;
    rows->use(uses);
    int i = 0, wrong = 0;
    for (; rows->next(); ++i) {
      wrong += rows->is_bad();
      wrong += rows->fields()[column("action")] != std::to_string(i % 3);
      wrong += rows->fields()[column("pool")] != list_of(pool_of(i));
      wrong += rows->number(column("reward")) != (i % 4 == 0 ? 1 : 0);
      wrong += rows->number(column("x_0")) != i / 7.0;
      wrong += rows->number(column("x_1")) != i % 2;
      wrong += rows->number(column("x_2")) != -i;
      wrong += rows->fields()[column("context")] !=
               list_of(text_of_number(i / 7.0) + " " + std::to_string(i % 2) + " " +
                       text_of_number(i == 0 ? rows->number(column("x_2")) : -i));
      wrong += rows->fields()[column("pi_0")] != "0.5";
      wrong += rows->fields()[column("pi_2")] != "0.25";
    }
    CHECK(i == 60);
    CHECK(wrong == 0);
  }
}

TEST_CASE("parquet lists: absent lists, empty ones, absent elements, other lengths") {
  for (const auto& path : list_files()) {
    INFO(path.filename().string());
    for (const char* name : {"tags", "counts", "ids", "counts_0"}) {
      const auto rows = parquet_rows(ReadableFile(path), "lists.parquet");
      const std::size_t column = *rows->header().find_any_case(
          std::string(name) == "counts_0" && !keeps_absent_elements(path) ? "counts_0" : name);
      std::vector<ColumnUse> uses(rows->header().size(), ColumnUse::unused);
      uses[column] = ColumnUse::text;
      rows->use(uses);
      int wrong = 0;
      for (int i = 0; rows->next(); ++i) {
        const int kind = i % 4;
        const bool absent_element = kind == 3 && keeps_absent_elements(path);
        const std::string number = std::to_string(i);
        if (name == std::string("ids")) {
          const std::string ids = i % 3 == 2 ? "2" : std::to_string(i % 3) + " 2 7";
          wrong += rows->is_bad() || rows->fields()[column] != list_of(ids);
        } else if (name == std::string("counts_0")) {
          // The first list that is not empty has one element.
          wrong += rows->is_bad() != (kind != 2);
          if (kind == 2) wrong += rows->number(column) != i || rows->fields()[column] != number;
          if (kind < 2) wrong += rows->problem() != "column \"counts\" is empty";
          if (kind == 3) {
            wrong += rows->problem() != "column \"counts\" has a list of " +
                                            std::to_string(absent_element ? 3 : 2) +
                                            ", the first one has 1; all must have the same length";
          }
        } else {
          const bool texts = name == std::string("tags");
          if (absent_element) {
            std::vector<std::string_view> elements;
            split_list(rows->fields()[column], elements);
            wrong += rows->is_bad() || elements.size() != 3 || !elements[1].empty();
            continue;
          }
          wrong += rows->is_bad();
          const std::string expected = kind < 2             ? ""
                                       : kind == 2 && texts ? "t" + number
                                       : kind == 2          ? number
                                       : texts              ? "a b" + number
                                                            : "1 -" + number;
          wrong += rows->fields()[column] != list_of(expected);
        }
      }
      INFO(name);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("parquet lists: pool, context and probabilities make the log of the same rows as CSV") {
  std::string csv = "action,reward,pool,x_0,x_1,x_2,pi_0,pi_1,pi_2\n";
  std::string no_pool = csv;
  for (int i = 0; i < 60; ++i) {
    const std::string begin = std::to_string(i % 3) + (i % 4 == 0 ? ",1," : ",0,");
    const std::string end = "," + text_of_number(i / 7.0) + "," + std::to_string(i % 2) + ",-" +
                            std::to_string(i) + ",.5,.25,.25\n";
    csv += begin + pool_of(i) + end;
    no_pool += begin + "0 1 2" + end;
  }
  for (const auto& path : list_files()) {
    INFO(path.filename().string());
    const auto read = [&](const TableOptions& options) {
      return read_log(*parquet_rows(ReadableFile(path), "lists.parquet"), options);
    };
    const TableLog expected = read_csv_log(csv, "log.csv");
    for (const std::vector<std::string>& features :
         {std::vector<std::string>{}, {"context"}, {"Context"}, {"x_?"}}) {
      const TableLog got = read({.features = features});
      CHECK(got.log.actions == expected.log.actions);
      CHECK(got.log.pools == expected.log.pools);
      CHECK(got.log.contexts == expected.log.contexts);
      CHECK(got.log.feature_names == expected.log.feature_names);
      CHECK(got.log.action_names == expected.log.action_names);
      // A list that is not used is said once, not by element; of one that is, nothing.
      CHECK(got.report.ignored_columns == std::vector<std::string>{"ids", "pi", "tags", "counts"});
    }
    CHECK(read({.features = {"x_0"}}).report.ignored_columns ==
          std::vector<std::string>{"ids", "x_1", "x_2", "pi", "tags", "counts"});
    const TableLog wanted = read_csv_log(no_pool, "log.csv", {.policy_patterns = {"pi_*"}});
    for (const char* pattern : {"pi", "pi_*"}) {
      const TableLog got = read({.columns = {{"pool", ""}}, .policy_patterns = {pattern}});
      REQUIRE(got.log.targets.size() == 1);
      CHECK(got.log.targets[0].name == "pi");
      CHECK(got.log.targets[0].logged == wanted.log.targets[0].logged);
      CHECK(got.log.targets[0].all == wanted.log.targets[0].all);
      CHECK(got.report.warnings.empty());
    }
    const TableLog numbered = read({.columns = {{"pool", "ids"}}});
    CHECK(numbered.log.action_names == std::vector<std::string>{"0", "1", "2", "7"});
    CHECK(numbered.report.bad_lines == 0);
  }
}

TEST_CASE("parquet lists: what a list cannot be is said") {
  for (const auto& path : list_files()) {
    INFO(path.filename().string());
    const auto error = [&](const TableOptions& options) {
      return message_of<std::runtime_error>(
          [&] { read_log(*parquet_rows(ReadableFile(path), "lists.parquet"), options); });
    };
    says(error({.columns = {{"action", "ids"}}}),
         "column \"ids\" is a list, and only the pool can be one; its elements are columns: "
         "\"ids_0\" to \"ids_2\"");
    says(error({.cluster = "tags"}), "--cluster: column \"tags\" is a list");
    says(error({.segment = "tags"}), "--by: column \"tags\" is a list");
    says(error({.categorical = {"tags"}}), "--categorical: column \"tags\" is a list");
    says(error({.policy_columns = {"pi"}}), "--policy-column: column \"pi\" is a list");
    says(error({.features = {"ids"}}),
         "lists.parquet:3: column \"ids\" has a list of 1, the first one has 3");
    says(error({.features = {"counts"}}), "lists.parquet:1: column \"counts\" is empty");
    // Element i is of the action named i: actions of other names are refused, not guessed.
    says(error({.columns = {{"action", "x_0"}, {"pool", ""}}, .policy_patterns = {"pi"}}),
         "has no column for the logged action \"0.14285714285714285\"; element i of a list is of "
         "the action named i, from 0");
    says(error({.columns = {{"pool", ""}}, .policy_patterns = {"tags"}}), "needs one *");
  }
}

TEST_CASE("parquet lists: actions counted from 1 are warned of") {
  for (const auto& path : list_files()) {
    const auto rows = parquet_rows(ReadableFile(path), "lists.parquet");
    const TableLog got =
        read_log(*rows, {.skip_bad_lines = true,
                         .columns = {{"action", "reward"}, {"reward", "x_0"}, {"pool", ""}},
                         .policy_patterns = {"pi"}});
    CHECK(got.report.warnings.empty());  // its actions are 0 and 1
    const auto again = parquet_rows(ReadableFile(path), "lists.parquet");
    const TableLog one = read_log(*again, {.skip_bad_lines = true,
                                           .columns = {{"action", "ids_1"}, {"pool", ""}},
                                           .policy_patterns = {"pi"}});
    REQUIRE(one.report.warnings.size() == 1);
    says(one.report.warnings[0], "which the log never shows; are its actions counted from 1?");
  }
}

TEST_CASE("parquet lists: a list with the name of a role is the file's fault") {
  for (const auto& path : list_files()) {
    INFO(path.filename().string());
    std::ifstream stream(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    for (auto at = bytes.find("counts"); at != bytes.npos; at = bytes.find("counts")) {
      bytes.replace(at, 6, "logger");
    }
    const auto read = [&](const TableOptions& options) {
      return read_log(*parquet_rows(FileBytes(bytes), "lists.parquet"), options);
    };
    says(message_of<DataError>([&] { read({}); }),
         "lists.parquet: column \"logger\" is a list, and only the pool can be one; its elements "
         "are columns: \"logger_0\"; --columns logger=NAME names another");
    CHECK(read({.columns = {{"logger", ""}}}).report.records == 60);
  }
}

std::string four_bytes(std::size_t number) {
  const auto value = static_cast<std::uint32_t>(number);
  return {reinterpret_cast<const char*>(&value), 4};
}

struct Run {
  std::uint64_t length;
  char level;
};
std::string runs(const std::vector<Run>& levels) {
  std::string bytes;
  for (const Run& run : levels) {
    std::uint64_t head = run.length << 1;
    for (; head >= 0x80; head >>= 7) bytes += static_cast<char>(head | 0x80);
    bytes += static_cast<char>(head);
    bytes += run.level;
  }
  return four_bytes(bytes.size()) + bytes;
}

// A file with one column: optional group NAME (LIST) { repeated group list { optional element } };
// levels 0 absent, 1 empty, 2 an absent element, 3 an element; the elements are 1, 2, ...
std::string list_file(std::uint64_t rows, std::uint64_t values, const std::vector<Run>& repetitions,
                      const std::vector<Run>& levels, std::size_t elements,
                      const std::string& name = "context") {
  std::string page = runs(repetitions) + runs(levels);
  for (std::size_t i = 1; i <= elements; ++i) {
    const auto value = static_cast<double>(i);
    page.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  const std::string header =
      ThriftBytes()
          .whole(1, 0)
          .whole(2, page.size())
          .whole(3, page.size())
          .structure(5, ThriftBytes().whole(1, values).whole(2, 0).whole(3, 3).whole(4, 3))
          .end();
  const std::vector<ThriftBytes> schema = {
      ThriftBytes().text(4, "root").whole(5, 1),
      ThriftBytes().whole(3, 1).text(4, name).whole(5, 1).whole(6, 3),
      ThriftBytes().whole(3, 2).text(4, "list").whole(5, 1),
      ThriftBytes().whole(1, 5).whole(3, 1).text(4, "element")};
  const ThriftBytes chunk = ThriftBytes().structure(3, ThriftBytes()
                                                           .whole(1, 5)
                                                           .texts(3, {name, "list", "element"})
                                                           .whole(4, 0)
                                                           .whole(5, values)
                                                           .whole(7, header.size() + page.size())
                                                           .whole(9, 4));
  const std::string footer = ThriftBytes()
                                 .list(2, schema)
                                 .whole(3, rows)
                                 .list(4, {ThriftBytes().list(1, {chunk}).whole(3, rows)})
                                 .end();
  return "PAR1" + header + page + footer + four_bytes(footer.size()) + "PAR1";
}

std::string words_of(std::string_view list) {
  std::vector<std::string_view> elements;
  split_list(list, elements);
  std::string words;
  for (const std::string_view element : elements) {
    words.append(words.empty() ? "" : " ").append(element);
  }
  return words;
}

// The lists as texts, each behind a |; or the error.
std::string lists_in(const std::string& bytes) {
  std::string text;
  try {
    const auto rows = parquet_rows(FileBytes(bytes), "forged");
    std::vector<ColumnUse> uses(rows->header().size(), ColumnUse::unused);
    uses[0] = ColumnUse::text;
    rows->use(uses);
    while (rows->next()) {
      text += "|" + (rows->is_bad() ? rows->problem() : words_of(rows->fields()[0]));
    }
    return text;
  } catch (const DataError& error) {
    return error.what();
  }
}

TEST_CASE("parquet lists: levels by hand") {
  CHECK(lists_in(list_file(4, 6, {{1, 0}, {1, 1}, {3, 0}, {1, 1}}, {{2, 3}, {1, 0}, {1, 1}, {2, 3}},
                           4)) == "|1 2|||3 4");
  CHECK(lists_in(list_file(2, 3, {{2, 0}, {1, 1}}, {{1, 3}, {1, 2}, {1, 3}}, 2)) ==
        "|1|2");  // of an absent element and 2
  // An element that is absent is an absent number in its column.
  const auto rows = parquet_rows(
      FileBytes(list_file(2, 4, {{1, 0}, {1, 1}, {1, 0}, {1, 1}}, {{3, 3}, {1, 2}}, 3)), "absent");
  CHECK(rows->header().names() == std::vector<std::string>{"context", "x_0", "x_1"});
  rows->use(std::vector{ColumnUse::unused, ColumnUse::number, ColumnUse::number});
  REQUIRE(rows->next());
  CHECK(rows->number(2) == 2);
  REQUIRE(rows->next());
  CHECK_FALSE(rows->is_bad());
  CHECK(rows->number(1) == 3);
  CHECK(std::bit_cast<std::uint64_t>(rows->number(2)) == absent_bits);
  CHECK_FALSE(rows->next());
  // A piece ends within a list.
  CHECK(lists_in(list_file(2, 2003, {{1, 0}, {2001, 1}, {1, 0}}, {{2003, 3}}, 2003))
            .ends_with(" 2002|2003"));
}

TEST_CASE("parquet lists: forged levels are refused, and allocate nothing") {
  const auto error = [](std::uint64_t rows, std::uint64_t values,
                        const std::vector<Run>& repetitions, const std::vector<Run>& levels,
                        std::size_t elements) {
    return lists_in(list_file(rows, values, repetitions, levels, elements));
  };
  says(error(2, 3, {{3, 1}}, {{3, 3}}, 3), "its first list has no beginning");
  says(error(3, 3, {{1, 0}, {2, 1}}, {{3, 3}}, 3), "row 2: the column has fewer lists");
  says(error(2, 3, {{3, 0}}, {{3, 3}}, 3), "row 2: the column has more lists");
  says(error(2, 3, {{2, 0}, {1, 1}}, {{1, 3}, {2, 1}}, 1), "a list without elements goes on");
  says(error(2, 3, {{1, 0}, {1, 1}, {1, 0}}, {{1, 3}, {1, 1}, {1, 3}}, 2),
       "a list goes on without an element");
  says(error(1, 2, {{1, 0}, {1, 1}}, {{2, 3}}, 1), "fewer values than its header says");
  says(error(2, 1, {{1, 0}}, {{1, 3}}, 1), "has 1 values in a group of 2 rows");
  says(error(1, std::uint64_t{1} << 40, {{1, 0}, {std::uint64_t{1} << 40, 1}},
             {{std::uint64_t{1} << 40, 2}}, 0),
       "values in a group of 1 rows");
  // As many absent elements as the size of the file allows.
  says(error(1, 70000, {{1, 0}, {69999, 1}}, {{70000, 2}}, 0),
       "row 1: a list of more than 65536 elements is not read");
}

// A list that nobody uses stops nothing, and names take no memory that the file does not have.
TEST_CASE("parquet lists: elements that are no columns are a warning") {
  const auto names = [](const std::string& bytes, const std::string& warning) {
    const auto rows = parquet_rows(FileBytes(bytes), "warned");
    REQUIRE(rows->warnings().size() == 1);
    CHECK(rows->warnings()[0].find(warning) != std::string::npos);
    return rows->header().names();
  };
  CHECK(names(list_file(1, 70000, {{1, 0}, {69999, 1}}, {{70000, 2}}, 0), "more than 65536") ==
        std::vector<std::string>{"context"});
  const std::string name(60'000, 'n');
  CHECK(names(list_file(1, 60'000, {{1, 0}, {59'999, 1}}, {{60'000, 3}}, 60'000, name),
              "their names have more than 16777216 bytes") == std::vector<std::string>{name});
}

bool reads_lists(const std::string& bytes, bool all) {
  try {
    const auto rows = parquet_rows(FileBytes(bytes), "broken.parquet");
    if (all) {
      while (rows->next()) {
      }
    } else {
      read_log(*rows,
               {.skip_bad_lines = true, .columns = {{"pool", ""}}, .policy_patterns = {"pi"}})
          .log.check();
    }
    return true;
  } catch (const std::runtime_error& error) {
    for (const char c : std::string_view(error.what())) {
      if (static_cast<unsigned char>(c) < 0x20 && c != '\n') FAIL("control character in a message");
    }
    return false;
  }
}

TEST_CASE("parquet lists: files that are cut or changed are an error or a log") {
  int errors = 0, logs = 0;
  std::uint64_t file = 0;
  for (const auto& path : list_files()) {
    INFO(path.filename().string());
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    CHECK(reads_lists(bytes, true));
    CHECK(reads_lists(bytes, false));
    for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 97) {
      CHECK_FALSE(reads_lists(bytes.substr(0, length), true));
    }
    const StreamKey key = derive_key(++file, "format", "parquet_list_test");
    for (std::uint64_t i = 0; i < 400; ++i) {
      Draws draws(key, i);
      std::string mutated = bytes;
      for (std::uint32_t n = 1 + draws.below(3); n > 0; --n) {
        mutated[draws.below(static_cast<std::uint32_t>(bytes.size()))] =
            static_cast<char>(draws.below(256));
      }
      (reads_lists(mutated, i % 2 == 0) ? logs : errors) += 1;
    }
  }
  CHECK(errors > 500);
  CHECK(logs > 100);
}

}  // namespace
}  // namespace replaybench
