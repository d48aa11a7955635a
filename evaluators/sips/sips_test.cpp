#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;

using Catch::Matchers::Contains;

TEST_CASE("sips: the weight of a slate is that of its last prefix") {
  // Weights 1 and 2 on rewards 1 and 1.
  CHECK(value_on(slates_by_hand(), "sips") == 1.5);
  CHECK(value_on(slates_by_hand(), "sips", "mean_weight") == 1.5);
  CHECK(value_on(slates_by_hand(), "sips", "accepted") == 2);
  CHECK(value_on(slates_by_hand(), "sips", "standard_error") == Approx(0.5));
  CHECK(value_on(slates_by_hand(), "sips", "low") == Approx(1.5 - 1.959963984540054 * 0.5));
  CHECK(value_on(slates_by_hand(), "sips{level=0.5}", "high") ==
        Approx(1.5 + 0.6744897501960817 * 0.5));
}

TEST_CASE("sips: other logs, other policies and missing columns are refused") {
  CHECK_THROWS_AS(value_on(golden_log_of_policies(), "sips"), NotApplicable);
  CHECK_THROWS_WITH(value_on(golden_log_of_policies(), "sips"),
                    Contains("reads logs of slates, and this is a log of actions"));
  CHECK_THROWS_WITH(value_on(slates_by_hand(), "ips"),
                    Contains("reads logs of actions, and this is a log of slates"));
  CHECK_THROWS_WITH(value_on(doses_by_hand(), "sips"), Contains("this is a log of doses"));
  const LogDataset dataset(slates_by_hand());
  CHECK_THROWS_WITH(value_of("sips", "estimate", trial_of(dataset, Agent(Always{}))),
                    Contains("sips: the policy of such a log is given by its columns"));
  SlateLog log = *slates_by_hand().slates;
  log.columns[static_cast<std::size_t>(SlateColumn::p_prefix)].clear();
  CHECK_THROWS_WITH(value_on(log_of_slates(log), "sips"), Contains("no column p_prefix"));
}
