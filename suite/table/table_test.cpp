#include "suite/table/table.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

std::string data_error(std::string_view csv) {
  try {
    Table::from_csv(csv, "t.csv");
  } catch (const DataError& error) {
    return error.what();
  }
  return "no error";
}

const NumberColumn& numbers(const Table& table, std::string_view name) {
  return std::get<NumberColumn>(table.column(name));
}

const TextColumn& texts(const Table& table, std::string_view name) {
  return std::get<TextColumn>(table.column(name));
}

TEST_CASE("table: columns keep their order and refuse what does not fit") {
  Table table;
  CHECK(table.rows() == 0);
  table.add_column("b", NumberColumn{1, 2, 3});
  table.add_column("a", TextColumn{"x", "y", "z"});
  CHECK(table.names() == std::vector<std::string>{"b", "a"});
  CHECK(table.rows() == 3);
  CHECK(table.has_column("a"));
  CHECK_FALSE(table.has_column("c"));
  CHECK_THROWS_AS(table.add_column("a", NumberColumn{1, 2, 3}), std::logic_error);
  CHECK_THROWS_AS(table.add_column("c", NumberColumn{1, 2}), std::logic_error);
  CHECK_THROWS_AS(table.add_column("", NumberColumn{1, 2, 3}), std::logic_error);
  CHECK_THROWS_AS(table.column("c"), std::out_of_range);

  const Table picked = table.select({2, 0, 2});
  CHECK(numbers(picked, "b") == NumberColumn{3, 1, 3});
  CHECK(texts(picked, "a") == TextColumn{"z", "x", "z"});
  CHECK(table.select({}).rows() == 0);
  CHECK(table.select({}).names() == table.names());
  CHECK_THROWS_AS(table.select({3}), std::out_of_range);
}

TEST_CASE("table: the CSV's bytes") {
  Table table;
  table.add_column("n", NumberColumn{0.1, 1e300, -0.0, std::nan(""), INFINITY, 3});
  table.add_column("a,b", TextColumn{"plain", "x,y", "say \"hi\"", "two\nlines", "", "7"});
  CHECK(table.to_csv() ==
        "n,\"a,b\"\n0.1,plain\n1e+300,\"x,y\"\n-0,\"say \"\"hi\"\"\"\nnan,\"two\nlines\"\n"
        "inf,\n3,\"7\"\n");
  CHECK_THROWS_AS(Table().to_csv(), std::logic_error);
}

TEST_CASE("table: CSV gives back types and bits") {
  Table table;
  NumberColumn values{0.0,       -0.0,
                      1.0 / 3,   std::numeric_limits<double>::denorm_min(),
                      -INFINITY, std::numeric_limits<double>::max()};
  TextColumn words{"1", "nan", "\"", "\r\n", " 5", ",,"};
  Draws draws(derive_key(1, "live", "csv"), 0);
  const char alphabet[] = "a1,\"\n\r. é";
  for (int i = 0; i < 2000; ++i) {
    values.push_back(draws.normal() * std::ldexp(1, static_cast<int>(draws.below(200)) - 100));
    std::string word;
    for (auto n = draws.below(5); n > 0; --n) word += alphabet[draws.below(sizeof alphabet - 1)];
    words.push_back(word);
  }
  table.add_column("text", words);
  table.add_column("number", values);
  const std::string csv = table.to_csv();
  const Table back = Table::from_csv(csv, "t.csv");
  CHECK(back.names() == table.names());
  CHECK(texts(back, "text") == words);
  REQUIRE(numbers(back, "number").size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(std::signbit(numbers(back, "number")[i]) == std::signbit(values[i]));
    CHECK(numbers(back, "number")[i] == values[i]);
  }
  CHECK(back.to_csv() == csv);

  Table lone;
  lone.add_column("t", TextColumn{"", "x", ""});
  CHECK(texts(Table::from_csv(lone.to_csv(), "t.csv"), "t") == TextColumn{"", "x", ""});

  // All cells look like numbers, and yet it is a column of texts.
  Table labels;
  labels.add_column("label", TextColumn{"1", "2"});
  CHECK(texts(Table::from_csv(labels.to_csv(), "t.csv"), "label") == TextColumn{"1", "2"});
}

TEST_CASE("table: other people's CSV") {
  const Table table = Table::from_csv("\xEF\xBB\xBFx,y\r\n1,a\r\n+2e1,\"b\"\"\"", "t.csv");
  CHECK(numbers(table, "x") == NumberColumn{1, 20});
  CHECK(texts(table, "y") == TextColumn{"a", "b\""});
  // One cell that is no number makes the column one of texts, the others as written.
  CHECK(texts(Table::from_csv("x\n01\n0x1\n", "t.csv"), "x") == TextColumn{"01", "0x1"});
  CHECK(Table::from_csv("x,y\n", "t.csv").rows() == 0);
  CHECK(std::isnan(numbers(Table::from_csv("x\nnan\n", "t.csv"), "x")[0]));
  // No byte of a text is lost, in quotes or not.
  const std::string odd("x\n\0\n\"\r\0,\"\n", 10);
  CHECK(texts(Table::from_csv(odd, "t.csv"), "x") ==
        TextColumn{std::string(1, '\0'), std::string("\r\0,", 3)});
}

TEST_CASE("table: broken CSV is refused with its line") {
  CHECK(data_error("") == "t.csv:1: the text is empty; expected a line of column names");
  CHECK(data_error("a,b\n1,2\n1\n") == "t.csv:3: 1 cells; the header has 2 columns");
  CHECK(data_error("a,b\n\"x\ny\",2\n1,2,3\n") == "t.csv:4: 3 cells; the header has 2 columns");
  CHECK(data_error("a,b\n1,\"x\n\n") == "t.csv:2: unterminated quote");
  CHECK(data_error("a\n\"x\"y\n") == "t.csv:2: text after a closing quote");
  CHECK(data_error("a\nx\"y\n") == "t.csv:2: quote inside an unquoted field");
  CHECK(data_error("a\nx\ry\n") == "t.csv:2: a carriage return without a line feed outside quotes");
  CHECK(data_error("a\nx\r") == "t.csv:2: a carriage return without a line feed outside quotes");
  CHECK(data_error("a\n\"x\"\r") ==
        "t.csv:2: a carriage return without a line feed outside quotes");
  CHECK(data_error("a,b\n\"x\r\n\",\"y\"z\n") == "t.csv:3: text after a closing quote");
  CHECK(data_error("a,a\n") == "t.csv:1: two columns have the name \"a\"");
  CHECK(data_error("a,\n") == "t.csv:1: column 2 has no name");
  CHECK_THROWS_AS(Table::read_csv("/nowhere/t.csv"), FileError);
}

}  // namespace
}  // namespace replaybench
