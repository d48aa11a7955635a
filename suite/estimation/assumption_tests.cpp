#include "suite/estimation/assumption_tests.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

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

constexpr double min_expected = 5;  // of an action, for a chi-square test to hold

double chi_square(std::span<const double> observed, double expected) {
  double statistic = 0;
  for (const double count : observed) {
    const double difference = count - expected;
    statistic += difference * difference / expected;
  }
  return statistic;
}

/// Counts of each logged action per pool. Requires pools.
class PoolCounts {
 public:
  explicit PoolCounts(const Log& log) {
    for (std::uint32_t p = 0; p < log.pool_table.size(); ++p) {
      first_.push_back(first_.back() + log.pool_table[p].size());
    }
    counts_.resize(first_.back());
    // Where the actions of the pool at hand are counted; a pool lasts for many records.
    std::vector<std::size_t> place(log.action_count);
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (i == 0 || log.pools[i] != log.pools[i - 1]) {
        const ActionSet actions = log.available(i);
        for (Action j = 0; j < actions.size(); ++j) place[actions[j]] = first_[log.pools[i]] + j;
      }
      counts_[place[log.actions[i]]] += 1;
    }
  }
  std::span<const double> of(std::uint32_t pool) const {
    return std::span(counts_).subspan(first_[pool], first_[pool + 1] - first_[pool]);
  }
  double records(std::uint32_t pool) const {
    double sum = 0;
    for (const double count : of(pool)) sum += count;
    return sum;
  }

 private:
  std::vector<std::size_t> first_{0};
  std::vector<double> counts_;
};

}  // namespace

ChiSquareTest test_uniform_actions(const Log& log) {
  ChiSquareTest test;
  if (!log.has_pools()) {
    std::vector<double> observed(log.action_count);
    for (const Action action : log.actions) observed[action] += 1;
    const double expected = static_cast<double>(log.size()) / log.action_count;
    if (expected > 0) test.statistic = chi_square(observed, expected);
    test.degrees = static_cast<double>(log.action_count) - 1;
    test.p_value = chi_square_tail(test.statistic, test.degrees);
    return test;
  }
  const PoolCounts counts(log);
  // The remaining pools, which are too rare to be tested separately.
  std::vector<double> observed(log.action_count);
  std::vector<double> expected(log.action_count);
  std::vector<double> squares(log.action_count);
  for (std::uint32_t p = 0; p < log.pool_table.size(); ++p) {
    const ActionSet actions = log.pool_table[p];
    const std::span<const double> seen = counts.of(p);
    const double records = counts.records(p);
    const double share = records / actions.size();
    if (share >= min_expected) {
      test.statistic += chi_square(seen, share);
      test.degrees += actions.size() - 1;
      continue;
    }
    for (Action j = 0; j < actions.size(); ++j) {
      observed[actions[j]] += seen[j];
      expected[actions[j]] += share;
      squares[actions[j]] += share / actions.size();
    }
  }
  // An action's count is a sum of independent 0/1 of mean 1/K_t, variance 1/K_t - 1/K_t^2.
  for (Action a = 0; a < log.action_count; ++a) {
    if (expected[a] < min_expected) continue;
    const double difference = observed[a] - expected[a];
    test.statistic += difference * difference / expected[a];
    test.degrees += 1 - squares[a] / expected[a];
  }
  test.p_value = chi_square_tail(test.statistic, test.degrees);
  return test;
}

ChiSquareTest test_stationary_actions(const Log& log) {
  ChiSquareTest test;
  if (pools_vary(log) || log.size() == 0) return test;
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

namespace {

/// Means and sums of squared deviations of several features, over the same records: as
/// numeric::Moments of each, to the last bit.
class FeatureMoments {
 public:
  explicit FeatureMoments(std::size_t features) : means_(features), m2_(features) {}

  void add(const double* values) {
    ++count_;
    const double count = static_cast<double>(count_);
    for (std::size_t j = 0; j < means_.size(); ++j) {
      const double delta = values[j] - means_[j];
      means_[j] += delta / count;
      m2_[j] += delta * (values[j] - means_[j]);
    }
  }
  double count() const { return static_cast<double>(count_); }
  double mean(std::size_t j) const { return means_[j]; }
  double variance(std::size_t j) const {
    return numeric::Moments{count_, means_[j], m2_[j]}.variance();
  }

 private:
  std::uint64_t count_ = 0;
  std::vector<double> means_, m2_;
};

// Whether the means of feature `j` differ from action to action; nothing of one that does not vary.
std::optional<ChiSquareTest> test_equal_means(std::size_t j, const FeatureMoments& all,
                                              const std::vector<FeatureMoments>& by_action) {
  const double variance = all.variance(j);
  if (!(variance > 0) || !std::isfinite(variance)) return std::nullopt;
  ChiSquareTest test;
  test.degrees = -1;
  for (const FeatureMoments& moments : by_action) {
    if (moments.count() == 0) continue;
    const double difference = moments.mean(j) - all.mean(j);
    test.statistic += moments.count() * difference * difference / variance;
    test.degrees += 1;
  }
  test.p_value = chi_square_tail(test.statistic, test.degrees);
  return test;
}

}  // namespace

FeatureTest test_actions_ignore_features(const Log& log) {
  FeatureTest worst;
  if (pools_vary(log)) return worst;
  // As many features in a sweep as have their moments in some 16 MB.
  const std::size_t at_once =
      std::clamp<std::size_t>((std::size_t{1} << 20) / (log.action_count + std::size_t{1}), 1,
                              std::max<std::size_t>(log.dimension, 1));
  std::size_t tested = 0;
  ContextReader contexts(log);
  for (std::size_t first = 0; first < log.dimension; first += at_once) {
    const std::size_t features = std::min(at_once, log.dimension - first);
    FeatureMoments all(features);
    std::vector<FeatureMoments> by_action(log.action_count, all);
    for (std::size_t i = 0; i < log.size(); ++i) {
      const double* values = contexts[i].values().data() + first;
      all.add(values);
      by_action[log.actions[i]].add(values);
    }
    for (std::size_t j = 0; j < features; ++j) {
      const auto test = test_equal_means(j, all, by_action);
      if (!test) continue;
      if (++tested == 1 || test->p_value < worst.test.p_value) worst = {*test, first + j};
    }
  }
  if (tested == 0) return worst;  // nothing varies: nothing to depend on
  worst.test.p_value = std::fmin(1, worst.test.p_value * static_cast<double>(tested));
  return worst;
}

namespace {

// Probability that two records have the same action by chance, as far as it is known.
struct ChanceOfPairs {
  double mean = 0;
  double variance = 0;  // of one pair, with what two overlapping pairs share
};

// From the actions' shares.
ChanceOfPairs chance_by_shares(const Log& log) {
  std::vector<double> shares(log.action_count);
  for (const Action action : log.actions) shares[action] += 1 / static_cast<double>(log.size());
  numeric::Sum squares, cubes;
  for (const double q : shares) {
    squares.add(q * q);
    cubes.add(q * q * q);
  }
  const double chance = squares.value();
  return {chance, chance + 2 * cubes.value() - 3 * chance * chance};
}

// For each pair of records at distance `lag`: 1, or 1/p of the later record, if the actions are equal; otherwise 0.
numeric::Moments same_actions(const Log& log, std::size_t lag) {
  numeric::Moments same;
  for (std::size_t i = lag; i < log.size(); ++i) {
    if (log.actions[i] != log.actions[i - lag]) continue;
    same.add(log.has_propensities() ? 1 / log.propensities[i] : 1);
  }
  // The other pairs, which count 0, at once.
  same.merge({.count = log.size() - lag - same.count, .mean = 0, .m2 = 0});
  return same;
}

}  // namespace

DependenceTest test_independent_actions(const Log& log) {
  constexpr std::size_t lags = 3;
  constexpr std::size_t far = 100;
  DependenceTest found;
  if (pools_vary(log) || log.size() < 50) return found;
  const ChanceOfPairs shares = chance_by_shares(log);
  if (!(shares.variance > 1e-12)) return found;
  const double chance = log.has_propensities() ? 1 : shares.mean;
  const double distant = log.size() >= 4 * far ? same_actions(log, far).mean : chance;
  for (std::size_t lag = 1; lag <= lags && !(found.p_value < assumption_test_level); ++lag) {
    const numeric::Moments same = same_actions(log, lag);
    if (std::fabs(distant - chance) > 0.5 * std::fabs(same.mean - chance)) continue;
    // The indicators' variance is known by chance alone; the weighted ones', by the larger of what the
    // log shows and what unweighted pairs have: where no pair is equal the log shows 0.
    const double variance =
        log.has_propensities()
            ? std::fmax(same.variance(), shares.variance / (shares.mean * shares.mean))
            : shares.variance;
    const double z =
        (same.mean - chance) / std::sqrt(variance / static_cast<double>(log.size() - lag));
    const double p = std::fmin(1, 2 * lags * numeric::normal_cdf(-std::fabs(z)));
    if (p < found.p_value) found = {lag, same.mean / chance, p};
  }
  return found;
}

namespace {

// Sums of 1/p by action against the records that offered it; see PropensityFit.
void test_by_action(const Log& log, PropensityFit& fit) {
  constexpr double min_effective = 30;
  std::vector<double> offered(log.action_count), inverse(log.action_count),
      squares(log.action_count);
  if (log.has_pools()) {
    std::vector<double> records(log.pool_table.size());
    for (const auto pool : log.pools) records[pool] += 1;
    for (std::uint32_t p = 0; p < log.pool_table.size(); ++p) {
      const ActionSet actions = log.pool_table[p];
      for (Action j = 0; j < actions.size(); ++j) offered[actions[j]] += records[p];
    }
  } else {
    offered.assign(log.action_count, static_cast<double>(log.size()));
  }
  for (std::size_t i = 0; i < log.size(); ++i) {
    const double w = 1 / log.propensities[i];
    inverse[log.actions[i]] += w;
    squares[log.actions[i]] += w * w;
  }
  double tested = 0;
  double furthest = 0;
  for (Action a = 0; a < log.action_count; ++a) {
    const double variance = squares[a] - inverse[a];
    if (!(inverse[a] * inverse[a] >= min_effective * squares[a]) || !(variance > 0)) continue;
    ++tested;
    // An action that is logged too seldom also has too small an estimate of its variance.
    const double z =
        (inverse[a] - offered[a]) / std::sqrt(variance * std::fmax(1, offered[a] / inverse[a]));
    if (std::fabs(z) <= std::fabs(furthest)) continue;
    furthest = z;
    fit.action = a;
    fit.inverse = inverse[a] / offered[a];
  }
  fit.action_p = std::fmin(1, 2 * tested * numeric::normal_cdf(-std::fabs(furthest)));
}

}  // namespace

PropensityFit test_propensities(const Log& log) {
  PropensityFit fit;
  if (!log.has_propensities() || log.size() == 0) return fit;
  numeric::Moments ratio;
  for (std::size_t i = 0; i < log.size(); ++i) {
    ratio.add(1 / (log.propensities[i] * log.available(i).size()));
  }
  fit.mean = ratio.mean;
  const double error = ratio.standard_error();
  // A spread of roundoff is none.
  if (error > 1e-9 * ratio.mean) {
    fit.z = (ratio.mean - 1) / error;
    fit.mean_fits = std::fabs(fit.z) <= 4;
  } else {
    fit.z = std::numeric_limits<double>::quiet_NaN();
    fit.mean_fits = std::fabs(ratio.mean - 1) <= 1e-4;
  }
  test_by_action(log, fit);
  fit.fits = fit.mean_fits && !(fit.action_p < assumption_test_level);
  return fit;
}

bool propensities_are_uniform(const Log& log) {
  // Choices that are not uniform have more than one propensity: a single one near 1/K is rounded.
  bool exact = true;
  bool one_value = !log.has_pools() && log.size() > 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    exact = exact && std::fabs(log.propensities[i] * log.available(i).size() - 1) <= 1e-4;
    one_value = one_value && log.propensities[i] == log.propensities[0];
  }
  return exact || (one_value && std::fabs(log.propensities[0] * log.action_count - 1) <= 0.1);
}

}  // namespace replaybench
