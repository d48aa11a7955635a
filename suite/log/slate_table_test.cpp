#include "suite/log/slate_table.hpp"

#include "suite/testing/any_bytes.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;

namespace {

TableLog read_all(const std::string& text, const TableOptions& options = {}) {
  const auto rows = csv_rows(text_in_memory(text, "slates.csv"));
  return read_slate_table(*rows, options);
}
SlateLog read(const std::string& text) { return *read_all(text).log.slates; }

const std::string header = "slate,slot,action,reward,p_slot,p_prefix,pi_slot,pi_prefix,pi_shown\n";

}  // namespace

TEST_CASE("slate table: lines in any order, slates of different lengths") {
  const TableLog table = read_all(
      "Slot,slate,reward,P_Slot,note,q\n"
      "2,b,0.5,0.25,x,1\n"
      "1,a,1,1,y,-2\n"
      "3,b,-1,0.5,z,3\n"
      "1,b,2,0.125,,4e2\n");
  const SlateLog& log = *table.log.slates;
  REQUIRE(log.size() == 2);
  CHECK(log.first == std::vector<std::size_t>{0, 3, 4});
  CHECK(log.rewards == std::vector<double>{2, 0.5, -1, 1});
  CHECK(log.has(SlateColumn::p_slot));
  CHECK_FALSE(log.has(SlateColumn::pi_slot));
  const auto second = log.of(SlateColumn::p_slot, 1);
  CHECK(std::vector<double>(second.begin(), second.end()) == std::vector<double>{1});
  CHECK(log.of(SlateColumn::q, 0)[0] == 400);
  CHECK(log.distinct_actions == 0);
  CHECK(table.report.ignored_columns == std::vector<std::string>{"note"});
}

TEST_CASE("slate table: all columns") {
  const SlateLog log = read(header +
                            "s,1,x,1,0.5,0.5,0.4,0.4,0.7\n"
                            "s,2,y,0,0.5,0.25,0.3,0.1,0.6\n");
  CHECK(log.distinct_actions == 2);
  CHECK(log.of(SlateColumn::pi_prefix, 0)[1] == 0.1);
}

TEST_CASE("slate table: what cannot be used is refused with its line") {
  const auto refused = [](const std::string& text, const std::string& why) {
    CHECK_THROWS_AS(read(text), DataError);
    CHECK_THROWS_WITH(read(text), Contains(why));
  };
  const std::string good = "s,1,x,1,0.5,0.5,0.4,0.4,0.7\n";
  refused("slate,slt,reward\na,1,1\n", "slot");
  refused("Slate,slt,REWARD\na,1,1\n", "missing column \"slot\" (did");  // slot alone
  refused("slate,slot,reward\n", "no data line");
  refused(header + "s,0,x,1,0.5,0.5,0.4,0.4,0.7\n",
          "slates.csv:2: column \"slot\": \"0\" is not a whole number from 1 to 100000");
  refused(header + "s,1.5,x,1,0.5,0.5,0.4,0.4,0.7\n", "\"1.5\" is not a whole number");
  refused(header + "s,4294967297,x,1,0.5,0.5,0.4,0.4,0.7\n", "not a whole number from 1");
  refused(header + good + "s,1,y,1,0.5,0.5,0.4,0.4,0.7\n",
          "slates.csv:3: slate \"s\" has slot 1 twice");
  refused(header + good + "s,3,y,1,0.5,0.5,0.4,0.4,0.7\n",
          "slates.csv:3: slate \"s\" has no slot 2");
  refused(header + "s,2,x,1,0.5,0.5,0.4,0.4,0.7\n", "slate \"s\" has no slot 1");
  refused(header + good + "s,2,x,1,0.5,0.25,0.3,0.1,0.7\n",
          "slates.csv:3: slate \"s\" shows action \"x\" twice");
  refused(header + ",1,x,1,0.5,0.5,0.4,0.4,0.7\n", "column \"slate\" is empty");
  refused(header + "s,1,,1,0.5,0.5,0.4,0.4,0.7\n", "column \"action\" is empty");
  refused(header + "s,1,x,,0.5,0.5,0.4,0.4,0.7\n", "is empty");
  refused(header + "s,1,x,nan,0.5,0.5,0.4,0.4,0.7\n", "column \"reward\": \"nan\"");
  refused(header + "s,1,x,1,0,0.5,0.4,0.4,0.7\n", "\"0\" is not in (0, 1]");
  refused(header + "s,1,x,1,1.5,0.5,0.4,0.4,0.7\n", "\"1.5\" is not in (0, 1]");
  refused(header + "s,1,x,1,0.5,0.5,-0.4,0.4,0.7\n", "\"-0.4\" is not in [0, 1]");
  refused(header + "s,1,x,1,0.5,0.5,0.4,0.4\n", "slates.csv:2:");
  // Probabilities that contradict each other: columns that were mistaken for others.
  refused(header + "s,1,x,1,0.5,0.6,0.4,0.4,0.7\n",
          "p_prefix is 0.600000, p_slot 0.500000: more actions cannot be likelier than fewer");
  refused(header + good + "s,2,y,1,0.9,0.6,0.4,0.1,0.7\n",
          "p_prefix is 0.600000, p_prefix of the slot before 0.500000");
  refused(header + "s,1,x,1,0.5,0.5,0.8,0.4,0.7\n", "an action of a slot is one of the slate");
}

TEST_CASE("slate table: any bytes give a log or a refusal") {
  std::string valid = header;
  for (int i = 0; i < 8; ++i) {
    const std::string name = "s" + std::to_string(i);
    valid += name + ",1,x,1,0.5,0.5,0.4,0.4,0.7\n" + name + ",2,y,0,0.5,0.25,0.3,0.1,0.6\n";
  }
  REQUIRE(read(valid).size() == 8);
  int logs = 0;
  testing::require_only_data_errors(
      valid, {91},
      [&](const std::string& text) {
        const SlateLog log = read(text);
        ++logs;
        REQUIRE(log.first.back() == log.rewards.size());
        for (std::size_t slate = 0; slate < log.size(); ++slate) {
          REQUIRE(log.first[slate] < log.first[slate + 1]);
        }
      },
      5'000);
  CHECK(logs > 500);
}

TEST_CASE(
    "slate table: probabilities of few decimals may contradict each other by their rounding") {
  const std::string head = "slate,slot,reward,pi_slot,pi_prefix\n";
  const std::string four = "s,1,1,0.3449,0.344907\n";
  CHECK(read(head + four).size() == 1);
  CHECK(read(head + "s,1,1,0.34,0.344907\n").size() == 1);
  // Beyond the rounding of pi_slot it is a contradiction.
  CHECK_THROWS_AS(read(head + "s,1,1,0.3449,0.345007\n"), DataError);
  CHECK_THROWS_AS(read(head + "s,1,1,0.344901,0.344907\n"), DataError);
  // One value with all digits shows that the column was not rounded.
  CHECK_THROWS_AS(read(head + four + "t,1,1,0.3449017,0.3\n"), DataError);
  CHECK_THROWS_AS(read(head + "s,1,1,0.3,0.344907\n"), DataError);
}

TEST_CASE("slate table: a record is a slate, its reward the sum of its slots'") {
  const TableLog table = read_all("slate,slot,reward\nb,2,0.5\na,1,1\nb,1,2\n");
  table.log.check();
  CHECK(table.log.kind() == LogKind::slates);
  CHECK(table.log.rewards == std::vector<double>{2.5, 1});
  REQUIRE(table.log.targets.size() == 1);
  CHECK(table.log.targets[0].name == "pi");
  CHECK(table.report.lines == 3);
  CHECK(table.report.records == 2);
}

TEST_CASE("slate table: columns of other names, clusters and segments of slates") {
  TableOptions options;
  options.columns = {{"slate", "page"}, {"p_slot", "shown"}};
  options.cluster = "user";
  options.segment = "country";
  const std::string head = "page,slot,reward,shown,user,country\n";
  const TableLog table =
      read_all(head + "c,2,1,.5,u,no\nb,1,1,.5,v,de\nc,1,1,.25,u,no\nd,1,1,.5,u,de\n", options);
  CHECK(table.log.slates->of(SlateColumn::p_slot, 0)[0] == 0.25);
  CHECK(table.report.clusters == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(table.report.segments == std::vector<std::uint32_t>{1, 0, 0});
  CHECK(table.report.segment_names == std::vector<std::string>{"de", "no"});
  CHECK_THROWS_WITH(read_all(head + "c,1,1,.5,u,no\nc,2,1,.5,v,no\n", options),
                    Contains("slates.csv:3: slate \"c\" has lines of more than one cluster"));
  options.cluster = "usr";
  CHECK_THROWS_WITH(read_all(head, options), Contains("missing column \"usr\" (did you mean"));
  options = {};
  options.columns = {{"propensity", "p"}};
  CHECK_THROWS_WITH(read_all(head, options),
                    Contains("unknown role \"propensity\"") && Contains("p_slot, pi_slot"));
  options = {};
  options.categorical = {"country"};
  CHECK_THROWS_WITH(read_all(head, options),
                    Contains("a log of slates is read without categorical"));
}
