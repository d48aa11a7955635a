#include <cmath>

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

LogDataset three_records() {
  Log log = plain_log(2, {0, 1, 0}, {1, 1, 0});
  log.propensities = {0.5, 0.5, 0.25};
  return LogDataset(std::move(log));
}

}  // namespace

TEST_CASE("dr_ns: three records by hand") {
  // pi = .25 .75: weights .5, 1.5, 1. The second record is accepted always (c = 1), and then
  // c = min p / pi = 2/3, for the first p / pi is 2.
  const LogDataset dataset = three_records();
  const Trial trial = trial_of(dataset, Agent(Stochastic{{0.25, 0.75}}));
  const auto none = rows_of("dr_ns{model=\"none\"}", trial)[0];
  CHECK(none.step == 3);
  CHECK(none.values[0] == Approx((0.5 + 1.5 + 0) / (2 + 2.0 / 3)).epsilon(1e-14));
  // R = .5, 1.5, 0 around 3/4, of the constants 1, 1, 2/3.
  CHECK(none.values[1] ==
        Approx(std::sqrt(0.25 * 0.25 + 0.75 * 0.75 + 4.0 / 9 * 0.75 * 0.75) / (2 + 2.0 / 3))
            .epsilon(1e-14));
  CHECK(none.values[4] == Approx(2.0 / 3));
  CHECK(none.values[5] == 1);
  // Place floor(0.25 (n - 1)) is 0 of two, and of three.
  CHECK(value_of("dr_ns{model=\"none\", quantile=0.25}", "constant", trial) == Approx(2.0 / 3));
  // rhat before the records: 0 0; 1 0; 1 1.
  CHECK(value_of("dr_ns{model=\"mean\"}", "estimate", trial) ==
        Approx((0.5 + (0.25 + 1.5) + (1 - 1)) / (2 + 2.0 / 3)).epsilon(1e-14));
  // A log without features: the ridge regression is the mean.
  CHECK(value_of("dr_ns", "estimate", trial) ==
        value_of("dr_ns{model=\"mean\"}", "estimate", trial));
}

TEST_CASE("dr_ns: the constant is the quantile of p / pi, and no larger than its maximum") {
  const auto dataset = dataset_of("bernoulli_arms{arms=5, means=[0.2, 0.7]}");
  const Agent policy(Stochastic{{0.4, 0.1, 0.2, 0.05, 0.25}});
  const Agent logging(Stochastic{{0.1, 0.3, 0.2, 0.3, 0.1}});
  // Five values, in order .25 .4 1 3 6, of probabilities .1 .1 .2 .3 .3: those below the maximum 50.
  const Trial trial = trial_of(*dataset, policy, 400, 0, logging);
  CHECK(value_of("dr_ns{maximum=50, quantile=0}", "constant", trial) == Approx(0.25));
  CHECK(value_of("dr_ns{maximum=50, quantile=0.5}", "constant", trial) == Approx(3));
  CHECK(value_of("dr_ns{maximum=50, quantile=1}", "constant", trial) == Approx(6));
  CHECK(value_of("dr_ns{maximum=2, quantile=1}", "constant", trial) == 2);
}

TEST_CASE("dr_ns: without bias for a static policy, whatever the model") {
  const auto dataset =
      dataset_of("tabular{actions=2, probabilities=[0.5, 0.5], means=[0.1, 0.6, 0.8, 0.3]}");
  const Agent logging(Stochastic{{0.2, 0.8}});
  const Agent policy(Stochastic{{0.7, 0.3}});
  const double truth = 0.5 * (0.07 + 0.18) + 0.5 * (0.56 + 0.09);
  double errors[3];
  int i = 0;
  for (const char* model : {"none", "mean", "ridge"}) {
    INFO(model);
    // A small maximum keeps c fixed: then the estimate is a plain mean of R.
    const auto text = std::string("dr_ns{maximum=0.01, model=\"") + model + "\"}";
    const auto estimates = estimates_of(text, *dataset, policy, 200, 2'000, logging);
    require_near(estimates.mean, truth, estimates.standard_error());
    errors[i++] = estimates.standard_error();
  }
  // The regression on the context explains more of the rewards than the mean, and that than nothing.
  CHECK(errors[1] < errors[0]);
  CHECK(errors[2] < errors[1]);
}

TEST_CASE("dr_ns: rows at numbers of accepted records; what cannot be is refused") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.7]}");
  const auto rows = rows_of("dr_ns{checkpoints=[5, 10, 100000]}",
                            trial_of(*dataset, Agent(Stochastic{{0.5, 0.5}}), 100, 0));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].step == 10);
  CHECK(rows[1].values[2] == 10);
  Log log = plain_log(2, {0, 1, 0}, {1, 1, 0});
  const LogDataset without(log);
  CHECK_THROWS_AS(rows_of("dr_ns", trial_of(without, Agent(Stochastic{}))), NotApplicable);
  const LogDataset with = three_records();
  CHECK_THROWS_AS(rows_of("dr_ns", trial_of(with, Agent(Always{0}))), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("dr_ns{quantile=1.5}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("dr_ns{maximum=0}"), SpecErrors);
}

TEST_CASE("dr_ns: the standard error of rewards of 1e8 + noise is that of the noise") {
  // The policy is the logger, so that all weights are 1.
  const auto error = [](double offset) {
    Log log = plain_log(2, {0, 1, 0, 1, 1, 0}, {1, 4, 2, 0.5, 3, 7});
    log.propensities.assign(6, 0.5);
    for (double& reward : log.rewards) reward += offset;
    const LogDataset dataset(std::move(log));
    return value_of("dr_ns{model=\"none\"}", "standard_error",
                    trial_of(dataset, Agent(Stochastic{{0.5, 0.5}})));
  };
  CHECK(error(1e8) == Approx(error(0)).epsilon(1e-12));
}
