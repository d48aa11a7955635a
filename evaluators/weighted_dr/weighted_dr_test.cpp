#include "suite/testing/two_loggers.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

const std::string given_model = "weighted_dr{model=\"given\"}";

}  // namespace

TEST_CASE("weighted_dr: by hand") {
  // q(pi) = .466. Logger a, weights .68 and 1.32: terms .874, -.194. Logger b, weights .425 and 3.3:
  // .721, 2.116, .296.
  const double variance_of_a = 1.068 * 1.068 / 2;
  const double variance_of_b =
      (0.721 * 0.721 + 2.116 * 2.116 + 0.296 * 0.296 - 3.133 * 3.133 / 3) / 2;
  const double a = 2 / variance_of_a;
  const double b = 3 / variance_of_b;
  const Log log = modelled_log_of_two(five_of_two_loggers());
  require_golden(value_on(log, given_model), (a * 0.34 + b * 3.133 / 3) / (a + b));
  // The square root of M_a^2 / a + M_b^2 / b, with M_a = a / (a + b).
  require_golden(value_on(log, given_model, "standard_error"), 1 / std::sqrt(a + b));
  const std::uint32_t order[] = {3, 0, 4, 2, 1};
  CHECK(value_on(log.select(order), given_model) == value_on(log, given_model));
}

TEST_CASE("weighted_dr: of one logger it is dr, of a model of 0 weighted_ips") {
  std::vector<LoggedBy> records = five_of_two_loggers();
  Log log = modelled_log_of_two(records);
  std::fill(log.predictions[0].all.begin(), log.predictions[0].all.end(), 0.0);
  CHECK(value_on(log, given_model) == value_on(log, "weighted_ips"));
  CHECK(value_on(log, given_model, "low") == value_on(log, "weighted_ips", "low"));
  for (LoggedBy& record : records) record.logger = 1;
  log = modelled_log_of_two(records);
  require_golden(value_on(log, given_model), value_on(log, "dr{model=\"given\"}"));
  require_golden(value_on(log, given_model, "standard_error"),
                 value_on(log, "dr{model=\"given\"}", "standard_error"));
}

TEST_CASE("weighted_dr: shifted rewards and predictions shift it by as much") {
  Log log = modelled_log_of_two(five_of_two_loggers());
  const double before = value_on(log, given_model);
  for (double& reward : log.rewards) reward += 2;
  for (double& q : log.predictions[0].all) q += 2;
  CHECK(std::fabs(value_on(log, given_model) - before - 2) < 1e-14);
}

TEST_CASE("weighted_dr: its standard error, and a smaller one than dr has") {
  const double means[] = {0.3, 0.6};
  numeric::Moments weighted, separate, errors;
  for (std::uint64_t log_number = 0; log_number < 200; ++log_number) {
    const Log log = with_all_probabilities(drawn_log_of_two(400, means, 9'000 + log_number));
    weighted.add(value_on(log, "weighted_dr"));
    separate.add(value_on(log, "dr"));
    errors.add(value_on(log, "weighted_dr", "standard_error"));
  }
  const double truth = 0.34 * means[0] + 0.66 * means[1];
  INFO(weighted.mean << " " << truth << " " << weighted.standard_deviation() << " "
                     << separate.standard_deviation() << " " << errors.mean);
  CHECK(std::fabs(weighted.mean - truth) <= 4 * weighted.standard_error());
  // 5 % is one standard error of the deviation of 200 logs.
  CHECK(errors.mean == Approx(weighted.standard_deviation()).epsilon(0.2));
  CHECK(weighted.standard_deviation() < separate.standard_deviation());
}

TEST_CASE("weighted_dr: a logger of unknown variance is refused") {
  Log log = modelled_log_of_two(five_of_two_loggers());
  Log none = log;
  none.loggers.clear();
  CHECK_THROWS_WITH(value_on(none, given_model), Contains("a column \"logger\""));
  CHECK_THROWS_WITH(value_on(modelled_log_of_two({{0, 0, 1}, {1, 0, 1}, {1, 1, 0}}), given_model),
                    Contains("logger \"a\" has one record"));
}
