#include "suite/estimation/replay_basis.hpp"

#include <algorithm>
#include <utility>

#include "suite/estimation/static_error.hpp"

namespace replaybench::estimation {

namespace {

EstimateBasis weighed(EstimateForm form, const Log& log, const Weighting& weighting) {
  EstimateBasis basis;
  basis.form = form;
  if (weighting.kind == WeightKind::none) {
    if (form == EstimateForm::mean) basis.scale = log.action_count;
    return basis;
  }
  basis.biased = weighting.kind != WeightKind::pool_size && weighting.clip > 0;
  basis.weighting = basis.biased ? WeightUse::changed : WeightUse::importance;
  return basis;
}

// Sets the largest weight of the records with a part in the estimate.
void set_largest_weight(EstimateBasis& basis, std::span<const double> weights) {
  basis.largest_weight = 0;
  for (std::size_t i = 0; i < basis.weights.size(); ++i) {
    if (basis.weights[i] == 0) continue;
    basis.largest_weight = std::max(basis.largest_weight, weights.empty() ? 1 : weights[i]);
  }
}

}  // namespace

EstimateBasis basis_of_accepted(EstimateForm form, const Log& log, const Weighting& weighting,
                                std::span<const double> weights,
                                std::span<const std::uint32_t> records) {
  EstimateBasis basis = weighed(form, log, weighting);
  basis.weights.assign(log.size(), 0);
  for (const std::uint32_t i : records) basis.weights[i] += weights.empty() ? 1 : weights[i];
  set_largest_weight(basis, weights);
  return basis;
}

EstimateBasis basis_of_probabilities(EstimateForm form, const Log& log, const Weighting& weighting,
                                     std::vector<double> probabilities) {
  EstimateBasis basis = weighed(form, log, weighting);
  const std::vector<double> weights = record_weights(log, weighting);
  basis.weights_are_expected = true;
  basis.weights = std::move(probabilities);
  for (std::size_t i = 0; i < weights.size(); ++i) basis.weights[i] *= weights[i];
  set_largest_weight(basis, weights);
  return basis;
}

EstimateBasis basis_of_resamples(const Evaluator& evaluator, Trial& trial,
                                 const Weighting& weighting) {
  const auto log = trial.log();
  const Agent agent = trial.agent();
  const bool wanted = weighting.kind != WeightKind::none || evaluator.assumptions().static_policy;
  if (!wanted || agent.learns() || !agent.has_probabilities()) {
    return weighed(EstimateForm::other, *log, weighting);
  }
  return basis_of_probabilities(EstimateForm::other, *log, weighting,
                                choice_probabilities(agent, *log));
}

}  // namespace replaybench::estimation
