#include "suite/continuous/kernel_estimators.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/numeric/elementary.hpp"
#include "suite/offpolicy/selection.hpp"
#include "suite/offpolicy/weight_limit.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

using offpolicy::Combination;
using offpolicy::Term;

bool needs_model(KernelEstimator estimator) {
  return estimator == KernelEstimator::dr || estimator == KernelEstimator::dr_logged;
}

Combination combination_of(KernelEstimator estimator) {
  return estimator == KernelEstimator::snips ? Combination::ratio : Combination::mean;
}

double weight_of(double target, double action, double density, double h,
                 const KernelOptions& options) {
  const double near = kernel_density(options.kernel, (target - action) / h);
  if (near == 0) return 0;
  double mass = 1;
  if (options.range) {
    mass = kernel_mass_below(options.kernel, (target - options.range->low) / h) -
           kernel_mass_below(options.kernel, (target - options.range->high) / h);
  }
  return near / mass / h / density;
}

std::vector<Term> terms_of(const ContinuousLog& log, const TargetActions& target,
                           KernelEstimator estimator, double h, const KernelOptions& options) {
  std::vector<Term> terms(log.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    terms[i] = {0, weight_of(target.actions[i], log.actions[i], log.densities[i], h, options),
                log.rewards[i]};
    if (!needs_model(estimator)) continue;
    terms[i].base = target.q[i];
    terms[i].outcome -= estimator == KernelEstimator::dr ? target.q[i] : log.q[i];
  }
  return terms;
}

statistics::Interval normal_interval(double value, double error, double level) {
  const double half = numeric::normal_quantile((1 + level) / 2) * error;
  return {value - half, value + half};
}

// n times each record's influence: deviations whose mean is 0, and whose standard error is the
// estimate's.
std::vector<double> deviations_of(std::span<const Term> terms, KernelEstimator estimator) {
  auto parts = offpolicy::influences(terms, combination_of(estimator));
  for (double& part : parts) part *= static_cast<double>(terms.size());
  return parts;
}

void compare_with_log(KernelEstimate& result, const ContinuousLog& log, std::span<const Term> terms,
                      KernelEstimator estimator, double level) {
  auto parts = offpolicy::influences(terms, combination_of(estimator));
  const double n = static_cast<double>(log.size());
  const double mean = offpolicy::sum_of(log.rewards) / n;
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] -= (log.rewards[i] - mean) / n;
  result.lift = result.estimate.value - mean;
  result.lift_interval =
      statistics::skewed_interval(result.lift, statistics::sum_influences(parts), level);
}

void count_near(KernelEstimate& result, const ContinuousLog& log, const TargetActions& target,
                const KernelOptions& options) {
  const auto [least, most] = std::minmax_element(log.actions.begin(), log.actions.end());
  const ActionRange range = options.range.value_or(ActionRange{*least, *most});
  std::size_t within = 0, near_end = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const double t = target.actions[i];
    within += std::fabs(t - log.actions[i]) <= result.bandwidth;
    near_end += t - range.low < result.bandwidth || range.high - t < result.bandwidth;
  }
  result.within = static_cast<double>(within) / static_cast<double>(log.size());
  result.near_end = static_cast<double>(near_end) / static_cast<double>(log.size());
}

struct WithTerms {
  KernelEstimate estimate;
  std::vector<Term> terms;
};

WithTerms estimate_with_terms(const ContinuousLog& log, std::size_t target,
                              KernelEstimator estimator, double bandwidth,
                              const KernelOptions& options) {
  const std::string reason = why_not(log, target, estimator);
  if (!reason.empty()) throw DataError(reason);
  if (!(bandwidth > 0) || !std::isfinite(bandwidth)) {
    throw std::invalid_argument("a bandwidth is a finite number above 0");
  }
  const TargetActions& of = log.targets[target];
  WithTerms result{{}, terms_of(log, of, estimator, bandwidth, options)};
  std::vector<double> weights;
  weights.reserve(log.size());
  for (const Term& term : result.terms) weights.push_back(term.weight);
  offpolicy::require_finite_squares(weights, "record");
  KernelEstimate& estimate = result.estimate;
  for (std::size_t i = 0; i < log.size(); ++i) {
    estimate.rewarded += weights[i] > 0 && log.rewards[i] == 1;
  }
  std::vector<double> weighted_rewards = weights;
  for (std::size_t i = 0; i < log.size(); ++i) weighted_rewards[i] *= log.rewards[i];
  estimate.tail = statistics::tail_of(weighted_rewards);
  estimate.bandwidth = bandwidth;
  estimate.estimate = offpolicy::combine(result.terms, combination_of(estimator));
  estimate.interval =
      normal_interval(estimate.estimate.value, estimate.estimate.standard_error, options.level);
  estimate.weights = offpolicy::summarise_weights(weights);
  estimate.sums =
      statistics::sum_influences(offpolicy::influences(result.terms, combination_of(estimator)));
  compare_with_log(estimate, log, result.terms, estimator, options.level);
  count_near(estimate, log, of, options);
  return result;
}

}  // namespace

const std::vector<KernelEstimatorInfo>& kernel_estimators() {
  static const std::vector<KernelEstimatorInfo> all{
      {KernelEstimator::ips, "kernel_ips", "mean of w r", "Kallus, Zhou 2018"},
      {KernelEstimator::snips, "kernel_snips", "sum w r / sum w", "Kallus, Zhou 2018"},
      {KernelEstimator::dr, "kernel_dr", "mean of q(x, t) + w (r - q(x, t))",
       "Kallus, Zhou 2018, as in the Open Bandit Pipeline"},
      {KernelEstimator::dr_logged, "kernel_dr_logged", "mean of q(x, t) + w (r - q(x, a))",
       "our design: the residual where the reward was seen"}};
  return all;
}

std::string why_not(const ContinuousLog& log, std::size_t target, KernelEstimator estimator) {
  const TargetActions& of = log.targets.at(target);
  std::string missing;
  if (estimator == KernelEstimator::dr_logged && log.q.empty()) missing = "q";
  if (needs_model(estimator) && of.q.empty()) {
    missing += (missing.empty() ? "q_" : ", q_") + of.name;
  }
  return missing.empty() ? missing : "the log has no column " + missing;
}

KernelEstimate estimate_kernel(const ContinuousLog& log, std::size_t target,
                               KernelEstimator estimator, double bandwidth,
                               const KernelOptions& options) {
  return estimate_with_terms(log, target, estimator, bandwidth, options).estimate;
}

std::vector<double> bandwidth_grid(const ContinuousLog& log) {
  const double deviation = offpolicy::mean_and_deviation(log.actions).deviation;
  if (!(deviation > 0) || !std::isfinite(deviation)) {
    throw DataError("all logged actions are equal, so no bandwidth can be chosen from them");
  }
  std::vector<double> grid;
  for (double h = 2 * deviation; grid.size() < 10; h /= std::sqrt(2.0)) grid.push_back(h);
  return grid;
}

BandwidthChoice choose_bandwidth(const ContinuousLog& log, std::size_t target,
                                 KernelEstimator estimator, std::span<const double> bandwidths,
                                 const KernelOptions& options, double fewest) {
  BandwidthChoice choice;
  std::vector<offpolicy::SlopeCandidate> candidates;
  std::vector<std::size_t> places;
  std::size_t most = 0;
  for (const double bandwidth : bandwidths) {
    auto [estimate, terms] = estimate_with_terms(log, target, estimator, bandwidth, options);
    const std::size_t place = choice.candidates.size();
    const double effective = estimate.weights.effective;
    const double value = estimate.estimate.value;
    choice.candidates.push_back(std::move(estimate));
    if (effective > choice.candidates[most].weights.effective) most = place;
    if (!(effective >= fewest) || log.size() < 2 || !std::isfinite(value)) continue;
    candidates.push_back({value, offpolicy::slope_half_width(deviations_of(terms, estimator))});
    places.push_back(place);
  }
  choice.taken = candidates.empty() ? most : places[offpolicy::choose_by_slope(candidates)];
  return choice;
}

}  // namespace replaybench
