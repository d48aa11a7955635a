#include "suite/format/json_lines.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "suite/format/table_rows.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

using Catch::Matchers::Contains;

std::unique_ptr<LogRows> json_rows(std::string_view text) {
  return json_lines_rows(text_in_memory(text, "log.jsonl"));
}

TEST_CASE("json lines: paths are columns") {
  const auto rows = json_rows(
      "{\"action\": \"a\", \"reward\": 1, \"user\": {\"age\": 31, \"new\": true}, \"context\": "
      "[0.5, 2]}\n"
      "\n"
      "{\"reward\": 0.25, \"action\": \"b\", \"user\": {\"age\": null}, \"id\": "
      "9007199254740993}\r\n"
      "{\"action\": \"c d\", \"id\": 18446744073709551615, \"context\": [], \"user\": {\"new\": "
      "false}}");
  CHECK(rows->header().names() == std::vector<std::string>{"action", "reward", "user.age",
                                                           "user.new", "context", "x_0", "x_1",
                                                           "id"});
  const auto texts = [&] {
    return std::vector<std::string>(rows->fields().begin(), rows->fields().end());
  };
  REQUIRE(rows->next());
  CHECK(texts() == std::vector<std::string>{"a", "1", "31", "true", "3:0.51:2", "0.5", "2", ""});
  CHECK(rows->number(3) == 1);
  CHECK(rows->number(5) == 0.5);
  REQUIRE(rows->next());
  CHECK(rows->line() == 3);
  CHECK(texts() == std::vector<std::string>{"b", "0.25", "", "", "", "", "", "9007199254740993"});
  CHECK(std::bit_cast<std::uint64_t>(rows->number(2)) == absent_bits);
  REQUIRE(rows->next());
  CHECK(texts() ==
        std::vector<std::string>{"c d", "", "", "false", "", "", "", "18446744073709551615"});
  CHECK_FALSE(rows->next());
}

TEST_CASE(
    "json lines: elements of a list of numbers stand behind it, those of texts are no columns") {
  const auto rows = json_rows(
      "{\"action\":\"a\",\"pool\":[\"a\"],\"context\":[1],\"reward\":1}\n"
      "{\"action\":\"b\",\"pool\":[\"a\",\"b\",null],\"context\":[2,3],\"reward\":0}\n");
  CHECK(rows->header().names() ==
        std::vector<std::string>{"action", "pool", "context", "x_0", "x_1", "reward"});
  REQUIRE(rows->lists().size() == 2);
  CHECK((rows->lists()[0].column == 1 && rows->lists()[0].size == 0));
  CHECK(
      (rows->lists()[1].column == 2 && rows->lists()[1].first == 3 && rows->lists()[1].size == 2));
  REQUIRE(rows->next());
  CHECK(std::isnan(rows->number(4)));
  REQUIRE(rows->next());
  CHECK_FALSE(rows->is_bad());
  CHECK(rows->number(4) == 3);
  CHECK(rows->fields()[1] == "1:a1:b0:");  // the reader of pools refuses the absent one
  const auto pools =
      read_log(*json_rows("{\"action\":\"a\",\"pool\":[\"a\"],\"reward\":1}\n"
                          "{\"action\":\"b\",\"pool\":[\"a\",\"b\"],\"reward\":0}\n"));
  CHECK(pools.log.has_pools());
  CHECK(std::none_of(pools.report.warnings.begin(), pools.report.warnings.end(),
                     [](const std::string& text) { return text.find("ignored") != text.npos; }));
}

TEST_CASE("json lines: the log is that of the same rows as CSV") {
  const auto got = read_log(*json_rows(
      "{\"action\":1,\"reward\":1,\"propensity\":0.5,\"pool\":[1,2],\"x_1\":2.5}\n"
      "{\"action\":\"2\",\"reward\":false,\"propensity\":0.25,\"pool\":[1,\"2\"],\"x_1\":-3}\n"));
  const auto expected = read_csv_log(
      "action,reward,propensity,pool,x_1\n1,1,0.5,1 2,2.5\n2,0,0.25,1 2,-3\n", "log.csv");
  CHECK(got.log.actions == expected.log.actions);
  CHECK(got.log.action_names == expected.log.action_names);
  CHECK(got.log.rewards == expected.log.rewards);
  CHECK(got.log.propensities == expected.log.propensities);
  CHECK(got.log.contexts == expected.log.contexts);
  CHECK(got.log.pools == expected.log.pools);
}

TEST_CASE("json lines: bad lines and bad texts") {
  const auto problem = [](std::string_view line) {
    const auto rows = json_rows("{\"action\":\"a\",\"pool\":[\"a\"]}\n" + std::string(line) + "\n");
    REQUIRE(rows->next());
    REQUIRE(rows->next());
    CHECK(rows->line() == 2);
    REQUIRE(rows->is_bad());
    return rows->problem();
  };
  CHECK_THAT(problem("{\"action\":}"), Contains("column 11: "));
  CHECK_THAT(problem("[1]"), Contains("no JSON object"));
  CHECK_THAT(problem("{\"action\":1,\"action\":2}"), Contains("\"action\" twice"));
  CHECK_THAT(problem("{\"pool\":\"a b\"}"), Contains("\"pool\" is no list, as on other lines"));
  CHECK_THAT(problem("{\"pool\":[{}]}"), Contains("no text or number"));
  CHECK_THROWS_WITH(json_rows("[]\n"),
                    "log.jsonl: no line is a JSON object\nlog.jsonl:1: the line is no JSON object");
  CHECK_THROWS_WITH(
      json_rows("\n{\"reward\":NaN}\n"),
      Contains("log.jsonl:2: column 11: \"NaN\" is no value of JSON; write null (at the "
               "key \"reward\")"));
  CHECK_THROWS_WITH(json_rows(""), "log.jsonl: no line is a JSON object");
  std::string many = "{";
  for (std::size_t i = 0; i <= max_json_columns; ++i) {
    many += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
  }
  CHECK_THROWS_WITH(json_rows(many + "}"), Contains("log.jsonl:1: the lines have more than 4096"));
}

}  // namespace
}  // namespace replaybench
