#include "suite/log/doubts.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench {

namespace {

double chi_square_tail(double statistic, double degrees) {
  if (degrees <= 0) return 1;
  if (degrees > 1000) {
    // Wilson and Hilferty: the cube root is normal to many digits here, where gamma_q overflows.
    const double spread = 2 / (9 * degrees);
    const double z = (std::cbrt(statistic / degrees) - (1 - spread)) / std::sqrt(spread);
    return numeric::normal_cdf(-z);
  }
  return boost::math::gamma_q(degrees / 2, statistic / 2);
}

}  // namespace

ChiSquareTest test_uniform_actions(const Log& log) {
  std::vector<double> observed(log.action_count);
  std::vector<double> expected(log.action_count);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet actions = log.available(i);
    const double share = 1.0 / actions.size();
    for (Action j = 0; j < actions.size(); ++j) expected[actions[j]] += share;
    observed[log.actions[i]] += 1;
  }
  ChiSquareTest test;
  test.degrees = -1;
  for (Action a = 0; a < log.action_count; ++a) {
    if (expected[a] == 0) continue;
    const double difference = observed[a] - expected[a];
    test.statistic += difference * difference / expected[a];
    test.degrees += 1;
  }
  test.p_value = chi_square_tail(test.statistic, test.degrees);
  return test;
}

ChiSquareTest test_stationary_actions(const Log& log) {
  ChiSquareTest test;
  if (log.has_pools() || log.size() == 0) return test;
  std::vector<double> total(log.action_count);
  for (const Action action : log.actions) total[action] += 1;
  double rarest = static_cast<double>(log.size());
  double seen = 0;
  for (const double count : total) {
    if (count == 0) continue;
    seen += 1;
    rarest = std::fmin(rarest, count);
  }
  const auto parts = static_cast<std::size_t>(std::fmin(10, std::floor(rarest / 5)));
  if (parts < 2 || seen < 2) return test;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t first = log.size() * part / parts;
    const std::size_t end = log.size() * (part + 1) / parts;
    std::vector<double> observed(log.action_count);
    for (std::size_t i = first; i < end; ++i) observed[log.actions[i]] += 1;
    const double share = static_cast<double>(end - first) / static_cast<double>(log.size());
    for (Action a = 0; a < log.action_count; ++a) {
      if (total[a] == 0) continue;
      const double difference = observed[a] - share * total[a];
      test.statistic += difference * difference / (share * total[a]);
    }
  }
  test.degrees = (static_cast<double>(parts) - 1) * (seen - 1);
  test.p_value = chi_square_tail(test.statistic, test.degrees);
  return test;
}

FeatureTest test_actions_ignore_features(const Log& log) {
  FeatureTest worst;
  if (log.has_pools()) return worst;
  std::size_t tested = 0;
  ContextReader contexts(log);
  for (std::size_t feature = 0; feature < log.dimension; ++feature) {
    numeric::Moments all;
    std::vector<numeric::Moments> by_action(log.action_count);
    for (std::size_t i = 0; i < log.size(); ++i) {
      const double value = contexts[i][feature];
      all.add(value);
      by_action[log.actions[i]].add(value);
    }
    if (!(all.variance() > 0)) continue;
    ++tested;
    ChiSquareTest test;
    test.degrees = -1;
    for (const auto& moments : by_action) {
      if (moments.count == 0) continue;
      const double difference = moments.mean - all.mean;
      test.statistic +=
          static_cast<double>(moments.count) * difference * difference / all.variance();
      test.degrees += 1;
    }
    test.p_value = chi_square_tail(test.statistic, test.degrees);
    if (tested == 1 || test.p_value < worst.test.p_value) worst = {test, feature};
  }
  if (tested == 0) return worst;  // nothing varies: nothing to depend on
  worst.test.p_value = std::fmin(1, worst.test.p_value * static_cast<double>(tested));
  return worst;
}

double propensity_discrepancy(const Log& log) {
  if (!log.has_propensities()) return 0;
  numeric::Moments ratio;
  for (std::size_t i = 0; i < log.size(); ++i) {
    ratio.add(1 / (log.propensities[i] * log.available(i).size()));
  }
  const double error = ratio.standard_error();
  return error > 1e-9 ? (ratio.mean - 1) / error : 0;
}

bool propensities_are_uniform(const Log& log) {
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (std::fabs(log.propensities[i] * log.available(i).size() - 1) > 1e-4) return false;
  }
  return true;
}

}  // namespace replaybench
