#include "suite/offpolicy/kernel_estimators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/offpolicy/selection.hpp"
#include "suite/offpolicy/weight_limit.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::offpolicy {

namespace {

bool has_dose_model(KernelEstimator estimator) {
  return estimator == KernelEstimator::dr || estimator == KernelEstimator::dr_logged;
}

void require_what_is_needed(const DoseLog& log, const TargetActions& target,
                            KernelEstimator estimator) {
  std::string missing;
  if (estimator == KernelEstimator::dr_logged && log.q.empty()) missing = "q";
  if (has_dose_model(estimator) && target.q.empty()) {
    missing += (missing.empty() ? "q_" : ", q_") + target.name;
  }
  if (!missing.empty()) throw NotApplicable("the log has no column " + missing);
}

void require_in_range(std::span<const double> actions, const std::string& what,
                      const ActionRange& range) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (actions[i] >= range.low && actions[i] <= range.high) continue;
    throw DataError(fmt::format("record {}: {} is {:.10g}, outside the range of actions [{}, {}]",
                                i + 1, what, actions[i], range.low, range.high));
  }
}

double kernel_weight(double target, double action, double density, double h,
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

// n times each record's influence: deviations whose mean is 0, and whose standard error is the
// estimate's.
std::vector<double> deviations_of(const PolicyTerms& of) {
  auto parts = influences(of.terms, of.combination);
  for (double& part : parts) part *= static_cast<double>(parts.size());
  return parts;
}

void count_near(KernelEstimate& result, const DoseLog& log, const TargetActions& target,
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

KernelEstimate estimate_of_terms(const PolicyTerms& of, const DoseLog& log, std::size_t target,
                                 double bandwidth, const KernelOptions& options) {
  KernelEstimate estimate{
      .bandwidth = bandwidth, .estimate = of.estimate(), .weights = summarise_weights(of.weights)};
  count_near(estimate, log, log.targets[target], options);
  return estimate;
}

}  // namespace

PolicyTerms terms_of_doses(const DoseLog& log, std::size_t target, KernelEstimator estimator,
                           double bandwidth, const KernelOptions& options) {
  const TargetActions& of = log.targets.at(target);
  // First, because it is a fault of the log for every estimator.
  if (options.range) {
    require_in_range(log.actions, "the action", *options.range);
    require_in_range(of.actions, "the action of " + of.name, *options.range);
  }
  require_what_is_needed(log, of, estimator);
  if (!(bandwidth > 0) || !std::isfinite(bandwidth)) {
    throw std::invalid_argument("a bandwidth is a finite number above 0");
  }
  PolicyTerms result;
  if (estimator == KernelEstimator::snips) {
    result.combination = Combination::ratio;
    result.form = EstimateForm::ratio;
  }
  if (has_dose_model(estimator)) result.form = EstimateForm::modelled;
  result.terms.reserve(log.size());
  result.weights.reserve(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    const double weight =
        kernel_weight(of.actions[i], log.actions[i], log.densities[i], bandwidth, options);
    Term term{0, weight, log.rewards[i]};
    if (result.form == EstimateForm::modelled) {
      term.base = of.q[i];
      term.outcome -= estimator == KernelEstimator::dr ? of.q[i] : log.q[i];
    }
    result.terms.push_back(term);
    result.weights.push_back(weight);
  }
  require_finite_squares(result.weights, "record");
  return result;
}

KernelEstimate estimate_kernel(const DoseLog& log, std::size_t target, KernelEstimator estimator,
                               double bandwidth, const KernelOptions& options) {
  return estimate_of_terms(terms_of_doses(log, target, estimator, bandwidth, options), log, target,
                           bandwidth, options);
}

std::vector<double> bandwidth_grid(const DoseLog& log) {
  const double deviation = mean_and_deviation(log.actions).deviation;
  if (!(deviation > 0) || !std::isfinite(deviation)) {
    throw NotApplicable("all logged actions are equal, so no bandwidth can be chosen from them");
  }
  std::vector<double> grid;
  for (double h = 2 * deviation; grid.size() < 10; h /= std::sqrt(2.0)) grid.push_back(h);
  return grid;
}

BandwidthChoice choose_bandwidth(const DoseLog& log, std::size_t target, KernelEstimator estimator,
                                 std::span<const double> bandwidths, const KernelOptions& options,
                                 double fewest) {
  BandwidthChoice choice;
  struct Tried {
    std::size_t place;
    SlopeCandidate candidate;
  };
  std::vector<Tried> tried;
  std::size_t most = 0;
  for (const double bandwidth : bandwidths) {
    const PolicyTerms terms = terms_of_doses(log, target, estimator, bandwidth, options);
    const std::size_t place = choice.candidates.size();
    choice.candidates.push_back(estimate_of_terms(terms, log, target, bandwidth, options));
    const KernelEstimate& estimate = choice.candidates.back();
    const double effective = estimate.weights.effective;
    const double value = estimate.estimate.value;
    if (effective > choice.candidates[most].weights.effective) most = place;
    if (!(effective >= fewest) || log.size() < 2 || !std::isfinite(value)) continue;
    tried.push_back({place, {value, slope_half_width(deviations_of(terms))}});
  }
  // A wider kernel has more bias: it is of use only if its interval is shorter.
  std::stable_sort(tried.begin(), tried.end(), [&](const Tried& a, const Tried& b) {
    return bandwidths[a.place] < bandwidths[b.place];
  });
  std::vector<std::size_t> places;
  std::vector<SlopeCandidate> candidates;
  for (const auto& [place, candidate] : tried) {
    if (!candidates.empty() && candidate.half_width >= candidates.back().half_width) continue;
    places.push_back(place);
    candidates.push_back(candidate);
  }
  choice.taken = candidates.empty() ? most : places[choose_by_slope(candidates)];
  return choice;
}

}  // namespace replaybench::offpolicy
