#include "suite/testing/two_loggers.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("balanced_dr: by hand") {
  // q(pi) = .34 * .4 + .66 * .5 = .466; weights by the mixture .5 and 2.0625: terms .766, -.56525,
  // .766, 1.49725, .266.
  const Log log = modelled_log_of_two(five_of_two_loggers());
  const std::string given = "balanced_dr{model=\"given\"}";
  require_golden(value_on(log, given), 2.73 / 5);
  const double squares = 2 * 0.766 * 0.766 + 0.56525 * 0.56525 + 1.49725 * 1.49725 + 0.266 * 0.266;
  require_golden(value_on(log, given, "standard_error"),
                 std::sqrt((squares - 2.73 * 2.73 / 5) / 4 / 5));
  require_golden(value_on(log, given, "mean_weight"), (3 * 0.5 + 2 * 2.0625) / 5);
  const std::uint32_t order[] = {3, 0, 4, 2, 1};
  CHECK(value_on(log.select(order), given) == value_on(log, given));
}

TEST_CASE("balanced_dr: of one logger it is dr, of a model of 0 balanced_ips, to the last bit") {
  std::vector<LoggedBy> records = five_of_two_loggers();
  Log log = modelled_log_of_two(records);
  std::fill(log.predictions[0].all.begin(), log.predictions[0].all.end(), 0.0);
  for (const char* column : {"estimate", "standard_error", "low"}) {
    CHECK(value_on(log, "balanced_dr{model=\"given\"}", column) ==
          value_on(log, "balanced_ips", column));
  }
  for (LoggedBy& record : records) record.logger = 1;
  log = modelled_log_of_two(records);
  for (const char* column : {"estimate", "standard_error", "low", "effective_records"}) {
    CHECK(value_on(log, "balanced_dr{model=\"given\"}", column) ==
          value_on(log, "dr{model=\"given\"}", column));
  }
}

TEST_CASE("balanced_dr: without bias under a wrong model, over every possible log") {
  // Two records of a and two of b: 2^4 actions, 2^4 rewards. The model says .4 and .5.
  const double means[] = {0.3, 0.6};
  const char* const texts[] = {"balanced_dr{model=\"given\"}", "dr{model=\"given\"}",
                               "balanced_ips"};
  double mean[3] = {}, square[3] = {};
  for (const WeighedLog& possible : every_log_of_two(means)) {
    const Log log = modelled_log_of_two(possible.records);
    for (int e = 0; e < 3; ++e) {
      const double value = value_on(log, texts[e]);
      mean[e] += possible.chance * value;
      square[e] += possible.chance * value * value;
    }
  }
  for (int e = 0; e < 3; ++e) {
    INFO(texts[e]);
    CHECK(std::fabs(mean[e] - (0.34 * means[0] + 0.66 * means[1])) < 1e-14);
  }
  const auto variance = [&](int e) { return square[e] - mean[e] * mean[e]; };
  INFO(variance(0) << " " << variance(1) << " " << variance(2));
  CHECK(variance(0) < 0.9 * variance(1));
  CHECK(variance(0) < 0.9 * variance(2));
}

TEST_CASE("balanced_dr: a cross-fitted model, and what it refuses") {
  const double means[] = {0.3, 0.6};
  numeric::Moments balanced, separate;
  for (std::uint64_t log_number = 0; log_number < 200; ++log_number) {
    const Log log = with_all_probabilities(drawn_log_of_two(200, means, 3'000 + log_number));
    balanced.add(value_on(log, "balanced_dr"));
    separate.add(value_on(log, "dr"));
  }
  const double truth = 0.34 * means[0] + 0.66 * means[1];
  INFO(balanced.mean << " " << separate.mean << " " << balanced.standard_deviation() << " "
                     << separate.standard_deviation());
  CHECK(std::fabs(balanced.mean - truth) <= 4 * balanced.standard_error());
  CHECK(balanced.standard_deviation() < separate.standard_deviation());
  Log none = modelled_log_of_two(five_of_two_loggers());
  none.loggers.clear();
  CHECK_THROWS_WITH(value_on(none, "balanced_dr"), Contains("a column \"logger\""));
  CHECK_THROWS_WITH(value_on(log_of_two(five_of_two_loggers()), "balanced_dr"),
                    Contains("the policy's probabilities of all actions"));
}
