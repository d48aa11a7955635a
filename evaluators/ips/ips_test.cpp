#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("ips: golden values") {
  require_golden(golden_value("ips"), 1.00833333333333333);
  require_golden(golden_value("ips", "standard_error"), 0.42355965079050883);
  require_golden(golden_value("ips", "low"), 0.178171672480);
  require_golden(golden_value("ips", "high"), 1.838494994187);
  require_golden(golden_value("ips", "mean_weight"), 1.18333333333333333);
  require_golden(golden_value("ips", "effective_records"), 4.137053754616);
  require_golden(golden_value("ips", "largest_weight"), 2.4);
  require_golden(golden_value("ips", "largest_share"), 0.33802816901408450);
  require_golden(golden_value("ips{interval=\"bernstein\", range=2.4, level=0.9}", "low"),
                 -4.273685662765);
  require_golden(golden_value("ips{interval=\"hoeffding\", range=2.4, level=0.9}", "low"),
                 -0.190812817603);
  // 0.154840148280 by a library whose quantile of Student's t is off by 7e-10: 2.015048372669 for
  // 2.015048373333, which the closed form of the distribution of 5 degrees of freedom confirms.
  require_golden(golden_value("ips{interval=\"student\", level=0.9}", "low"),
                 6.05 / 6 - 2.015048373333024 * 0.42355965079050883);
}

TEST_CASE("ips: the policy of the logger has the mean reward, exactly") {
  const auto same = [](Log& log) {
    log.targets[0].logged = log.propensities;
    log.targets[0].all = log.targets[1].all;
  };
  CHECK(changed_value("ips", "estimate", same) == 4.0 / 6);
  CHECK(changed_value("snips", "estimate", same) == 4.0 / 6);
  CHECK(changed_value("ips", "mean_weight", same) == 1);
}

TEST_CASE("ips: it is red_inf with star, and ipw") {
  CHECK(golden_value("ipw") == golden_value("ips"));
  const LogDataset dataset(golden_log_of_policies());
  const Trial trial = trial_of(dataset, Agent(GoldenPolicy{}));
  const std::string other = "red_inf{weights=\"propensity\", star=true}";
  CHECK(std::fabs(value_of(other, "estimate", trial) - value_of("ips", "estimate", trial)) < 1e-15);
  CHECK(std::fabs(value_of(other, "standard_error", trial) -
                  value_of("ips", "standard_error", trial)) < 1e-15);
}

TEST_CASE("ips: probabilities of the logged actions are enough") {
  CHECK(changed_value("ips", "estimate", [](Log& log) { log.targets[0].all.clear(); }) ==
        golden_value("ips"));
  CHECK(std::isnan(
      changed_value("ips", "unsupported", [](Log& log) { log.targets[0].all.clear(); })));
}

TEST_CASE("ips: the policy's probability of what the log never shows") {
  const auto without_last = [](Log& log) {
    const std::uint32_t kept[] = {0, 1, 3, 5};
    log = log.select(kept);
  };
  CHECK(changed_value("ips", "unsupported", without_last) == (0.6 + 0.6 + 0.4 + 0.4) / 4);
  CHECK(golden_value("ips", "unsupported") == 0);
}

TEST_CASE("ips: the interval from a given range is refused without one, or with too small a one") {
  CHECK_THROWS_WITH(evaluator_of("ips{interval=\"hoeffding\"}"), Contains("needs range="));
  CHECK_THROWS_WITH(golden_value("ips{interval=\"bernstein\", range=2}"), Contains("too small"));
  CHECK_THROWS_AS(evaluator_of("ips{interval=\"bootstrap\", bootstrap_resamples=10}"), SpecErrors);
  for (const char* kind : {"anytime", "betting"}) {
    const std::string text = std::string("ips{interval=\"") + kind + "\", ";
    CHECK_THROWS_WITH(golden_value(text + "most_reward=0.5}", "low", false), Contains("outside"));
    CHECK_THROWS_WITH(evaluator_of(text + "most_reward=0}"), Contains("below most_reward"));
  }
}

TEST_CASE("ips: the bootstrap is of the size of the standard error") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7]}");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{{0.5, 0.3, 0.2}}), 2'000);
  const double width = value_of("ips", "high", trial) - value_of("ips", "low", trial);
  const std::string text = "ips{interval=\"bootstrap\", bootstrap_resamples=4000}";
  const double other = value_of(text, "high", trial) - value_of(text, "low", trial);
  // The ends of 4,000 resamples have an error of about 1.5 % of the half-width.
  CHECK(std::fabs(other / width - 1) < 0.06);
}

TEST_CASE("ips: what has no probabilities is refused") {
  const LogDataset dataset(golden_log_of_policies());
  CHECK_THROWS_WITH(rows_of("ips", trial_of(dataset, Agent(Alternating{}))), Contains("learns"));
  CHECK_THROWS_WITH(rows_of("ips", trial_of(dataset, Agent(Always{}))),
                    Contains("does not give the probabilities"));
  CHECK_THROWS_WITH(rows_of("ips", trial_of(dataset, Agent(GivenTarget{"other"}))),
                    Contains("the log has \"pi\", \"logger\""));
  CHECK_THROWS_WITH(
      changed_value("ips", "estimate", [](Log& log) { log.propensities.clear(); }),
      Contains("propensities") && Contains("frequency") && Contains("propensity=NAME"));
  CHECK_THROWS_WITH(rows_of("replay", trial_of(dataset, Agent(GivenTarget{}))),
                    Contains("given by columns of the log") && Contains("such as snips"));
}

TEST_CASE("ips: the anytime-valid intervals cover at every record of 200 logs") {
  // They miss ever with a chance of 5 % at most; a fixed interval of the same level misses far more
  // often. 4 standard errors of 200 logs are 6 %.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7]}");
  const Agent agent(Stochastic{{0.5, 0.3, 0.2}});
  const double truth = 0.39;
  const std::string texts[] = {"ips", "ips{interval=\"anytime\"}", "ips{interval=\"betting\"}"};
  int missed[3] = {};
  double width[3] = {};
  for (std::uint64_t log_number = 0; log_number < 200; ++log_number) {
    Trial trial = trial_of(*dataset, agent, 300, log_number);
    const auto log = trial.log();
    for (int kind = 0; kind < 3; ++kind) {
      const auto evaluator = evaluator_of(texts[kind]);
      bool ever = false;
      for (std::size_t n = 10; n <= 300; n += 10) {
        const Trial part = trial.with_log(std::make_shared<const Log>(log->first_records(n)), {1});
        const auto row = rows_of(*evaluator, part)[0];
        const double low = value_of(evaluator->schema(), row, "low");
        const double high = value_of(evaluator->schema(), row, "high");
        ever = ever || !(low <= truth && truth <= high);
        if (n == 300) width[kind] += (high - low) / 200;
      }
      missed[kind] += ever;
    }
  }
  INFO("missed " << missed[0] << " " << missed[1] << " " << missed[2] << "; widths " << width[0]
                 << " " << width[1] << " " << width[2]);
  CHECK(missed[0] > 200 * 0.05 + 12);
  CHECK(missed[1] <= 200 * 0.05 + 12);
  CHECK(missed[2] <= 200 * 0.05 + 12);
  CHECK(width[0] < width[2]);
  CHECK(width[2] < width[1]);
}
