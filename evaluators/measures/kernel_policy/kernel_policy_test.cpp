#include <cmath>

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

double column(const std::string& parameters, const char* name, std::uint64_t horizon = 500,
              std::uint64_t replicate = 0) {
  const auto dataset = dataset_of("doses");
  return value_of("kernel_policy{" + parameters + "}", name,
                  trial_of(*dataset, Agent(Always{0}), horizon, replicate));
}

}  // namespace

TEST_CASE("kernel_policy: the truth is the policy's") {
  CHECK(column("bandwidth=0.1", "truth") == Approx(0.8).epsilon(1e-14));
  // Beyond the range: the dose 1 for everybody.
  double truth = 0;
  for (const double best : {0.35, 0.45, 0.55, 0.65}) {
    truth += (0.2 + 0.6 * std::exp(-(1 - best) * (1 - best) / 0.08)) / 4;
  }
  CHECK(column("bandwidth=0.1, offset=0.7", "truth") == Approx(truth).epsilon(1e-13));
}

TEST_CASE("kernel_policy: 200 logs have a mean near the truth where little is smoothed") {
  // Fixed streams; four standard errors, and a bias of smoothing of 0.6 / 0.04 * h^2 / 10 = 0.0038.
  for (const std::string estimator :
       {"kernel_ips", "kernel_snips", "kernel_dr", "kernel_dr_logged"}) {
    for (const std::string model : {"right", "wrong"}) {
      numeric::Moments estimates;
      for (std::uint64_t replicate = 0; replicate < 200; ++replicate) {
        estimates.add(
            column("estimator=\"" + estimator + "\", model=\"" + model + "\", bandwidth=0.05",
                   "estimate", 400, replicate));
      }
      INFO(estimator << " with the " << model << " model: " << estimates.mean);
      CHECK(std::fabs(estimates.mean - 0.8) < 0.0038 + 4 * estimates.standard_error());
    }
  }
}

TEST_CASE("kernel_policy: the right model where the reward was seen removes the smoothing") {
  numeric::Moments at_target, at_logged;
  for (std::uint64_t replicate = 0; replicate < 200; ++replicate) {
    at_target.add(column("estimator=\"kernel_dr\", bandwidth=0.3", "estimate", 500, replicate));
    at_logged.add(
        column("estimator=\"kernel_dr_logged\", bandwidth=0.3", "estimate", 500, replicate));
  }
  CHECK(std::fabs(at_logged.mean - 0.8) < 4 * at_logged.standard_error());
  CHECK(at_target.mean < 0.75);
}

TEST_CASE(
    "kernel_policy: a bandwidth of 0 is the choice of SLOPE++, and other environments are "
    "refused") {
  CHECK(column("", "bandwidth") > 0);
  CHECK(column("bandwidth=0.125", "bandwidth") == 0.125);
  CHECK(column("bandwidth=0.05, offset=0.7, in_range=false", "mean_weight", 5'000) ==
        Approx(0.5).epsilon(0.15));
  const auto other = dataset_of("bernoulli_arms");
  CHECK_THROWS_AS(value_of("kernel_policy", "estimate", trial_of(*other, Agent(Always{0}), 10)),
                  NotApplicable);
}
