#include "suite/offpolicy/slate_estimators.hpp"

#include <span>

#include "suite/offpolicy/weight_limit.hpp"

namespace replaybench::offpolicy {

namespace {

using enum SlateColumn;

// A slate's term, and its weight for the diagnostics.
struct SlateTerm {
  Term term;
  double weight = 0;
};

double prefix_ratio(const SlateLog& log, std::size_t slate, std::size_t slot) {
  return log.of(pi_prefix, slate)[slot] / log.of(p_prefix, slate)[slot];
}
double slot_ratio(const SlateLog& log, std::size_t slate, std::size_t slot) {
  return log.of(pi_slot, slate)[slot] / log.of(p_slot, slate)[slot];
}

double sum_of_slots(std::span<const double> numbers) {
  double sum = 0;
  for (const double x : numbers) sum += x;
  return sum;
}

SlateTerm whole_slate(const SlateLog& log, std::size_t slate, double weight) {
  return {{0, weight, sum_of_slots(log.rewards_of(slate))}, weight};
}

// A sum over the slots of the rewards by their own ratios. A slate of one slot has the term of a record.
template <class Ratio>
SlateTerm slot_by_slot(const SlateLog& log, std::size_t slate, const Ratio& ratio) {
  const auto rewards = log.rewards_of(slate);
  if (rewards.size() == 1) return whole_slate(log, slate, ratio(log, slate, 0));
  SlateTerm result;
  for (std::size_t l = 0; l < rewards.size(); ++l) {
    const double w = ratio(log, slate, l);
    result.term.base += w * rewards[l];
    result.weight += w / static_cast<double>(rewards.size());
  }
  return result;
}

SlateTerm cascade(const SlateLog& log, std::size_t slate) {
  const auto rewards = log.rewards_of(slate);
  const auto model = log.of(q, slate), of_policy = log.of(q_pi, slate);
  SlateTerm result;
  double before = 1;
  for (std::size_t l = 0; l < rewards.size(); ++l) {
    const double w = prefix_ratio(log, slate, l);
    result.term.base += w * (rewards[l] - model[l]) + before * of_policy[l];
    result.weight += w / static_cast<double>(rewards.size());
    before = w;
  }
  return result;
}

double pseudo_inverse_weight(const SlateLog& log, std::size_t slate, const SlateOptions& options) {
  const std::size_t slots = log.rewards_of(slate).size();
  const double length = static_cast<double>(slots);
  if (options.logger == SlateLogger::product) {
    double weight = 1 - length;
    for (std::size_t l = 0; l < slots; ++l) weight += slot_ratio(log, slate, l);
    return weight;
  }
  const std::size_t count = options.actions > 0 ? options.actions : log.distinct_actions;
  if (slots > count) {
    throw NotApplicable("a slate has " + std::to_string(slots) + " slots, more than the " +
                        std::to_string(count) + " actions that the logger chose from");
  }
  const double actions = static_cast<double>(count);
  const double in_slot = sum_of_slots(log.of(pi_slot, slate));
  const double in_any = sum_of_slots(log.of(pi_shown, slate));
  double weight = 1 + (actions - 1) * (in_slot - in_any / length);
  if (slots < count) {
    weight += actions * (actions - 1) / (actions - length) * (in_any - length * length / actions) /
              length;
  }
  return weight;
}

SlateTerm slate_term(const SlateLog& log, std::size_t slate, SlateEstimator estimator,
                     const SlateOptions& options) {
  switch (estimator) {
    case SlateEstimator::sips:
      return whole_slate(log, slate, prefix_ratio(log, slate, log.rewards_of(slate).size() - 1));
    case SlateEstimator::iips:
      return slot_by_slot(log, slate, slot_ratio);
    case SlateEstimator::rips:
      return slot_by_slot(log, slate, prefix_ratio);
    case SlateEstimator::pseudo_inverse:
    case SlateEstimator::sn_pseudo_inverse:
      return whole_slate(log, slate, pseudo_inverse_weight(log, slate, options));
    case SlateEstimator::cascade_dr:
      break;
  }
  return cascade(log, slate);
}

std::vector<SlateColumn> slate_columns_of(SlateEstimator estimator, SlateLogger logger) {
  switch (estimator) {
    case SlateEstimator::iips:
      return {p_slot, pi_slot};
    case SlateEstimator::pseudo_inverse:
    case SlateEstimator::sn_pseudo_inverse:
      return logger == SlateLogger::product ? std::vector{p_slot, pi_slot}
                                            : std::vector{pi_slot, pi_shown};
    case SlateEstimator::cascade_dr:
      return {p_prefix, pi_prefix, q, q_pi};
    case SlateEstimator::sips:
    case SlateEstimator::rips:
      break;
  }
  return {p_prefix, pi_prefix};
}

EstimateForm slate_form(SlateEstimator estimator) {
  if (estimator == SlateEstimator::cascade_dr) return EstimateForm::modelled;
  if (estimator == SlateEstimator::sn_pseudo_inverse) return EstimateForm::ratio;
  // A weight of the pseudo-inverse may be below 0, which is no mean of weighted rewards.
  return estimator == SlateEstimator::pseudo_inverse ? EstimateForm::other : EstimateForm::mean;
}

bool is_pseudo_inverse(SlateEstimator estimator) {
  return estimator == SlateEstimator::pseudo_inverse ||
         estimator == SlateEstimator::sn_pseudo_inverse;
}

void require_what_is_needed(const SlateLog& log, SlateEstimator estimator,
                            const SlateOptions& options) {
  std::string missing;
  for (const SlateColumn column : slate_columns_of(estimator, options.logger)) {
    if (log.has(column)) continue;
    missing += (missing.empty() ? "" : ", ") + std::string(slate_column_names[column]);
  }
  if (!missing.empty()) throw NotApplicable("the log has no column " + missing);
  if (!is_pseudo_inverse(estimator) || options.logger != SlateLogger::uniform_ranking) return;
  if (options.actions == 0 && log.distinct_actions == 0) {
    throw NotApplicable(
        "the number of actions that the logger chose from is not known: the log has no column "
        "action");
  }
  if (options.actions > 0 && options.actions < log.distinct_actions) {
    throw NotApplicable("the log shows " + std::to_string(log.distinct_actions) +
                        " actions, more than the " + std::to_string(options.actions) +
                        " that the logger is said to choose from");
  }
}

}  // namespace

PolicyTerms terms_of_slates(const SlateLog& log, SlateEstimator estimator,
                            const SlateOptions& options) {
  require_what_is_needed(log, estimator, options);
  PolicyTerms result;
  result.form = slate_form(estimator);
  if (result.form == EstimateForm::ratio) result.combination = Combination::ratio;
  result.terms.reserve(log.size());
  result.weights.reserve(log.size());
  for (std::size_t slate = 0; slate < log.size(); ++slate) {
    const SlateTerm of_slate = slate_term(log, slate, estimator, options);
    result.terms.push_back(of_slate.term);
    result.weights.push_back(of_slate.weight);
  }
  require_finite_squares(result.weights, "slate");
  return result;
}

}  // namespace replaybench::offpolicy
