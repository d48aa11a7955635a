#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("mrdr: golden values") { require_golden(golden_value("mrdr{model=\"given\"}"), 0.8975); }

TEST_CASE("mrdr: its model is the weighted mean of the rewards") {
  // Weights .4 2.4 8 .375 7.2 1.875 of G1: means .4 / .775, 1.875 / 4.275 and 1.
  const double q[] = {0.4 / 0.775, 1.875 / 4.275, 1};
  const double w[] = {0.4, 0.8, 2, 0.25, 2.4, 1.25};
  const Log log = golden_log_of_policies();
  double expected = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    for (Action a = 0; a < 3; ++a) expected += log.targets[0].all[i * 3 + a] * q[a];
    expected += w[i] * (log.rewards[i] - q[log.actions[i]]);
  }
  require_golden(golden_value("mrdr{model=\"mean\", folds=1}"), expected / 6);
}
