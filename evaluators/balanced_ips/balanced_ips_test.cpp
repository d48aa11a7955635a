#include "suite/testing/two_loggers.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("balanced_ips: by hand") {
  // The mixture of 2/5 of a and 3/5 of b has (.68, .32): weights .34/.68 = .5 and .66/.32 = 2.0625.
  const Log log = log_of_two(five_of_two_loggers());
  require_golden(value_on(log, "balanced_ips"), 3.0625 / 5);
  require_golden(value_on(log, "balanced_ips", "standard_error"), 0.37934977263733793);
  require_golden(value_on(log, "balanced_ips", "mean_weight"), (3 * 0.5 + 2 * 2.0625) / 5);
  require_golden(value_on(log, "balanced_ips", "largest_weight"), 2.0625);
  // Columns of all actions say the same; so do the records in another order.
  CHECK(value_on(log_of_two(five_of_two_loggers(), true), "balanced_ips") ==
        value_on(log, "balanced_ips"));
  const std::uint32_t order[] = {3, 0, 4, 2, 1};
  CHECK(value_on(log.select(order), "balanced_ips") == value_on(log, "balanced_ips"));
}

TEST_CASE("balanced_ips: of one logger it is ips, to the last bit") {
  std::vector<LoggedBy> records = five_of_two_loggers();
  for (LoggedBy& record : records) record.logger = 1;
  const Log log = log_of_two(records);
  for (const char* column : {"estimate", "standard_error", "low", "effective_records"}) {
    CHECK(value_on(log, "balanced_ips", column) == value_on(log, "ips", column));
  }
}

TEST_CASE(
    "balanced_ips: without bias, and of a smaller variance than ips, over every possible log") {
  const double means[] = {0.3, 0.6};
  const double truth = 0.34 * means[0] + 0.66 * means[1];
  double total = 0;
  double mean[2] = {}, square[2] = {};
  for (const auto& [records, chance] : every_log_of_two(means)) {
    const Log log = log_of_two(records);
    total += chance;
    const double values[] = {value_on(log, "balanced_ips"), value_on(log, "ips")};
    for (int e = 0; e < 2; ++e) {
      mean[e] += chance * values[e];
      square[e] += chance * values[e] * values[e];
    }
  }
  CHECK(std::fabs(total - 1) < 1e-14);
  CHECK(std::fabs(mean[0] - truth) < 1e-14);
  CHECK(std::fabs(mean[1] - truth) < 1e-14);
  const double variance = square[0] - mean[0] * mean[0];
  const double variance_of_ips = square[1] - mean[1] * mean[1];
  INFO(variance << " " << variance_of_ips);
  CHECK(variance < 0.9 * variance_of_ips);
}

TEST_CASE("balanced_ips: what does not name its loggers is refused") {
  const Log log = log_of_two(five_of_two_loggers());
  Log none = log;
  none.loggers.clear();
  CHECK_THROWS_WITH(value_on(none, "balanced_ips"), Contains("a column \"logger\""));
  Log unknown = log;
  unknown.logger_names[1] = "c";
  CHECK_THROWS_WITH(value_on(unknown, "balanced_ips"),
                    Contains("no columns give the policy \"c\"; the log has \"pi\", \"a\", \"b\""));
  Log other = log;
  other.propensities[2] = 0.5;
  CHECK_THROWS_WITH(value_on(other, "balanced_ips"),
                    Contains("record 2") && Contains("logger \"b\""));
  other.propensities.clear();
  CHECK_THROWS_WITH(value_on(other, "balanced_ips"), Contains("propensities"));
  // A name that no record has needs no columns.
  Log unused = log;
  unused.logger_names.push_back("retired");
  CHECK(value_on(unused, "balanced_ips") == value_on(log, "balanced_ips"));
}
