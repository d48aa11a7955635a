#include "suite/continuous/continuous_log.hpp"

#include "suite/testing/any_bytes.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;

namespace {

ContinuousLog read(const std::string& text, const ContinuousColumns& columns = {},
                   std::optional<ActionRange> range = {}) {
  const auto rows = csv_rows(text_in_memory(text, "doses.csv"), ',');
  return read_continuous_log(*rows, columns, range);
}

const std::string header = "action,reward,density,target\n";

}  // namespace

TEST_CASE("continuous log: columns in any order and case, models, unused columns") {
  const ContinuousLog log = read(
      "Target,note,q,reward,DENSITY,q_target,action\n"
      "0.5,a,0.1,1,2,0.2,-0.25\n"
      "4e-1,b,-3,0,.5,0.3,0.75\n");
  REQUIRE(log.size() == 2);
  CHECK(log.actions == std::vector<double>{-0.25, 0.75});
  CHECK(log.rewards == std::vector<double>{1, 0});
  CHECK(log.densities == std::vector<double>{2, 0.5});
  CHECK(log.q == std::vector<double>{0.1, -3});
  REQUIRE(log.targets.size() == 1);
  CHECK(log.targets[0].actions == std::vector<double>{0.5, 0.4});
  CHECK(log.targets[0].q == std::vector<double>{0.2, 0.3});
  CHECK(log.ignored_columns == std::vector<std::string>{"note"});
}

TEST_CASE("continuous log: columns of other names, several targets") {
  ContinuousColumns columns{.action = "dose", .reward = "inr", .density = "f", .q = "model"};
  columns.targets = {"low", "high"};
  const ContinuousLog log = read("dose,inr,f,model,low,high,q_high\n1,2,3,4,5,6,7\n", columns);
  CHECK(log.q == std::vector<double>{4});
  CHECK(log.targets[0].name == "low");
  CHECK(log.targets[0].q.empty());
  CHECK(log.targets[1].actions == std::vector<double>{6});
  CHECK(log.targets[1].q == std::vector<double>{7});
  CHECK_THROWS_WITH(read("dose,inr,f,low,high\n1,2,3,4,5\n", columns),
                    Contains("missing column \"model\""));
  columns.targets = {"low", "low"};
  CHECK_THROWS_AS(read("dose,inr,f,model,low\n1,2,3,4,5\n", columns), SpecErrors);
  columns.targets = {"dose"};
  CHECK_THROWS_WITH(read("dose,inr,f,model\n1,2,3,4\n", columns),
                    Contains("\"dose\" has two roles"));
}

TEST_CASE("continuous log: what cannot be used is refused with its line and column") {
  const auto refused = [](const std::string& text, const std::string& why) {
    CHECK_THROWS_AS(read(text), DataError);
    CHECK_THROWS_WITH(read(text), Contains(why));
  };
  refused("action,reward,density\n1,1,1\n", "missing column \"target\"");
  refused("acton,reward,density,target\n1,1,1,1\n", "\"action\" (did");
  refused(header, "no data line");
  refused(header + "0.1,1,1,0.1\n0.1,1,0,0.1\n",
          "doses.csv:3: column \"density\": \"0\" is not a density above 0");
  refused(header + "0.1,1,-1,0.1\n", "\"-1\" is not a density above 0");
  refused(header + "0.1,1,4e-320,0.1\n", "is not a density above 0");
  refused(header + "0.1,1,inf,0.1\n", "doses.csv:2: column \"density\": \"inf\"");
  refused(header + "0.1,nan,1,0.1\n", "doses.csv:2: column \"reward\": \"nan\"");
  refused(header + "red,1,1,0.1\n", "doses.csv:2: column \"action\": \"red\"");
  refused(header + "0.1,1,1,\n", "doses.csv:2: column \"target\": \"\" is empty");
  refused(header + "0.1,1,1\n", "doses.csv:2:");
  const ActionRange unit{0, 1};
  CHECK(read(header + "0,1,1,1\n", {}, unit).size() == 1);
  CHECK_THROWS_WITH(read(header + "0.5,1,1,1.5\n", {}, unit),
                    Contains("doses.csv:2: column \"target\": \"1.5\" is not in the range of "
                             "actions, [0, 1]"));
  CHECK_THROWS_WITH(read(header + "-0.5,1,1,1\n", {}, unit), Contains("column \"action\""));
}

TEST_CASE("continuous log: any bytes give a log or a refusal") {
  std::string valid = header;
  for (int i = 0; i < 30; ++i) valid += "0.1,1,1.5,0.2\n0.7,0,0.25,0.6\n-3e-1,2,9,0\n";
  int logs = 0;
  testing::require_only_data_errors(
      valid, {92},
      [&](const std::string& text) {
        const ContinuousLog log = read(text);
        ++logs;
        REQUIRE(log.targets[0].actions.size() == log.size());
        REQUIRE(log.densities.size() == log.size());
      },
      5'000);
  CHECK(logs > 500);
}
