#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("kernel_snips: divides by the sum of the weights") {
  CHECK(value_on(doses_by_hand(), "kernel_snips{kernel=\"uniform\", bandwidth=0.5}") == 2 / 2.5);
}
