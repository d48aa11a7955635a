#include "suite/text/text_table.hpp"

#include <stdexcept>

#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

TEST_CASE("text_table: columns are as wide as their widest text, in characters") {
  CHECK(character_count("") == 0);
  CHECK(character_count("1 ± 2") == 5);
  const std::vector<TextRow> rows{{"name", "value"}, {"é", "1 ± 2"}, {"long name", "3"}};
  CHECK(column_widths(rows) == std::vector<std::size_t>{9, 5});
  CHECK(aligned_table(rows, {Alignment::left, Alignment::right}) ==
        "name       value\n"
        "é          1 ± 2\n"
        "long name      3\n");
}

TEST_CASE("text_table: the last alignment holds for the columns beyond the list") {
  const std::vector<TextRow> rows{{"a", "bb", "c"}, {"aa", "b", "cc"}};
  CHECK(aligned_table(rows, {Alignment::right}) == " a  bb   c\naa   b  cc\n");
  CHECK(aligned_table(rows, {Alignment::left, Alignment::right}) == "a   bb   c\naa   b  cc\n");
  CHECK_THROWS_AS(aligned_table(rows, {}), std::invalid_argument);
}

TEST_CASE("text_table: rows of different lengths, empty texts, no blanks at the end") {
  CHECK(aligned_table({}, {Alignment::left}).empty());
  CHECK(aligned_table({{}}, {Alignment::left}) == "\n");
  CHECK(aligned_table({{"a", "", ""}, {"bb"}, {"", "c", "d"}}, {Alignment::left}) ==
        "a\nbb\n    c  d\n");
}

TEST_CASE("text_table: a text stays on its line") {
  CHECK(aligned_table({{"a\nb\tc\r", "d"}}, {Alignment::left}) == "a b c   d\n");
}

TEST_CASE("text_table: control characters are escaped, and the columns fit") {
  CHECK(aligned_table({{"a\x1b[31m", "d"}, {"bbbbbbbbbbbb", "e"}}, {Alignment::left}) ==
        "a\\x1b[31m     d\nbbbbbbbbbbbb  e\n");
}

}  // namespace
}  // namespace replaybench
