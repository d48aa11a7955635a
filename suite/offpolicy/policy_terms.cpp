#include "suite/offpolicy/policy_terms.hpp"

#include <algorithm>

#include "suite/numeric/elementary.hpp"

namespace replaybench::offpolicy {

const TermColumns& term_columns() {
  static const TermColumns columns;
  return columns;
}

statistics::Interval normal_interval(const Estimate& estimate, double level) {
  const double half = numeric::normal_quantile((1 + level) / 2) * estimate.standard_error;
  return {estimate.value - half, estimate.value + half};
}

ResultRow row_of(const PolicyTerms& of, double level) {
  const TermColumns& columns = term_columns();
  const Estimate estimate = of.estimate();
  const auto [low, high] = normal_interval(estimate, level);
  const WeightSummary weights = summarise_weights(of.weights);
  const std::uint64_t records = of.terms.size();
  return columns.row(
      records, {columns.estimate(estimate.value), columns.standard_error(estimate.standard_error),
                columns.low(low), columns.high(high), columns.records(records),
                columns.accepted(of.form == EstimateForm::modelled ? records : weights.records),
                columns.effective(weights.effective), columns.mean_weight(weights.mean),
                columns.mean_weight_z(weights.z), columns.largest_weight(weights.largest),
                columns.largest_share(weights.largest_share)});
}

EstimateBasis basis_of(const PolicyTerms& of, double level) {
  EstimateBasis basis;
  basis.form = of.form;
  const bool any =
      std::any_of(of.weights.begin(), of.weights.end(), [](double w) { return w != 0; });
  if (any) basis.weighting = WeightUse::importance;
  basis.weights_are_expected = true;
  basis.own = {.level = level, .is_normal = true};
  basis.weights = of.weights;
  basis.influences = influences(of.terms, of.combination);
  return basis;
}

std::string given_target_of(std::string_view owner, const Trial& trial) {
  const Agent agent = trial.fixed_policy();
  const std::string_view target = agent.given_target();
  if (!target.empty()) return std::string(target);
  throw NotApplicable(std::string(owner) +
                      ": the policy of such a log is given by its columns, not by an algorithm");
}

}  // namespace replaybench::offpolicy
