#include "suite/text/csv_header.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

TEST_CASE("csv_header: names whatever their case, the exact one first") {
  const CsvHeader header({"Reward", "action", "ACTION", "Slot"}, "f.csv");
  CHECK(header.find("reward") == std::nullopt);
  CHECK(header.find_any_case("reward") == 0);
  CHECK(header.find_any_case("ACTION") == 2);
  CHECK(header.find_any_case("Action") == 1);
  CHECK(header.find_any_case("slots") == std::nullopt);
  CHECK(header.find_any_case("slo") == std::nullopt);
}

TEST_CASE("csv_header: a column in another case is not missing") {
  const CsvHeader header({"Slate", "reward"}, "f.csv");
  CHECK(header.require({"reward", "slate"}) == std::vector<std::size_t>{1, 0});
  const std::string message = message_of<DataError>([&] { header.require({"slate", "slot"}); });
  CHECK(message.find("missing column \"slot\"") != message.npos);
  CHECK(message.find("\"slate\"") == message.npos);
  std::vector<std::string> many;
  for (int i = 0; i < 60; ++i) many.push_back("x_" + std::to_string(i));
  const std::string shown =
      message_of<DataError>([&] { CsvHeader(many, "f.csv").require({"slot"}, "; advice"); });
  CHECK(shown.ends_with("\"x_9\" ... and 50 more; advice"));
}

}  // namespace
}  // namespace replaybench
