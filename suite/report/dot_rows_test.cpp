#include "suite/report/dot_rows.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

StudyTables with_tables(std::vector<std::pair<std::string, Table>> tables) {
  StudyTables made;
  made.tables = std::move(tables);
  return made;
}

Table exact_table(std::size_t rows) {
  Table table;
  NumberColumn k, y;
  for (std::size_t row = 0; row < rows; ++row) {
    k.push_back(static_cast<double>(row));
    y.push_back(static_cast<double>(row * row));
  }
  table.add_column("K", k);
  table.add_column("y", y);
  return table;
}

}  // namespace

TEST_CASE("dot rows: the first measured column, with its interval, by what differs between rows") {
  Table table;
  table.add_column("algorithm", TextColumn{"A", "B", "A", "B"});
  table.add_column("T", NumberColumn{100, 100, 200, 200});
  table.add_column("dataset", TextColumn{"d", "d", "d", "d"});
  table.add_column("bias", NumberColumn{-0.5, 0.5, std::nan(""), 0.25});
  table.add_column("bias_se", NumberColumn{0.1, 0.1, 0.1, 0});
  table.add_column("bias_n", NumberColumn{10, 10, 10, 20});
  const auto values = dot_rows(with_tables({{"exact", exact_table(3)}, {"measured", table}}));
  CHECK(values["table"] == "measured");
  CHECK(values["column"] == "bias");
  CHECK(values["about"] == "95% intervals over 10 to 20 replicates");
  CHECK(values["cut"] == "");
  REQUIRE(values["rows"].size() == 3);  // one is NaN
  CHECK(values["rows"][0]["name"] == "A, T = 100");
  CHECK(values["rows"][2]["name"] == "B, T = 200");
  CHECK(values["rows"][0]["half"] == "0.23");  // Student's t with 9 degrees of freedom: 2.262 * 0.1
  CHECK(values["rows"][2]["half"] == "0");
  // The scale reaches from the lowest to the highest end of an interval; zero is its middle.
  CHECK(values["rows"][0]["low"] == "2.00");
  CHECK(values["rows"][1]["high"] == "98.00");
  CHECK(values["zero"] == "50.00");
  CHECK(values["low"] == "-0.7262");
}

TEST_CASE("dot rows: a computed table has dots without intervals, and is cut") {
  const auto values = dot_rows(with_tables({{"squares", exact_table(30)}}));
  CHECK(values["column"] == "y");
  CHECK(values["about"] == "computed, so without intervals");
  CHECK(values["cut"] == "the first 24 of 30 rows");
  CHECK(values["rows"].size() == 24);
  CHECK(values["rows"][23]["name"] == "K = 23");
  CHECK(values["rows"][23]["half"] == "");
  CHECK(values["rows"][23]["place"] == "98.00");
  CHECK(values["zero"] == "");
}

TEST_CASE("dot rows: without two rows that have names there is no figure") {
  Table nameless;
  nameless.add_column("x", NumberColumn{1, 2, 3});
  Table texts;
  texts.add_column("a", TextColumn{"b", "c"});
  CHECK(dot_rows(with_tables({})).is_null());
  CHECK(dot_rows(with_tables({{"one", exact_table(1)}, {"x", nameless}, {"a", texts}})).is_null());
  CHECK(dot_rows(with_tables({{"x", nameless}, {"two", exact_table(2)}}))["table"] == "two");
}
