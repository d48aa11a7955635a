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

// log-mean(v) = mean + lambda / 2 variance + O(lambda^2).
TEST_CASE("log_sum_exponential: no digit is lost near lambda = 0") {
  const double ips = golden_value("ips"), error = golden_value("ips", "standard_error");
  for (const char* const lambda : {"-1e-12", "-1e-17", "-1e-160", "-1e-290"}) {
    CAPTURE(lambda);
    const std::string text = std::string("log_sum_exponential{lambda=") + lambda + "}";
    CHECK(golden_value(text) == Approx(ips).epsilon(1e-11));
    CHECK(golden_value(text, "standard_error") == Approx(error).epsilon(1e-11));
  }
  const double variance = 6 * error * error * 5 / 6;  // of the 6 records, by n
  CHECK((golden_value("log_sum_exponential{lambda=-1e-6}") - ips) / -1e-6 ==
        Approx(variance / 2).epsilon(1e-4));
}
