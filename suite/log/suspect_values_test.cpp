#include "suite/log/suspect_values.hpp"

#include <vector>

#include "suite/log/csv_log.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

using Names = std::vector<std::string>;

std::string similar(const Names& names, const std::vector<Action>& actions = {}) {
  std::vector<std::uint64_t> records(names.size());
  for (const Action action : actions) ++records[action];
  return warning_of_similar_actions(names, records);
}
std::string times(const std::vector<double>& rewards) {
  TimesAsRewards seen;
  for (const double reward : rewards) seen.add(reward);
  return seen.warning();
}
std::size_t backwards(const Names& timestamps) { return find_time_order(timestamps).backwards; }

}  // namespace

TEST_CASE("suspect values: the plain form of a name") {
  CHECK(plain_form(" a\t") == "a");
  CHECK(plain_form("a b") == "a b");
  for (const char* const one : {"1", "1.0", "1.", "+1", "01", "001.00", " 1 "}) {
    CHECK(plain_form(one) == "1");
  }
  for (const char* const zero : {"0", "0.0", ".0", "-0.0", "00"}) CHECK(plain_form(zero) == "0");
  CHECK(plain_form("0.50") == plain_form(".5"));
  CHECK(plain_form("-1.0") == "-1");
  CHECK(plain_form("100") == "100");
  // Other names that look alike are different: versions, exponents, digits that a double would lose.
  for (const char* const name : {"1.0.0", "1e3", "0x1", ".", "-", "A", "9007199254740993"}) {
    CHECK(plain_form(name) == name);
  }
}

TEST_CASE("suspect values: actions with several names are named with their records") {
  CHECK(
      similar({"1", "1.0", "2"}, {0, 1, 1, 2}) ==
      "action names that differ only in blanks at their ends or in how a number is written: \"1\" "
      "(1 record) and \"1.0\" (2 records): they count as different actions; write each action in "
      "one way");
  CHECK_THAT(similar({"a", "a ", " a", "b"}, {0, 1, 1}),
             Catch::Matchers::Contains("\" a\" (0 records)") &&
                 Catch::Matchers::Contains("\"a\" (1 record), \"a \" (2 records) and"));
  CHECK_THAT(similar({"1", "1.0", "2", "2.0", "3", "3.0", "4", "4.0", "5", "5.0"}),
             Catch::Matchers::Contains("; and 2 more: they count"));
  CHECK(similar({"1.0", "2.0", "a ", "b"}).empty());
  CHECK(similar({"A", "a", "1.0.0", "1.0"}).empty());
  CHECK(similar({}).empty());
}

TEST_CASE("suspect values: rewards that are dates or times") {
  CHECK_THAT(times({0, 20240131, 20240228}),
             Catch::Matchers::Contains("dates (yyyymmdd), the first is 20240131"));
  CHECK_THAT(times({1700000000, 1700000060.5}), Catch::Matchers::Contains("Unix seconds"));
  CHECK_THAT(times({1700000000123, 0}), Catch::Matchers::Contains("Unix milliseconds"));
  CHECK_THAT(times({1.7e15}), Catch::Matchers::Contains("Unix microseconds"));
  CHECK_THAT(times({1.7e18}), Catch::Matchers::Contains("Unix nanoseconds"));
  CHECK(times({}).empty());
  CHECK(times({0, 0}).empty());
  CHECK(times({0, 1, 0}).empty());
  CHECK(times({20240131, 20240231}).empty());    // no day
  CHECK(times({20240131, 20240131.5}).empty());  // money
  CHECK(times({1700000000, 1}).empty());
  CHECK(times({1700000000, 1700000000123}).empty());  // of two units
  CHECK(times({-1700000000}).empty());
}

TEST_CASE("suspect values: timestamps that go back") {
  const auto order = find_time_order(Names{"3", "5", "4", "4", "9", "1"});
  CHECK(order.backwards == 2);
  CHECK(order.first == 2);
  CHECK(backwards({"9", "10", "100"}) == 0);  // numbers, not texts
  CHECK(backwards({"10.5", "2.55"}) == 1);
  CHECK(backwards({"1.25", "1.75", "2.00"}) == 0);
  CHECK(backwards({"1e09", "2e08"}) == 0);  // no numbers that are judged
  CHECK(backwards({"2024-01-02", "2024-01-01"}) == 1);
  CHECK(backwards({"2024-01-01", "2024-01-01 00:00", "2024-01-01T00:00:01"}) == 0);
  CHECK(backwards({"2024-01-01 10:00:00.5", "2024-01-01 10:00:00.25"}) == 1);
  CHECK(backwards({"2024-01-01 10:00:00", "2024-01-01 10:00:00.0000000"}) == 0);
  // 10:00 at +02:00 is 08:00 UTC.
  CHECK(backwards({"2024-01-01T09:00:00Z", "2024-01-01T10:00:00+02:00"}) == 1);
  CHECK(backwards({"2024-01-01T10:00:00+0200", "2024-01-01T09:00:00Z"}) == 0);
  CHECK(backwards({"2024-01-01T08:00:00+00:00", "2024-01-01T09:00:00+02:00"}) == 1);
  CHECK(backwards({"2024-01-01T08:00:00+02:00", "2024-01-01T09:00:00+02:00",
                   "2024-01-01T08:59:59+02:00"}) == 1);
  CHECK(backwards({"2024-01-01T11:00:00", "2024-01-01 10:00:00"}) == 1);
  CHECK(backwards({"2024-01-01 11:00:00", "2024-01-01T10:00:00"}) == 1);
  CHECK(backwards({"2024-01-01 09:00:00 UTC", "2024-01-01 08:59:59 UTC"}) == 1);
  CHECK(backwards({"1969-12-31", "1969-12-30"}) == 1);
  // Values that cannot be compared are not judged.
  CHECK(backwards({"31/01/2024", "01/01/2024"}) == 0);
  CHECK(backwards({"2024-01-02", "", "2024-01-01"}) == 0);
  CHECK(backwards({"2024-01-02T00:00:00Z", "2024-01-01T00:00:00"}) == 0);
  CHECK(backwards({"2024-02-30", "2024-02-29"}) == 0);
  CHECK(backwards({}) == 0);
}

TEST_CASE("suspect values: the reader of logs warns of them, and changes no value") {
  const auto [log, report] =
      read_csv_log("action,reward\n1,20240131\n1.0,20240201\n2,0\n", "log.csv", {});
  CHECK(log.action_names == Names{"1", "1.0", "2"});
  CHECK(log.rewards == std::vector<double>{20240131, 20240201, 0});
  REQUIRE(report.warnings.size() == 2);
  CHECK_THAT(report.warnings[0], Catch::Matchers::Contains("\"1.0\" (1 record)"));
  CHECK_THAT(report.warnings[1], Catch::Matchers::Contains("look like dates"));
  CHECK(read_csv_log("action,reward\n1,0.5\n2,0\n", "log.csv", {}).report.warnings.empty());
}

}  // namespace replaybench
