#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("dm: golden values") { require_golden(golden_value("dm{model=\"given\"}"), 0.515); }

TEST_CASE("dm: it needs no propensities, but the probabilities of all actions") {
  CHECK(changed_value("dm{model=\"given\"}", "estimate", [](Log& log) {
          log.propensities.clear();
        }) == golden_value("dm{model=\"given\"}"));
  CHECK(std::isnan(changed_value("dm{model=\"given\"}", "mean_weight",
                                 [](Log& log) { log.propensities.clear(); })));
  CHECK_THROWS_WITH(changed_value("dm{model=\"given\"}", "estimate",
                                  [](Log& log) { log.targets[0].all.clear(); }),
                    Contains("probabilities of all actions"));
  CHECK_THROWS_WITH(golden_value("dm{model=\"given\", predictions=\"r\"}"),
                    Contains("no columns of the log give reward predictions \"r\""));
}

TEST_CASE("dm: the means of the actions, without cross-fitting") {
  // Means by hand: action 0 .5, action 1 .5, action 2 1. Contexts 0 and 1 thrice each.
  require_golden(golden_value("dm{model=\"mean\", folds=1}"),
                 (0.4 * 0.5 + 0.6 + 0.6 * 0.5 + 0.4) / 2);
  // A ridge whose coefficients are held at 0 is the mean.
  CHECK(golden_value("dm{folds=1, l2=1e15}") ==
        Approx(golden_value("dm{model=\"mean\", folds=1}")).epsilon(1e-12));
}
