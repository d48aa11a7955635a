#include "suite/offpolicy/estimators.hpp"

#include <algorithm>

#include "suite/offpolicy/weights.hpp"

namespace replaybench::offpolicy {

namespace {

// Without a model.
Term of_reward(const RecordView& record, double weight) { return {0, weight, record.reward}; }

// With one: what it says of the policy, corrected by what it misses of the logged action.
Term corrected(const RecordView& record, double weight) {
  return {record.value, weight, record.reward - record.predicted};
}

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
double marginal_weight(const RecordView& record) {
  double of_target = 0;
  double of_logger = 0;
  for (std::size_t b = 0; b < record.target.size(); ++b) {
    if (record.group[b] != record.group[record.place]) continue;
    of_target += record.target[b];
    of_logger += record.logger[b];
  }
  return of_target / of_logger;
}

}  // namespace

namespace estimators {

const EstimatorDefinition importance_sampling{
    .term = [](const RecordView& x, const Settings&) { return of_reward(x, x.weight); }};

const EstimatorDefinition self_normalised{
    .combination = Combination::ratio,
    .term = [](const RecordView& x, const Settings&) { return of_reward(x, x.weight); }};

const EstimatorDefinition balanced{
    .term = [](const RecordView& x, const Settings&) { return of_reward(x, x.weight); },
    .loggers = Loggers::mixture};

const EstimatorDefinition weighted_by_divergence{
    .term = [](const RecordView& x, const Settings&) { return of_reward(x, x.weight); },
    .loggers = Loggers::divergence};

const EstimatorDefinition clipped{
    .term =
        [](const RecordView& x, const Settings& s) {
          return of_reward(x, capped(floored(x.pi, x.propensity, s.floor), s.value));
        },
    .changes_weights = true};

const EstimatorDefinition normalised_capped{
    .combination = Combination::ratio,
    .term = [](const RecordView& x,
               const Settings& s) { return of_reward(x, capped(x.weight, s.value)); },
    .changes_weights = true};

const EstimatorDefinition implicit_exploration{
    .term =
        [](const RecordView& x, const Settings& s) {
          return of_reward(x, offpolicy::implicit_exploration(x.pi, x.propensity, s.value));
        },
    .changes_weights = true};

const EstimatorDefinition sub_gaussian{.term =
                                           [](const RecordView& x, const Settings& s) {
                                             return of_reward(
                                                 x, offpolicy::sub_gaussian(x.weight, s.value));
                                           },
                                       .changes_weights = true};

const EstimatorDefinition exponential_smoothing{
    .term =
        [](const RecordView& x, const Settings& s) {
          return of_reward(x, exponentially_smoothed(x.pi, x.propensity, s.value));
        },
    .changes_weights = true};

const EstimatorDefinition logarithmic_smoothing{
    .term =
        [](const RecordView& x, const Settings& s) {
          return of_reward(x, logarithmically_smoothed(x.weight, x.reward, s.value));
        },
    .changes_weights = true,
    .needs_positive_rewards = true};

const EstimatorDefinition log_sum_exponential{
    .combination = Combination::log_mean,
    .term = [](const RecordView& x, const Settings&) { return of_reward(x, x.weight); }};

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
    .term = [](const RecordView& x, const Settings&) { return corrected(x, x.weight); },
    .needs_model = true,
    .moves_with_rewards = true};

const EstimatorDefinition balanced_doubly_robust{
    .term = [](const RecordView& x, const Settings&) { return corrected(x, x.weight); },
    .needs_model = true,
    .moves_with_rewards = true,
    .loggers = Loggers::mixture};

const EstimatorDefinition weighted_doubly_robust{
    .term = [](const RecordView& x, const Settings&) { return corrected(x, x.weight); },
    .needs_model = true,
    .moves_with_rewards = true,
    .loggers = Loggers::divergence};

const EstimatorDefinition self_normalised_doubly_robust{
    .combination = Combination::ratio,
    .term = [](const RecordView& x, const Settings&) { return corrected(x, x.weight); },
    .needs_model = true,
    .moves_with_rewards = true};

const EstimatorDefinition switching{.term =
                                        [](const RecordView& x, const Settings& s) {
                                          Term term = of_reward(x, switched(x.weight, s.value));
                                          term.base = model_part(
                                              x, [&](double w) { return w > s.value ? 1.0 : 0.0; });
                                          return term;
                                        },
                                    .needs_model = true,
                                    .needs_logger = true,
                                    .changes_weights = true};

const EstimatorDefinition switching_doubly_robust{
    .term = [](const RecordView& x,
               const Settings& s) { return corrected(x, switched(x.weight, s.value)); },
    .needs_model = true,
    .moves_with_rewards = true,
    .changes_weights = true};

const EstimatorDefinition optimistic_doubly_robust{
    .term =
        [](const RecordView& x, const Settings& s) {
          return corrected(x, optimistically_shrunk(x.weight, s.value));
        },
    .needs_model = true,
    .moves_with_rewards = true,
    .changes_weights = true};

const EstimatorDefinition capped_doubly_robust{
    .term = [](const RecordView& x,
               const Settings& s) { return corrected(x, capped(x.weight, s.value)); },
    .needs_model = true,
    .moves_with_rewards = true,
    .changes_weights = true};

const EstimatorDefinition sub_gaussian_doubly_robust{
    .term =
        [](const RecordView& x, const Settings& s) {
          return corrected(x, offpolicy::sub_gaussian(x.weight, s.value));
        },
    .needs_model = true,
    .moves_with_rewards = true,
    .changes_weights = true};

const EstimatorDefinition continuous_blending{
    .term =
        [](const RecordView& x, const Settings& s) {
          Term term = of_reward(x, capped(x.weight, s.value));
          term.base = model_part(x, [&](double w) { return std::max(0.0, 1 - s.value / w); });
          return term;
        },
    .needs_model = true,
    .needs_logger = true,
    .changes_weights = true};

const EstimatorDefinition marginalised{
    .term = [](const RecordView& x, const Settings&) { return of_reward(x, marginal_weight(x)); },
    .needs_propensity = false,
    .needs_logger = true,
    .needs_groups = true};

const EstimatorDefinition self_normalised_marginalised{
    .combination = Combination::ratio,
    .term = [](const RecordView& x, const Settings&) { return of_reward(x, marginal_weight(x)); },
    .needs_propensity = false,
    .needs_logger = true,
    .needs_groups = true};

const EstimatorDefinition conjunct_effect{
    .term = [](const RecordView& x, const Settings&) { return corrected(x, marginal_weight(x)); },
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
