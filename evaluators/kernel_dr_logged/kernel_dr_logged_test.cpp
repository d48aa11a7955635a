#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("kernel_dr_logged: the residual is of the model at the logged action") {
  // .5 + 2 (1 - .25) and .5 + .5 (0 - .75).
  CHECK(value_on(doses_by_hand(), "kernel_dr_logged{kernel=\"uniform\", bandwidth=0.5}") ==
        (2 + 0.125) / 2);
}
