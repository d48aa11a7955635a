#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("kernel_dr: the residual is of the model at the policy's action") {
  // .5 + 2 (1 - .5) and .5 + .5 (0 - .5).
  CHECK(value_on(doses_by_hand(), "kernel_dr{kernel=\"uniform\", bandwidth=0.5}") ==
        (1.5 + 0.25) / 2);
}
