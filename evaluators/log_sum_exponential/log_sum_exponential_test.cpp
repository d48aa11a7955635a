#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("log_sum_exponential: golden values") {
  require_golden(golden_value("log_sum_exponential{lambda=-0.2}"), 0.920595289358);
}

TEST_CASE("log_sum_exponential: lambda = 0 is ips, to the last bit, and near 0 it is near") {
  CHECK(golden_value("log_sum_exponential{lambda=0}") == golden_value("ips"));
  CHECK(golden_value("log_sum_exponential{lambda=0}", "standard_error") ==
        golden_value("ips", "standard_error"));
  CHECK(golden_value("log_sum_exponential{lambda=-1e-6}") ==
        Approx(golden_value("ips")).epsilon(1e-5));
  CHECK(golden_value("log_sum_exponential{lambda=-1e-6}", "standard_error") ==
        Approx(golden_value("ips", "standard_error")).epsilon(1e-5));
}
