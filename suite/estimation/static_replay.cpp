#include "suite/estimation/static_replay.hpp"

#include <cmath>

#include "suite/estimation/acceptance_distribution.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/resample/pass.hpp"

namespace replaybench::estimation {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn records = add(Role::records);
  RowColumn usable = add("usable", Role::count);
  RowColumn accepted = add(Role::accepted);
  RowColumn time_acceleration = add("time_acceleration");
  RowColumn bootstrap_variance = add("bootstrap_variance");
} result{};

/// Resamples of `size` records.
class Resampling {
 public:
  struct Resample {
    double estimate = 0;
    double standard_error = 0;  ///< 0 if there is none
  };

  Resampling(const AcceptanceDistribution& distribution, bool star, std::int64_t size)
      : distribution_(distribution),
        star_(star),
        factor_(star ? distribution.star_factor() : 1),
        size_(size),
        counts_(masses(distribution)),
        drawn_(distribution.classes().size()) {}

  Resample draw(Draws& draws) {
    std::fill(drawn_.begin(), drawn_.end(), 0.0);
    double usable = 0;
    double weight = 0;
    double reward = 0;
    counts_.draw(draws, size_, [&](std::size_t j, std::int64_t count) {
      if (j == drawn_.size()) return;
      drawn_[j] = static_cast<double>(count);
      usable += drawn_[j];
      weight += drawn_[j] * share(j);
      reward += drawn_[j] * share(j) * distribution_.classes()[j].reward;
    });
    const double n = static_cast<double>(size_);
    const double estimate = star_ ? reward / n : weight == 0 ? 0 : reward / weight;
    const double alike = star_ ? n : usable;
    if (alike < 2) return {estimate, 0};
    double squares = star_ ? (n - usable) * estimate * estimate : 0;
    for (std::size_t j = 0; j < drawn_.size(); ++j) {
      const double r = distribution_.classes()[j].reward;
      const double deviation = star_ ? share(j) * r - estimate : share(j) * (r - estimate);
      squares += drawn_[j] * deviation * deviation;
    }
    return {estimate, std::sqrt(squares * alike / (alike - 1)) / (star_ ? n : weight)};
  }

 private:
  double share(std::size_t j) const {
    const RecordClass& c = distribution_.classes()[j];
    return factor_ * c.probability * c.weight;
  }
  // The last class: the records that are never accepted.
  static std::vector<double> masses(const AcceptanceDistribution& distribution) {
    std::vector<double> masses;
    for (const RecordClass& c : distribution.classes())
      masses.push_back(static_cast<double>(c.count));
    masses.push_back(static_cast<double>(distribution.records() - distribution.usable()));
    return masses;
  }

  const AcceptanceDistribution& distribution_;
  bool star_;
  double factor_;
  std::int64_t size_;
  Multinomial counts_;
  std::vector<double> drawn_;
};

/// BCa's a: sum d^3 / (6 (sum d^2)^{3/2}), d the mean of the estimates without one record less
/// each of them.
double acceleration(const AcceptanceDistribution& distribution, bool star) {
  double weight = 0;
  double reward = 0;
  for (const RecordClass& c : distribution.classes()) {
    const double mass = static_cast<double>(c.count) * c.probability * c.weight;
    weight += mass;
    reward += mass * c.reward;
  }
  const auto without = [&](double w, double r) {
    if (star) return reward - w * r;  // up to a factor, which a does not depend on
    return weight - w > 0 ? (reward - w * r) / (weight - w) : 0;
  };
  const auto for_each = [&](auto&& take) {
    take(static_cast<double>(distribution.records() - distribution.usable()), without(0, 0));
    for (const RecordClass& c : distribution.classes()) {
      take(static_cast<double>(c.count), without(c.probability * c.weight, c.reward));
    }
  };
  double mean = 0;
  for_each([&](double count, double value) { mean += count * value; });
  mean /= static_cast<double>(distribution.records());
  double squares = 0;
  double cubes = 0;
  for_each([&](double count, double value) {
    const double d = mean - value;
    squares += count * d * d;
    cubes += count * d * d * d;
  });
  return squares > 0 ? cubes / (6 * squares * std::sqrt(squares)) : 0;
}

}  // namespace

LogAssumptions StaticReplay::assumptions() const {
  LogAssumptions assumptions = weighting_assumptions(options_.weighting);
  assumptions.static_policy = true;
  return assumptions;
}

const RowSchema& StaticReplay::schema() const { return result; }

std::vector<double> StaticReplay::probabilities(const Agent& agent, const Log& log,
                                                StreamKey policy) const {
  if (!options_.jitter.wanted()) return choice_probabilities(agent, log);
  auto jitter = make_jitter(log, options_.jitter, log.size());
  jitter->set_key(keys_of_pass(policy, 0).noise);
  return kernel_probabilities(agent, log, *jitter, options_.draws);
}

AcceptanceDistribution StaticReplay::distribution_of(Trial& trial) const {
  return {std::string(owner_), trial, options_.weighting, [&](const Agent& agent, const Log& log) {
            return probabilities(agent, log, trial.policy_stream());
          }};
}

std::vector<std::string> StaticReplay::remarks(const Log&, const Agent& agent,
                                               const ResultRow&) const {
  if (!options_.jitter.wanted() || !agent.uses_contexts()) return {};
  return {
      "the jitter blurs the policy: standard_error and the interval leave out the bias of "
      "that"};
}

EstimateBasis StaticReplay::evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const {
  evaluate(trial, rows);
  const auto log = trial.log();
  EstimateBasis basis = basis_of_probabilities(
      options_.star ? EstimateForm::mean : EstimateForm::ratio, *log, options_.weighting,
      probabilities(trial.agent(), *log, trial.policy_stream()));
  basis.own = {options_.level, options_.interval == IntervalMethod::normal};
  return basis;
}

void StaticReplay::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const AcceptanceDistribution distribution = distribution_of(trial);
  const double n = static_cast<double>(distribution.records());
  const double estimate = options_.star ? distribution.star() : distribution.ratio();
  const double error =
      std::sqrt(options_.star ? distribution.star_variance() : distribution.ratio_variance());
  numeric::Moments moments;
  std::vector<double> statistics;
  if (options_.resamples > 0) {
    Resampling resampling(distribution, options_.star, distribution.expanded(options_.expansion));
    for (std::uint64_t b = 0; b < options_.resamples; ++b) {
      Draws draws(trial.policy_stream(), b);
      const auto resample = resampling.draw(draws);
      moments.add(resample.estimate);
      if (options_.interval == IntervalMethod::normal) continue;
      const double deviation = resample.estimate - estimate;
      statistics.push_back(options_.interval != IntervalMethod::studentised ? resample.estimate
                           : deviation == 0                                 ? 0
                                            : deviation / resample.standard_error);
    }
  }
  const statistics::Interval interval = interval_of(distribution, estimate, error, statistics);
  const double reward_variance = distribution.reward_variance();
  const double time_acceleration = reward_variance > 0 ? n * error * error / reward_variance : nan;
  rows.push_back(result.row(
      static_cast<std::uint64_t>(distribution.records()),
      {result.estimate(estimate), result.standard_error(error), result.low(interval.low),
       result.high(interval.high), result.records(n), result.usable(distribution.usable()),
       result.accepted(distribution.accepted()), result.time_acceleration(time_acceleration),
       result.bootstrap_variance(moments.variance())}));
}

statistics::Interval StaticReplay::interval_of(const AcceptanceDistribution& distribution,
                                               double estimate, double error,
                                               const std::vector<double>& statistics) const {
  if (std::isnan(error)) return {nan, nan};
  const double level = options_.level;
  switch (options_.interval) {
    case IntervalMethod::normal:
      break;
    case IntervalMethod::percentile:
      return statistics::percentile_interval(statistics, level);
    case IntervalMethod::basic:
      return statistics::basic_interval(estimate, statistics, level);
    case IntervalMethod::studentised:
      return statistics::studentised_interval(estimate, error, statistics, level);
    case IntervalMethod::bca:
      return statistics::bca_interval(estimate, statistics,
                                      acceleration(distribution, options_.star), level);
  }
  const double half = numeric::normal_quantile((1 + level) / 2) * error;
  return {estimate - half, estimate + half};
}

}  // namespace replaybench::estimation
