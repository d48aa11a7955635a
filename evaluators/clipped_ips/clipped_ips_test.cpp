#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("clipped_ips: golden values") {
  require_golden(golden_value("clipped_ips{cap=2}"), 0.941666666666667);
  require_golden(golden_value("clipped_ips{cap=1000, floor=0.3}"), 0.830555555555556);
  require_golden(golden_value("clipped_ips{select=\"slope\", grid=[0.5, 1, 2, 5]}", "parameter"),
                 0.5);
  require_golden(golden_value("clipped_ips{select=\"slope\", grid=[5, 1, 0.5, 2]}", "estimate"),
                 0.316666666666667);
  require_golden(golden_value("clipped_ips{select=\"mse\", grid=[0.5, 1, 2, 5]}", "parameter"), 5);
}

TEST_CASE("clipped_ips: without a bound it is ips, to the last bit") {
  CHECK(golden_value("clipped_ips{cap=1e300}") == golden_value("ips"));
}

TEST_CASE("clipped_ips: a choice needs candidates") {
  CHECK_THROWS_WITH(evaluator_of("clipped_ips{select=\"slope\"}"), Contains("needs grid="));
}

TEST_CASE("clipped_ips: a remark says that the interval leaves out the bias; ips has none") {
  const LogDataset dataset(golden_log_of_policies());
  const Agent policy{GoldenPolicy{}};
  const auto remarks = [&](const std::string& name) {
    Trial trial = trial_of(dataset, policy);
    std::vector<ResultRow> rows;
    const auto evaluator = evaluator_of(name);
    evaluator->evaluate(trial, rows);
    return evaluator->remarks(golden_log_of_policies(), policy, rows.at(0));
  };
  REQUIRE(remarks("clipped_ips{cap=2}").size() == 1);
  CHECK_THAT(remarks("clipped_ips{cap=2}")[0], Contains("not the bias"));
  CHECK(remarks("ips").empty());
}
