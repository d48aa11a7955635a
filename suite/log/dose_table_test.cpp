#include "suite/log/dose_table.hpp"

#include "suite/testing/any_bytes.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;

namespace {

TableLog read_all(const std::string& text, const TableOptions& options = {}) {
  const auto rows = csv_rows(text_in_memory(text, "doses.csv"));
  return read_dose_table(*rows, options);
}
DoseLog read(const std::string& text, const TableOptions& options = {}) {
  return *read_all(text, options).log.doses;
}

const std::string header = "action,reward,density,target\n";

}  // namespace

TEST_CASE("dose table: columns in any order and case, models, unused columns") {
  const TableLog table = read_all(
      "Target,note,q,reward,DENSITY,q_target,action\n"
      "0.5,a,0.1,1,2,0.2,-0.25\n"
      "4e-1,b,-3,0,.5,0.3,0.75\n");
  const DoseLog& log = *table.log.doses;
  REQUIRE(log.size() == 2);
  CHECK(log.actions == std::vector<double>{-0.25, 0.75});
  CHECK(log.rewards == std::vector<double>{1, 0});
  CHECK(log.densities == std::vector<double>{2, 0.5});
  CHECK(log.q == std::vector<double>{0.1, -3});
  REQUIRE(log.targets.size() == 1);
  CHECK(log.targets[0].actions == std::vector<double>{0.5, 0.4});
  CHECK(log.targets[0].q == std::vector<double>{0.2, 0.3});
  CHECK(table.report.ignored_columns == std::vector<std::string>{"note"});
}

TEST_CASE("dose table: columns of other names, several targets") {
  TableOptions options;
  options.columns = {{"action", "dose"}, {"reward", "inr"}, {"density", "f"}, {"q", "model"}};
  options.policy_columns = {"low", "high"};
  const DoseLog log = read("dose,inr,f,model,low,high,q_high\n1,2,3,4,5,6,7\n", options);
  CHECK(log.q == std::vector<double>{4});
  CHECK(log.targets[0].name == "low");
  CHECK(log.targets[0].q.empty());
  CHECK(log.targets[1].actions == std::vector<double>{6});
  CHECK(log.targets[1].q == std::vector<double>{7});
  CHECK_THROWS_WITH(read("dose,inr,f,low,high\n1,2,3,4,5\n", options),
                    Contains("missing column \"model\""));
  options.policy_columns = {"low", "low"};
  CHECK_THROWS_AS(read("dose,inr,f,model,low\n1,2,3,4,5\n", options), SpecErrors);
  options.policy_columns = {"dose"};
  CHECK_THROWS_WITH(read("dose,inr,f,model\n1,2,3,4\n", options),
                    Contains("\"dose\" has two roles"));
}

TEST_CASE("dose table: what cannot be used is refused with its line and column") {
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
}

TEST_CASE("dose table: any bytes give a log or a refusal") {
  std::string valid = header;
  for (int i = 0; i < 30; ++i) valid += "0.1,1,1.5,0.2\n0.7,0,0.25,0.6\n-3e-1,2,9,0\n";
  int logs = 0;
  testing::require_only_data_errors(
      valid, {92},
      [&](const std::string& text) {
        const DoseLog log = read(text);
        ++logs;
        REQUIRE(log.targets[0].actions.size() == log.size());
        REQUIRE(log.densities.size() == log.size());
      },
      5'000);
  CHECK(logs > 500);
}

TEST_CASE("dose table: the log's records, policies, clusters and segments") {
  TableOptions options;
  options.policy_columns = {"low", "high"};
  options.cluster = "user";
  options.segment = "ward";
  const TableLog table = read_all(
      "action,reward,density,low,high,user,ward\n1,0,1,2,3,u,b\n2,1,1,2,3,v,a\n3,1,1,2,3,u,b\n",
      options);
  table.log.check();
  CHECK(table.log.kind() == LogKind::doses);
  CHECK(table.log.rewards == std::vector<double>{0, 1, 1});
  REQUIRE(table.log.targets.size() == 2);
  CHECK(table.log.targets[1].name == "high");
  CHECK(table.report.ignored_columns.empty());
  CHECK(table.report.clusters == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(table.report.segments == std::vector<std::uint32_t>{1, 0, 1});
  CHECK(table.report.segment_names == std::vector<std::string>{"a", "b"});
  TableOptions skipping;
  skipping.skip_bad_lines = true;
  CHECK_THROWS_WITH(read_all(header, skipping),
                    Contains("a log of doses is read without skip_bad_lines"));
}
