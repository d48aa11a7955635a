#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;

using Catch::Matchers::Contains;

TEST_CASE("pseudo_inverse: a product logger") {
  // 1 - 2 + .5 + 2 and 1 - 2 + 1.5 + 1.
  CHECK(value_on(slates_by_hand(), "pseudo_inverse") == 1.5);
  CHECK(value_on(slates_by_hand(), "pseudo_inverse{self_normalised=true}") == 1);
  CHECK(value_on(slates_by_hand(), "sn_pseudo_inverse") == 1);
}

TEST_CASE("pseudo_inverse: a uniform ranking") {
  // K = 4, L = 2. D = 1.25, C = 1.5: 1 + 6 (1.5 - 1) / 2 + 3 (1.25 - .75) = 4;
  // D = 1.25, C = 1.25: 1 + 6 * .25 / 2 + 3 (1.25 - .625) = 3.625.
  const std::string text = "pseudo_inverse{logger=\"uniform_ranking\"";
  CHECK(value_on(slates_by_hand(), text + "}") == Approx((4 + 3.625) / 2).epsilon(1e-14));
  CHECK_THROWS_WITH(value_on(slates_by_hand(), text + ", actions=3}"),
                    Contains("shows 4 actions, more than the 3"));
  CHECK_THROWS_AS(evaluator_of("pseudo_inverse{actions=5}"), SpecErrors);
}
