#include "suite/offpolicy/estimators.hpp"

#include <algorithm>

#include "suite/offpolicy/weights.hpp"

namespace replaybench::offpolicy {

namespace {

template <class Share>
double model_part(const RecordView& record, const Share& share) {
  double sum = 0;
  for (std::size_t b = 0; b < record.target.size(); ++b) {
    if (record.target[b] == 0) continue;
    sum += record.target[b] * share(record.target[b] / record.logger[b]) * record.model[b];
  }
  return sum;
}

// pi(e | x) / p(e | x) of the category e of the logged action.
double of_category(const RecordView& record, const Settings&) {
  double of_target = 0;
  double of_logger = 0;
  for (std::size_t b = 0; b < record.target.size(); ++b) {
    if (record.group[b] != record.group[record.place]) continue;
    of_target += record.target[b];
    of_logger += record.logger[b];
  }
  return of_target / of_logger;
}

// Weights of a record by an estimator's parameters.
double own(const RecordView& x, const Settings&) { return x.weight; }
double cap(const RecordView& x, const Settings& s) { return capped(x.weight, s.value); }
double shrink(const RecordView& x, const Settings& s) { return sub_gaussian(x.weight, s.value); }

// The term without a model, and the one with it: its value of the policy, corrected by its error at the logged action.
template <auto weight>
Term rewarded(const RecordView& x, const Settings& s) {
  return {0, weight(x, s), x.reward};
}
template <auto weight>
Term corrected(const RecordView& x, const Settings& s) {
  return {x.value, weight(x, s), x.reward - x.predicted};
}

}  // namespace

namespace estimators {

const EstimatorDefinition importance_sampling{.term = rewarded<own>};
const EstimatorDefinition self_normalised{.combination = Combination::ratio, .term = rewarded<own>};
const EstimatorDefinition balanced{.term = rewarded<own>, .loggers = Loggers::mixture};
const EstimatorDefinition weighted_by_divergence{.term = rewarded<own>,
                                                 .loggers = Loggers::divergence};
const EstimatorDefinition clipped{.term = rewarded<[](const RecordView& x, const Settings& s) {
                                    return capped(floored(x.pi, x.propensity, s.floor), s.value);
                                  }>,
                                  .changes_weights = true};
const EstimatorDefinition normalised_capped{
    .combination = Combination::ratio, .term = rewarded<cap>, .changes_weights = true};
const EstimatorDefinition implicit_exploration{
    .term = rewarded<[](const RecordView& x, const Settings& s) {
      return offpolicy::implicit_exploration(x.pi, x.propensity, s.value);
    }>,
    .changes_weights = true};
const EstimatorDefinition sub_gaussian{.term = rewarded<shrink>, .changes_weights = true};
const EstimatorDefinition exponential_smoothing{
    .term = rewarded<[](const RecordView& x, const Settings& s) {
      return exponentially_smoothed(x.pi, x.propensity, s.value);
    }>,
    .changes_weights = true};
const EstimatorDefinition logarithmic_smoothing{
    .term = rewarded<[](const RecordView& x, const Settings& s) {
      return logarithmically_smoothed(x.weight, x.reward, s.value);
    }>,
    .changes_weights = true,
    .needs_positive_rewards = true};
const EstimatorDefinition log_sum_exponential{.combination = Combination::log_mean,
                                              .term = rewarded<own>};

const EstimatorDefinition direct{.term =
                                     [](const RecordView& x, const Settings&) {
                                       return Term{x.value, 0, 0};
                                     },
                                 .needs_propensity = false,
                                 .needs_model = true,
                                 .moves_with_rewards = true,
                                 .changes_weights = true,
                                 .has_error = false};
const EstimatorDefinition doubly_robust{
    .term = corrected<own>, .needs_model = true, .moves_with_rewards = true};
const EstimatorDefinition balanced_doubly_robust{.term = corrected<own>,
                                                 .needs_model = true,
                                                 .moves_with_rewards = true,
                                                 .loggers = Loggers::mixture};
const EstimatorDefinition weighted_doubly_robust{.term = corrected<own>,
                                                 .needs_model = true,
                                                 .moves_with_rewards = true,
                                                 .loggers = Loggers::divergence};
const EstimatorDefinition self_normalised_doubly_robust{.combination = Combination::ratio,
                                                        .term = corrected<own>,
                                                        .needs_model = true,
                                                        .moves_with_rewards = true};
const EstimatorDefinition switching{.term =
                                        [](const RecordView& x, const Settings& s) {
                                          const double base = model_part(
                                              x, [&](double w) { return w > s.value ? 1.0 : 0.0; });
                                          return Term{base, switched(x.weight, s.value), x.reward};
                                        },
                                    .needs_model = true,
                                    .needs_logger = true,
                                    .changes_weights = true};
const EstimatorDefinition switching_doubly_robust{
    .term = corrected<[](const RecordView& x, const Settings& s) {
      return switched(x.weight, s.value);
    }>,
    .needs_model = true,
    .moves_with_rewards = true,
    .changes_weights = true};
const EstimatorDefinition optimistic_doubly_robust{
    .term = corrected<[](const RecordView& x, const Settings& s) {
      return optimistically_shrunk(x.weight, s.value);
    }>,
    .needs_model = true,
    .moves_with_rewards = true,
    .changes_weights = true};
const EstimatorDefinition capped_doubly_robust{.term = corrected<cap>,
                                               .needs_model = true,
                                               .moves_with_rewards = true,
                                               .changes_weights = true};
const EstimatorDefinition sub_gaussian_doubly_robust{.term = corrected<shrink>,
                                                     .needs_model = true,
                                                     .moves_with_rewards = true,
                                                     .changes_weights = true};
const EstimatorDefinition continuous_blending{
    .term =
        [](const RecordView& x, const Settings& s) {
          const double base =
              model_part(x, [&](double w) { return std::max(0.0, 1 - s.value / w); });
          return Term{base, capped(x.weight, s.value), x.reward};
        },
    .needs_model = true,
    .needs_logger = true,
    .changes_weights = true};

const EstimatorDefinition marginalised{.term = rewarded<of_category>,
                                       .needs_propensity = false,
                                       .needs_logger = true,
                                       .needs_groups = true};
const EstimatorDefinition self_normalised_marginalised{.combination = Combination::ratio,
                                                       .term = rewarded<of_category>,
                                                       .needs_propensity = false,
                                                       .needs_logger = true,
                                                       .needs_groups = true};
const EstimatorDefinition conjunct_effect{.term = corrected<of_category>,
                                          .needs_propensity = false,
                                          .needs_model = true,
                                          .needs_logger = true,
                                          .needs_groups = true,
                                          .moves_with_rewards = true};

}  // namespace estimators

double robust_fit_weight(double pi, double propensity) {
  return pi * (1 - propensity) / (propensity * propensity);
}

}  // namespace replaybench::offpolicy
