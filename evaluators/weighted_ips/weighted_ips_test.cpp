#include "suite/testing/two_loggers.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("weighted_ips: by hand") {
  // Logger a: w r = .68, 0, of mean .34 and s^2 = .2312; so 2 / .2312 for it. Logger b: .425, 3.3, 0,
  // of mean 3.725 / 3 and s^2 = (.180625 + 10.89 - 3.725^2 / 3) / 2; so 3 / s^2.
  const double a = 2 / 0.2312;
  const double b = 3 / ((0.180625 + 10.89 - 3.725 * 3.725 / 3) / 2);
  const Log log = log_of_two(five_of_two_loggers());
  require_golden(value_on(log, "weighted_ips"), (a * 0.34 + b * 3.725 / 3) / (a + b));
  require_golden(value_on(log, "weighted_ips"), 0.4276025409661928);
  // The square root of M_a^2 .2312 / 2 + M_b^2 3.2227083... / 3, with M the loggers' shares of the
  // weight, M_a = a / (a + b).
  const double share = a / (a + b);
  require_golden(value_on(log, "weighted_ips", "standard_error"),
                 std::sqrt(share * share / a + (1 - share) * (1 - share) / b));
  require_golden(value_on(log, "weighted_ips", "standard_error"), 0.323061509507548);
  const std::uint32_t order[] = {3, 0, 4, 2, 1};
  CHECK(value_on(log.select(order), "weighted_ips") == value_on(log, "weighted_ips"));
}

TEST_CASE("weighted_ips: of one logger it is ips") {
  std::vector<LoggedBy> records = five_of_two_loggers();
  for (LoggedBy& record : records) record.logger = 1;
  const Log log = log_of_two(records);
  require_golden(value_on(log, "weighted_ips"), value_on(log, "ips"));
  require_golden(value_on(log, "weighted_ips", "standard_error"),
                 value_on(log, "ips", "standard_error"));
}

TEST_CASE(
    "weighted_ips: the bias of estimated weights, its own standard error, a smaller one than ips "
    "has") {
  const double means[] = {0.3, 0.6};
  const double truth = 0.34 * means[0] + 0.66 * means[1];
  numeric::Moments weighted, naive, errors;
  for (std::uint64_t log_number = 0; log_number < 400; ++log_number) {
    const Log log = drawn_log_of_two(400, means, 7'000 + log_number);
    weighted.add(value_on(log, "weighted_ips"));
    naive.add(value_on(log, "ips"));
    errors.add(value_on(log, "weighted_ips", "standard_error"));
  }
  INFO(weighted.mean << " " << truth << " " << weighted.standard_deviation() << " "
                     << naive.standard_deviation());
  // A logger's variance s^2 is estimated from the rewards that its mean is of, and their covariance
  // is the third central moment of w r over n. So the bias is, to first order in 1 / n,
  // -M_a M_b (m3_a / s_a^2 + m3_b / s_b^2) / n, with the shares M_a = .762 and M_b = .238 of the
  // weight, s^2 of .344 and 1.102, m3 of .0996 and 2.561: small rewards look certain as well.
  const double bias = -0.762 * 0.238 * (0.0996 / 0.344 + 2.561 / 1.102) / 400;
  CHECK(std::fabs(weighted.mean - (truth + bias)) <= 4 * weighted.standard_error());
  // 3.5 % is one standard error of the deviation of 400 logs.
  CHECK(errors.mean == Approx(weighted.standard_deviation()).epsilon(0.14));
  // Variances of w r of .344 and 1.102: .000655 for the weighted mean of 400 records of each, .000904
  // for the plain one, a ratio of the deviations of .85.
  CHECK(weighted.standard_deviation() < 0.95 * naive.standard_deviation());
}

TEST_CASE("weighted_ips: its standard error is the spread of its estimates over small logs") {
  const double means[] = {0.3, 0.6};
  numeric::Moments estimates, variances;
  for (std::uint64_t log_number = 0; log_number < 2'000; ++log_number) {
    const Log log = drawn_log_of_two(200, means, 20'000 + log_number);
    estimates.add(value_on(log, "weighted_ips"));
    const double error = value_on(log, "weighted_ips", "standard_error");
    variances.add(error * error);
  }
  // 1.6 % is one standard error of the deviation of 2,000 logs.
  CHECK(std::sqrt(variances.mean) == Approx(estimates.standard_deviation()).epsilon(0.064));
}

TEST_CASE("weighted_ips: a logger of unknown variance is refused") {
  Log log = log_of_two(five_of_two_loggers());
  Log none = log;
  none.loggers.clear();
  CHECK_THROWS_WITH(value_on(none, "weighted_ips"), Contains("a column \"logger\""));
  CHECK_THROWS_WITH(value_on(log_of_two({{0, 0, 1}, {1, 0, 1}, {1, 1, 0}}), "weighted_ips"),
                    Contains("logger \"a\" has one record") && Contains("balanced estimator"));
  log.rewards = {1, 0, 0, 0, 0};
  CHECK_THROWS_WITH(value_on(log, "weighted_ips"),
                    Contains("logger \"b\" has terms that are all alike"));
}

TEST_CASE("weighted_ips: betting on each logger apart holds at any time, and is narrower") {
  // Logger b has few records and heavy weights; the loggers take turns along the log.
  const double means[] = {0.3, 0.6};
  const double truth = 0.34 * means[0] + 0.66 * means[1];
  int missed = 0;
  double width[2] = {};
  for (std::uint64_t log_number = 0; log_number < 200; ++log_number) {
    const Log log = drawn_log_of_two(150, means, 5'000 + log_number);
    bool ever = false;
    for (std::size_t n = 30; n <= log.size(); n += 30) {
      const Log part = log.first_records(n);
      const double low = value_on(part, "weighted_ips{interval=\"betting\"}", "low");
      const double high = value_on(part, "weighted_ips{interval=\"betting\"}", "high");
      ever = ever || !(low <= truth && truth <= high);
      if (n < log.size()) continue;
      width[0] += (high - low) / 200;
      width[1] += (value_on(part, "ips{interval=\"betting\"}", "high") -
                   value_on(part, "ips{interval=\"betting\"}", "low")) /
                  200;
    }
    missed += ever;
  }
  INFO("missed " << missed << "; widths " << width[0] << " " << width[1]);
  // At most 5 %, and 4 standard errors of 200 logs are 6 %.
  CHECK(missed <= 200 * 0.05 + 12);
  CHECK(width[0] < width[1]);
}

TEST_CASE("weighted_ips: betting on one logger is that of ips, to the last bit") {
  std::vector<LoggedBy> records = five_of_two_loggers();
  for (LoggedBy& record : records) record.logger = 1;
  const Log log = log_of_two(records);
  for (const char* column : {"low", "high"}) {
    CHECK(value_on(log, "weighted_ips{interval=\"betting\"}", column) ==
          value_on(log, "ips{interval=\"betting\"}", column));
  }
  CHECK_THROWS_WITH(value_on(log, "weighted_ips{interval=\"betting\", most_reward=0.5}"),
                    Contains("outside"));
}
