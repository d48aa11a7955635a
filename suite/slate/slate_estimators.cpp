#include "suite/slate/slate_estimators.hpp"

#include <algorithm>

#include "suite/numeric/elementary.hpp"
#include "suite/offpolicy/weight_limit.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

using enum SlateColumn;
using offpolicy::Term;

// What a slate adds to an estimate, and its weight for the diagnostics.
struct SlateTerm {
  Term term;
  double weight = 0;
};

double ratio_of(const SlateLog& log, SlateColumn policy, SlateColumn logger, std::size_t slate,
                std::size_t slot) {
  return log.of(policy, slate)[slot] / log.of(logger, slate)[slot];
}
double prefix_ratio(const SlateLog& log, std::size_t slate, std::size_t slot) {
  return ratio_of(log, pi_prefix, p_prefix, slate, slot);
}
double slot_ratio(const SlateLog& log, std::size_t slate, std::size_t slot) {
  return ratio_of(log, pi_slot, p_slot, slate, slot);
}

double total(std::span<const double> numbers) {
  double sum = 0;
  for (const double x : numbers) sum += x;
  return sum;
}

// A sum over slots: of the rewards by their own ratios.
template <class Ratio>
SlateTerm slot_by_slot(const SlateLog& log, std::size_t slate, const Ratio& ratio) {
  const auto rewards = log.rewards_of(slate);
  SlateTerm result;
  for (std::size_t l = 0; l < rewards.size(); ++l) {
    const double w = ratio(log, slate, l);
    result.term.base += w * rewards[l];
    result.weight += w / static_cast<double>(rewards.size());
  }
  return result;
}

SlateTerm whole_slate(const SlateLog& log, std::size_t slate, double weight) {
  return {{0, weight, total(log.rewards_of(slate))}, weight};
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
    throw DataError("a slate has " + std::to_string(slots) + " slots, more than the " +
                    std::to_string(count) + " actions that the logger chose from");
  }
  const double actions = static_cast<double>(count);
  const double in_slot = total(log.of(pi_slot, slate));
  const double in_any = total(log.of(pi_shown, slate));
  double weight = 1 + (actions - 1) * (in_slot - in_any / length);
  if (slots < count) {
    weight += actions * (actions - 1) / (actions - length) * (in_any - length * length / actions) /
              length;
  }
  return weight;
}

SlateTerm term_of(const SlateLog& log, std::size_t slate, SlateEstimator estimator,
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

std::vector<SlateColumn> columns_of(SlateEstimator estimator, SlateLogger logger) {
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

bool is_pseudo_inverse(SlateEstimator estimator) {
  return estimator == SlateEstimator::pseudo_inverse ||
         estimator == SlateEstimator::sn_pseudo_inverse;
}

}  // namespace

const std::vector<SlateEstimatorInfo>& slate_estimators() {
  static const std::vector<SlateEstimatorInfo> all{
      {SlateEstimator::sips, "sips", "nothing", "McInerney et al. 2020"},
      {SlateEstimator::iips, "iips", "a slot's reward depends on its own action alone",
       "Li et al. 2018; McInerney et al. 2020"},
      {SlateEstimator::rips, "rips", "a slot's reward depends on its action and those before it",
       "McInerney et al. 2020"},
      {SlateEstimator::pseudo_inverse, "pseudo_inverse",
       "the mean reward of a slate is a sum over its slots of a part for each action",
       "Swaminathan et al. 2017"},
      {SlateEstimator::sn_pseudo_inverse, "sn_pseudo_inverse",
       "as pseudo_inverse; self-normalised, with a bias of the order of 1/n",
       "Swaminathan et al. 2017"},
      {SlateEstimator::cascade_dr, "cascade_dr",
       "a slot's reward depends on its action and those before it; the model may be wrong",
       "Kiyohara et al. 2022"}};
  return all;
}

std::string why_not(const SlateLog& log, SlateEstimator estimator, const SlateOptions& options) {
  std::string missing;
  for (const SlateColumn column : columns_of(estimator, options.logger)) {
    if (!log.has(column))
      missing += (missing.empty() ? "" : ", ") + std::string(slate_column_names[column]);
  }
  if (!missing.empty()) return "the log has no column " + missing;
  if (is_pseudo_inverse(estimator) && options.logger == SlateLogger::uniform_ranking &&
      options.actions == 0 && log.distinct_actions == 0) {
    return "the number of actions that the logger chose from is not known: the log has no column "
           "action";
  }
  if (is_pseudo_inverse(estimator) && options.logger == SlateLogger::uniform_ranking &&
      options.actions > 0 && options.actions < log.distinct_actions) {
    return "the log shows " + std::to_string(log.distinct_actions) + " actions, more than the " +
           std::to_string(options.actions) + " that the logger is said to choose from";
  }
  return {};
}

SlateEstimate estimate_slates(const SlateLog& log, SlateEstimator estimator,
                              const SlateOptions& options) {
  const std::string reason = why_not(log, estimator, options);
  if (!reason.empty()) throw DataError(reason);
  std::vector<Term> terms;
  std::vector<double> weights;
  terms.reserve(log.size());
  weights.reserve(log.size());
  for (std::size_t slate = 0; slate < log.size(); ++slate) {
    const SlateTerm of_slate = term_of(log, slate, estimator, options);
    terms.push_back(of_slate.term);
    weights.push_back(of_slate.weight);
  }
  offpolicy::require_finite_squares(weights, "slate");
  SlateEstimate result;
  for (std::size_t slate = 0; slate < log.size(); ++slate) {
    const auto rewards = log.rewards_of(slate);
    if (weights[slate] != 0)
      result.rewarded +=
          static_cast<std::uint64_t>(std::count(rewards.begin(), rewards.end(), 1.0));
  }
  const auto combination = estimator == SlateEstimator::sn_pseudo_inverse
                               ? offpolicy::Combination::ratio
                               : offpolicy::Combination::mean;
  result.estimate = offpolicy::combine(terms, combination);
  result.sums = statistics::sum_influences(offpolicy::influences(terms, combination));
  std::vector<double> values;
  values.reserve(terms.size());
  for (const Term& term : terms) values.push_back(term.base + term.weight * term.outcome);
  result.tail = statistics::tail_of(values);
  const double half =
      numeric::normal_quantile((1 + options.level) / 2) * result.estimate.standard_error;
  result.interval = {result.estimate.value - half, result.estimate.value + half};
  result.weights = offpolicy::summarise_weights(weights);
  return result;
}

}  // namespace replaybench
