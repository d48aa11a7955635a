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
  explicit PoolCounts(const LogBlocks& log) {
    const PoolTable& pools = log.header().pool_table;
    for (std::uint32_t p = 0; p < pools.size(); ++p) {
      first_.push_back(first_.back() + pools[p].size());
    }
    counts_.resize(first_.back());
    // Counters of the actions of the pool at hand; a pool lasts for many records.
    std::vector<std::size_t> place(log.header().action_count);
    auto at_hand = static_cast<std::uint32_t>(pools.size());
    log.each({.actions = true, .pools = true}, [&](const LogBlock& block) {
      for (std::size_t i = 0; i < block.size; ++i) {
        if (block.pools[i] != at_hand) {
          at_hand = block.pools[i];
          const ActionSet actions = pools[at_hand];
          for (Action j = 0; j < actions.size(); ++j) place[actions[j]] = first_[at_hand] + j;
        }
        counts_[place[block.actions[i]]] += 1;
      }
    });
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

std::vector<double> counts_of_actions(const LogBlocks& log) {
  std::vector<double> counts(log.header().logged_count());
  log.each({.actions = true}, [&](const LogBlock& block) {
    for (const Action action : block.actions) counts[action] += 1;
  });
  return counts;
}

}  // namespace

ChiSquareTest test_uniform_counts(std::span<const double> counts) {
  ChiSquareTest test;
  double records = 0;
  for (const double count : counts) records += count;
  const double actions = static_cast<double>(counts.size());
  if (records > 0) test.statistic = chi_square(counts, records / actions);
  test.degrees = actions - 1;
  test.p_value = chi_square_tail(test.statistic, test.degrees);
  return test;
}

ChiSquareTest test_uniform_actions(const LogBlocks& log) {
  ChiSquareTest test;
  const Action action_count = log.header().action_count;
  if (!log.has_pools()) {
    return test_uniform_counts(counts_of_actions(log));
  }
  const PoolTable& pools = log.header().pool_table;
  const PoolCounts counts(log);
  // The remaining pools, which are too rare to be tested separately.
  std::vector<double> observed(action_count);
  std::vector<double> expected(action_count);
  std::vector<double> squares(action_count);
  for (std::uint32_t p = 0; p < pools.size(); ++p) {
    const ActionSet actions = pools[p];
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
  for (Action a = 0; a < action_count; ++a) {
    if (expected[a] < min_expected) continue;
    const double difference = observed[a] - expected[a];
    test.statistic += difference * difference / expected[a];
    test.degrees += 1 - squares[a] / expected[a];
  }
  test.p_value = chi_square_tail(test.statistic, test.degrees);
  return test;
}

ChiSquareTest test_stationary_actions(const LogBlocks& log) {
  ChiSquareTest test;
  const std::uint64_t n = log.size();
  if (pools_vary(log) || n == 0) return test;
  const std::vector<double> total = counts_of_actions(log);
  double rarest = static_cast<double>(n);
  double seen = 0;
  for (const double count : total) {
    if (count == 0) continue;
    seen += 1;
    rarest = std::fmin(rarest, count);
  }
  const auto parts = static_cast<std::uint64_t>(std::fmin(10, std::floor(rarest / 5)));
  if (parts < 2 || seen < 2) return test;
  for (std::uint64_t part = 0; part < parts; ++part) {
    const std::uint64_t first = n * part / parts;
    const std::uint64_t end = n * (part + 1) / parts;
    std::vector<double> observed(total.size());
    log.each(first, end, {.actions = true}, [&](const LogBlock& block) {
      for (const Action action : block.actions) observed[action] += 1;
    });
    const double share = static_cast<double>(end - first) / static_cast<double>(n);
    for (Action a = 0; a < total.size(); ++a) {
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

// Tests whether the means of feature `j` differ between actions; nothing for a constant feature.
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

FeatureTest test_actions_ignore_features(const LogBlocks& log) {
  FeatureTest worst;
  if (pools_vary(log)) return worst;
  const Action action_count = log.header().action_count;
  const std::size_t dimension = log.header().dimension;
  // As many features in a sweep as have their moments in some 16 MB.
  const std::size_t at_once =
      std::clamp<std::size_t>((std::size_t{1} << 20) / (action_count + std::size_t{1}), 1,
                              std::max<std::size_t>(dimension, 1));
  std::size_t tested = 0;
  for (std::size_t first = 0; first < dimension; first += at_once) {
    const std::size_t features = std::min(at_once, dimension - first);
    FeatureMoments all(features);
    std::vector<FeatureMoments> by_action(action_count, all);
    log.each({.actions = true, .contexts = true}, [&](const LogBlock& block) {
      for (std::size_t i = 0; i < block.size; ++i) {
        const double* values = block.contexts.data() + i * dimension + first;
        all.add(values);
        by_action[block.actions[i]].add(values);
      }
    });
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
ChanceOfPairs chance_by_shares(const LogBlocks& log) {
  numeric::Sum squares, cubes;
  for (const double count : counts_of_actions(log)) {
    const double q = count / static_cast<double>(log.size());
    squares.add(q * q);
    cubes.add(q * q * q);
  }
  const double chance = squares.value();
  return {chance, chance + 2 * cubes.value() - 3 * chance * chance};
}

// Mean of same_actions over all pairs of records, at any distance: other than by chance if the propensities are wrong.
double same_at_any_distance(const LogBlocks& log) {
  std::vector<double> inverse(log.header().action_count);
  log.each({.actions = true, .propensities = true}, [&](const LogBlock& block) {
    for (std::size_t i = 0; i < block.size; ++i) {
      inverse[block.actions[i]] += block.propensities.empty() ? 1 : 1 / block.propensities[i];
    }
  });
  const std::vector<double> counts = counts_of_actions(log);
  const double n = static_cast<double>(log.size());
  numeric::Sum sum;
  for (std::size_t a = 0; a < counts.size(); ++a) sum.add(counts[a] / n * (inverse[a] / n));
  return sum.value();
}

struct PairMoments {
  numeric::Moments pairs;
  double third = 0;  // central
};

// For each pair of records at distance `lag`: 1, or 1/p of the later record, if the actions are equal; otherwise 0.
PairMoments same_actions(const LogBlocks& log, std::size_t lag) {
  numeric::Moments same;
  numeric::Sum squares, cubes;
  std::vector<Action> before;  // the last `lag` actions of the blocks before, fewer at first
  log.each({.actions = true, .propensities = true}, [&](const LogBlock& block) {
    for (std::size_t i = 0; i < block.size; ++i) {
      const std::size_t reach = before.size() + i;
      if (reach < lag) continue;
      const Action earlier = i < lag ? before[reach - lag] : block.actions[i - lag];
      if (block.actions[i] != earlier) continue;
      const double value = block.propensities.empty() ? 1 : 1 / block.propensities[i];
      same.add(value);
      squares.add(value * value);
      cubes.add(value * value * value);
    }
    before.insert(before.end(), block.actions.begin(), block.actions.end());
    if (before.size() > lag) before.erase(before.begin(), before.end() - lag);
  });
  // The other pairs, which count 0, at once.
  same.merge({.count = log.size() - lag - same.count, .mean = 0, .m2 = 0});
  const double pairs = static_cast<double>(same.count);
  const double mean = same.mean;
  return {same, (cubes.value() - 3 * mean * squares.value()) / pairs + 2 * mean * mean * mean};
}

// Standard errors between a mean of n values and its expectation, by Hall's transformation, which removes the
// skewness: a sample of rare, large values most often has too small a mean, and too small a variance with it.
double skewed_z(double difference, double variance, double third, double n) {
  const double t = difference / std::sqrt(variance);
  const double skewness = third / (variance * std::sqrt(variance));
  return std::sqrt(n) *
         (t + skewness * t * t / 3 + skewness * skewness * t * t * t / 27 + skewness / (6 * n));
}

}  // namespace

DependenceTest test_independent_actions(const LogBlocks& log) {
  constexpr std::size_t lags = 3;
  constexpr std::size_t far = 100;
  DependenceTest found;
  if (pools_vary(log) || log.size() < 50) return found;
  const ChanceOfPairs shares = chance_by_shares(log);
  if (!(shares.variance > 1e-12)) return found;
  const double chance = log.has_propensities() ? 1 : shares.mean;
  const double distant =
      log.size() >= 4 * far ? same_actions(log, far).pairs.mean : same_at_any_distance(log);
  for (std::size_t lag = 1; lag <= lags && !(found.p_value < assumption_test_level); ++lag) {
    const auto [same, third] = same_actions(log, lag);
    if (std::fabs(distant - chance) > 0.5 * std::fabs(same.mean - chance)) continue;
    // The indicators' variance is known by chance alone; the weighted ones', by the larger of what the
    // log shows and what unweighted pairs have: where no pair is equal the log shows 0.
    const double variance =
        log.has_propensities()
            ? std::fmax(same.variance(), shares.variance / (shares.mean * shares.mean))
            : shares.variance;
    const double z = skewed_z(same.mean - chance, variance, log.has_propensities() ? third : 0,
                              static_cast<double>(log.size() - lag));
    const double p = std::fmin(1, 2 * lags * numeric::normal_cdf(-std::fabs(z)));
    if (p < found.p_value) found = {lag, same.mean / chance, p};
  }
  return found;
}

namespace {

// Factor of the standard error of a mean of weights whose expectation is 1. A sample that lacks the rare, large ones has
// too small a mean, and too small an error with it: their variance grows about as the cube of the mean.
double too_small(double mean) {
  const double lacking = std::fmax(1, 1 / mean);
  return lacking * std::sqrt(lacking);
}

ActionFit fit_of(const InverseSums& of) {
  constexpr double min_effective = 30;
  ActionFit fit{of.inverse / of.offered, std::numeric_limits<double>::quiet_NaN()};
  const double variance = of.squares - of.inverse;
  if (!(of.inverse * of.inverse >= min_effective * of.squares) || !(variance > 0)) return fit;
  fit.z = (of.inverse - of.offered) / (std::sqrt(variance) * too_small(of.inverse / of.offered));
  return fit;
}

// Sums of 1/p by action against the records that offered it; see PropensityFit.
class SumsByAction {
 public:
  explicit SumsByAction(const LogBlocks& log)
      : log_(log),
        pool_records_(log.header().pool_table.size()),
        inverse_(log.header().action_count),
        squares_(log.header().action_count) {}

  void add(const LogBlock& block) {
    for (const auto pool : block.pools) pool_records_[pool] += 1;
    for (std::size_t i = 0; i < block.size; ++i) {
      const double w = 1 / block.propensities[i];
      inverse_[block.actions[i]] += w;
      squares_[block.actions[i]] += w * w;
    }
  }

  std::vector<InverseSums> sums() const {
    const std::vector<double> offered = records_offering();
    std::vector<InverseSums> result(inverse_.size());
    for (Action a = 0; a < inverse_.size(); ++a) {
      result[a] = {inverse_[a], squares_[a], offered[a]};
    }
    return result;
  }

 private:
  std::vector<double> records_offering() const {
    if (!log_.has_pools()) {
      return std::vector<double>(inverse_.size(), static_cast<double>(log_.size()));
    }
    std::vector<double> offered(inverse_.size());
    const PoolTable& pools = log_.header().pool_table;
    for (std::uint32_t p = 0; p < pools.size(); ++p) {
      const ActionSet actions = pools[p];
      for (Action j = 0; j < actions.size(); ++j) offered[actions[j]] += pool_records_[p];
    }
    return offered;
  }

  const LogBlocks& log_;
  std::vector<double> pool_records_, inverse_, squares_;
};

Action pool_size(const LogBlocks& log, const LogBlock& block, std::size_t i) {
  return log.pool_size(block.pools.empty() ? 0 : block.pools[i]);
}

}  // namespace

std::vector<ActionFit> fit_by_action(const LogBlocks& log) {
  if (!log.has_propensities() || log.size() == 0) return {};
  SumsByAction by_action(log);
  log.each({.actions = true, .propensities = true, .pools = true},
           [&](const LogBlock& block) { by_action.add(block); });
  std::vector<ActionFit> fits;
  for (const InverseSums& sums : by_action.sums()) fits.push_back(fit_of(sums));
  return fits;
}

bool may_be_equal_by_chance(double ratio, double count) {
  return count * std::fabs(std::log(ratio)) < -std::log(assumption_test_level);
}

PropensityFit propensity_fit(double mean, double standard_error,
                             std::span<const InverseSums> actions, double excess) {
  PropensityFit fit;
  fit.mean = mean;
  const double beyond = std::fmax(0, std::fabs(mean - 1) - excess);
  // A spread of roundoff is none.
  if (standard_error > 1e-9 * mean) {
    fit.z = (mean - 1) / standard_error;
    fit.mean_fits = beyond <= 4 * standard_error * too_small(mean);
  } else {
    fit.z = std::numeric_limits<double>::quiet_NaN();
    double inverse = 0, squares = 0;
    for (const InverseSums& action : actions) {
      inverse += action.inverse;
      squares += action.squares;
    }
    fit.mean_fits = beyond <= 1e-4 || may_be_equal_by_chance(mean, inverse * inverse / squares);
  }
  double tested = 0;
  double furthest = 0;
  for (Action a = 0; a < actions.size(); ++a) {
    const ActionFit of_action = fit_of(actions[a]);
    // An action's share of a fitted model's variance is not known apart.
    if (std::isnan(of_action.z) || excess > 0) continue;
    ++tested;
    if (std::fabs(of_action.z) <= std::fabs(furthest)) continue;
    furthest = of_action.z;
    fit.action = a;
    fit.inverse = of_action.inverse;
  }
  if (tested > 0) {
    fit.action_p = std::fmin(1, 2 * tested * numeric::normal_cdf(-std::fabs(furthest)));
  }
  fit.fits = fit.mean_fits && !(fit.action_p < assumption_test_level);
  return fit;
}

PropensityFit test_propensities(const LogBlocks& log, double parameters) {
  if (!log.has_propensities() || log.size() == 0) return {};
  numeric::Moments ratio;
  SumsByAction by_action(log);
  log.each({.actions = true, .propensities = true, .pools = true}, [&](const LogBlock& block) {
    for (std::size_t i = 0; i < block.size; ++i) {
      ratio.add(1 / (block.propensities[i] * pool_size(log, block, i)));
    }
    by_action.add(block);
  });
  return propensity_fit(ratio.mean, ratio.standard_error(), by_action.sums(),
                        estimated_excess(parameters, static_cast<double>(log.size())));
}

bool propensities_are_uniform(const LogBlocks& log) {
  // Choices that are not uniform have more than one propensity: a single one near 1/K is rounded.
  bool exact = true;
  bool one_value = !log.has_pools() && log.size() > 0;
  double first = 0;
  log.each({.propensities = true, .pools = true}, [&](const LogBlock& block) {
    if (block.first == 0) first = block.propensities[0];
    for (std::size_t i = 0; i < block.size; ++i) {
      const double p = block.propensities[i];
      exact = exact && std::fabs(p * pool_size(log, block, i) - 1) <= uniform_tolerance;
      one_value = one_value && p == first;
    }
  });
  return exact || (one_value &&
                   std::fabs(first * log.header().logged_count() - 1) <= rounded_uniform_tolerance);
}

}  // namespace replaybench
