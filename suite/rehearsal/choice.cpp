#include "suite/rehearsal/choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "suite/numeric/elementary.hpp"

namespace replaybench::rehearsal {

namespace {

constexpr double least_coverage = 0.8;
constexpr double largest_mean_weight_z = 4;

using OfKind = std::vector<std::vector<TwinEstimate>>;

// The estimates of these kinds for these estimators.
std::vector<OfKind> chosen_estimates(const ChoiceInput& input, std::span<const std::size_t> kinds,
                                     std::span<const std::size_t> rated) {
  std::vector<OfKind> result;
  for (const std::size_t k : kinds) {
    result.emplace_back();
    for (const std::size_t m : rated) result.back().push_back(input.estimates[k][m]);
  }
  return result;
}

void summarise(RehearsedEstimator& of, std::span<const std::size_t> kinds) {
  double squares = 0;
  of.worst_error = of.bias = of.intervals = 0;
  double coverage = 0, covered = 0;
  for (const std::size_t k : kinds) {
    const TwinErrors& errors = of.errors[k];
    const double share = 1 / static_cast<double>(kinds.size());
    squares += share * errors.error * errors.error;
    of.bias += share * errors.bias;
    of.intervals += share * errors.intervals;
    of.worst_error = std::max(of.worst_error, errors.error);
    if (!std::isfinite(errors.coverage)) continue;
    coverage += errors.coverage;
    ++covered;
  }
  of.expected_error = std::sqrt(squares);
  if (covered > 0) of.coverage = coverage / covered;
}

// Marks the estimators of rank 1 that are not of rank 1 without the kinds of their own class of model; all of a class
// that is the only kind.
void mark_home_wins(RehearsedPolicy& policy, const ChoiceInput& input,
                    std::span<const std::size_t> kinds, std::span<const std::size_t> rated) {
  for (std::size_t place = 0; place < rated.size(); ++place) {
    RehearsedEstimator& of = policy.estimators[rated[place]];
    const std::string& model_class = input.model_classes[rated[place]];
    if (of.rank != 1 || model_class.empty()) continue;
    std::vector<std::size_t> others;
    for (const std::size_t k : kinds) {
      if (input.kinds[k].model_class != model_class) others.push_back(k);
    }
    if (others.size() == kinds.size()) continue;
    of.home_win =
        others.empty() || rank_by_errors(chosen_estimates(input, others, rated)).ranks[place] != 1;
  }
}

// Distances of the true value from the estimate in half-widths of its interval; without an interval the distances themselves.
std::vector<double> relative_errors(const ChoiceInput& input, std::span<const std::size_t> kinds,
                                    std::size_t m, bool in_half_widths) {
  std::vector<double> distances;
  for (const std::size_t k : kinds) {
    for (const TwinEstimate& of : input.estimates[k][m]) {
      const double error = of.value - of.estimate;
      const double half_width = error < 0 ? of.estimate - of.low : of.high - of.estimate;
      if (in_half_widths && !(half_width > 0)) continue;
      distances.push_back(std::fabs(error) / (in_half_widths ? half_width : 1));
    }
  }
  std::sort(distances.begin(), distances.end());
  return distances;
}

double quantile_of(const std::vector<double>& sorted, double p) {
  const double place = p * static_cast<double>(sorted.size());
  const std::size_t at = static_cast<std::size_t>(std::ceil(place));
  return sorted[std::min(std::max<std::size_t>(at, 1), sorted.size()) - 1];
}

void set_intervals(RehearsedPolicy& policy, const ChoiceInput& input,
                   std::span<const std::size_t> kinds) {
  const Evaluation& evaluation = *input.evaluations[*policy.chosen];
  policy.estimate = evaluation.estimate;
  policy.interval = {evaluation.interval.low, evaluation.interval.high};
  const bool has_interval =
      std::isfinite(policy.interval.low) && std::isfinite(policy.interval.high);
  const auto distances = relative_errors(input, kinds, *policy.chosen, has_interval);
  if (distances.empty()) return;
  const double factor = quantile_of(distances, 0.95);
  if (!has_interval) {
    policy.widened = {policy.estimate - factor, policy.estimate + factor};
    policy.widening = nan;
    return;
  }
  policy.widening = std::max(1.0, factor);
  policy.widened = {policy.estimate - policy.widening * (policy.estimate - policy.interval.low),
                    policy.estimate + policy.widening * (policy.interval.high - policy.estimate)};
}

void explain(RehearsedPolicy& policy) {
  const RehearsedEstimator& chosen = policy.estimators[*policy.chosen];
  std::size_t sharing = 0;
  for (const RehearsedEstimator& of : policy.estimators) sharing += of.rank == 1;
  policy.because =
      fmt::format("its error on twins of the log is {:.3g} ({:.3g} on the worst kind of twin)",
                  chosen.expected_error, chosen.worst_error);
  if (chosen.rank != 1) {
    policy.because += ", the least of those that do not rest on twins of their own model's class";
  } else if (sharing > 1) {
    policy.because += fmt::format(
        "; {} more {} not significantly worse, and it has the fewest assumptions of them",
        sharing - 1, sharing == 2 ? "is" : "are");
  } else {
    policy.because += ", the least of all";
  }
}

void add_reason(RehearsedPolicy& policy, std::string reason, std::string remedy) {
  policy.distrust.push_back(std::move(reason));
  policy.remedies.push_back(std::move(remedy));
}

std::string records_like_these(double records) {
  return std::isfinite(records) ? fmt::format("about {:.0f} records like these", records)
                                : "more records";
}

// A remedy for a learner's error; the estimate of replay is of more interactions if more records are accepted.
std::string remedy_for_learner(const RehearsedPolicy& policy, const ChoiceInput& input,
                               double wanted) {
  const LearnerNeeds needs = learner_needs(policy, input, wanted);
  if (!std::isfinite(needs.by_replay) || needs.by_deviation <= needs.by_replay)
    return records_like_these(needs.by_deviation);
  return fmt::format("{}: {} accepts {} of them, as many interactions as the estimate is of",
                     records_like_these(needs.by_replay), needs.replay, input.twin_records);
}

// Reasons for an interval that must not be believed: the estimator's own on the log, if it has one there. Twins without an
// interval are no misses.
void find_distrust_of_interval(RehearsedPolicy& policy, const ChoiceInput& input,
                               std::span<const std::size_t> kinds) {
  for (const EvaluationWarning& warning : input.evaluations[*policy.chosen]->warnings) {
    if (warning.kind != WarningKind::heavy_tail) continue;
    add_reason(policy, warning.marked, "a bounded reward");
  }
  if (!std::isfinite(policy.interval.low) || !std::isfinite(policy.interval.high)) return;
  const std::string& name = input.names[*policy.chosen];
  const TwinErrors* best = nullptr;  // on the kind with the highest coverage
  for (const std::size_t k : kinds) {
    const TwinErrors& errors = policy.estimators[*policy.chosen].errors[k];
    if (errors.intervals > 0 && (!best || errors.coverage > best->coverage)) best = &errors;
  }
  const std::string remedy =
      input.plays_live ? remedy_for_learner(policy, input, std::numeric_limits<double>::infinity())
                       : "more records";
  if (!best) {
    add_reason(policy,
               fmt::format("{} gives no interval on the twins, so that the coverage of its "
                           "interval on the log is not known",
                           name),
               remedy);
  } else if (best->coverage < least_coverage) {
    const std::string given =
        best->intervals < 1
            ? fmt::format(" on which it gives one ({:.0f} % of all)", 100 * best->intervals)
            : "";
    add_reason(policy,
               fmt::format("the 95% interval of {} covers the value on {:.0f} % of the twins{}, of "
                           "the kind where it does best",
                           name, 100 * best->coverage, given),
               remedy);
  }
}

void find_distrust(RehearsedPolicy& policy, const ChoiceInput& input,
                   std::span<const std::size_t> kinds) {
  const bool fits = std::any_of(input.kinds.begin(), input.kinds.end(),
                                [](const TwinKind& kind) { return kind.fits(); });
  if (!fits) {
    add_reason(policy,
               "no kind of twin fits the log, so that nothing was rehearsed that resembles it",
               "features that predict the rewards better");
  }
  if (std::fabs(input.weights.z) > largest_mean_weight_z) {
    add_reason(
        policy,
        fmt::format("the mean importance weight is {:.3g} in the place of {:.3g} ({:.1f} "
                    "standard errors): the propensities are wrong, which no estimator repairs",
                    input.weights.mean, input.weights.expected, std::fabs(input.weights.z)),
        "right propensities");
  }
  if (!policy.chosen) {
    add_reason(policy, "no estimator could be used on every twin", "more records");
    return;
  }
  const RehearsedEstimator& chosen = policy.estimators[*policy.chosen];
  const Evaluation& evaluation = *input.evaluations[*policy.chosen];
  const double n = static_cast<double>(input.records);
  if (!evaluation.withheld.empty()) {
    const double used = input.plays_live ? evaluation.accepted : input.weights.effective;
    add_reason(policy, evaluation.withheld,
               used > 0 && used < min_effective
                   ? records_like_these(records_for(n, std::sqrt(min_effective / used), 1))
               : input.plays_live ? "more records"
                                  : "records of the actions that the policy takes");
  }
  find_distrust_of_interval(policy, input, kinds);
  if (input.asks_lift && chosen.expected_error > std::fabs(policy.lift) / 2) {
    add_reason(policy,
               fmt::format("the expected error {:.3g} is more than half of the lift {:.3g}",
                           chosen.expected_error, policy.lift),
               input.plays_live ? remedy_for_learner(policy, input, std::fabs(policy.lift) / 2)
                                : records_like_these(policy.records_for_lift));
  }
}

}  // namespace

std::vector<std::size_t> counted_kinds(std::span<const TwinKind> kinds) {
  const bool all =
      std::none_of(kinds.begin(), kinds.end(), [](const TwinKind& kind) { return kind.fits(); });
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (all || kinds[k].fits()) places.push_back(k);
  }
  return places;
}

double records_for(double records, double error, double wanted) {
  const double needed = records * (error / wanted) * (error / wanted);
  if (!std::isfinite(needed) || !(needed >= 1)) return nan;
  const double unit = numeric::pow(10, std::floor(numeric::log(needed) / numeric::log(10)) - 1);
  return std::ceil(needed / std::max(unit, 1.0) - 1e-9) * std::max(unit, 1.0);
}

LearnerNeeds learner_needs(const RehearsedPolicy& policy, const ChoiceInput& input, double wanted) {
  const auto kinds = counted_kinds(input.kinds);
  // Mean over the kinds that count.
  const auto mean_square = [&](const RehearsedEstimator& of, double TwinErrors::*member) {
    double sum = 0;
    for (const std::size_t k : kinds) sum += of.errors[k].*member * of.errors[k].*member;
    return sum / static_cast<double>(kinds.size());
  };
  const double steps = static_cast<double>(input.twin_records);
  const auto needed = [&](double records, double error, double least) {
    const double count = records_for(records, error, least);
    return count > static_cast<double>(input.records) ? count : nan;
  };
  LearnerNeeds needs;
  const RehearsedEstimator& chosen = policy.estimators[*policy.chosen];
  const double left = wanted * wanted - mean_square(chosen, &TwinErrors::bias);
  if (left > 0 && std::isfinite(left)) {
    needs.by_deviation =
        needed(steps, std::sqrt(mean_square(chosen, &TwinErrors::deviation)), std::sqrt(left));
  }
  double share = 0;  // of the records that replay accepts
  double deviation = nan;
  for (std::size_t m = 0; m < policy.estimators.size(); ++m) {
    const Evaluation* const evaluation = input.evaluations[m];
    const RehearsedEstimator& of = policy.estimators[m];
    if (!evaluation || of.errors.empty()) continue;
    const double records = static_cast<double>(input.records);
    const bool is_biased = evaluation->accepted >= min_effective && !evaluation->withheld.empty();
    if (is_biased || !(evaluation->offered <= records)) continue;
    if (!(evaluation->accepted / records > share)) continue;
    share = evaluation->accepted / records;
    deviation = std::sqrt(mean_square(of, &TwinErrors::deviation));
    needs.replay = input.names[m];
  }
  if (needs.replay.empty()) return needs;
  // The deviation falls with the root of the accepted records, of which there are then 1 / share times as many.
  const double error = std::isfinite(wanted) ? deviation * std::sqrt(share) / wanted : 1;
  needs.by_replay = needed(steps / share, std::fmax(error, 1), 1);
  return needs;
}

void choose(RehearsedPolicy& policy, const ChoiceInput& input) {
  const auto kinds = counted_kinds(input.kinds);
  std::vector<std::size_t> rated;
  for (std::size_t m = 0; m < policy.estimators.size(); ++m) {
    RehearsedEstimator& of = policy.estimators[m];
    if (!of.unrated.empty()) continue;
    rated.push_back(m);
    for (const OfKind& of_kind : input.estimates) of.errors.push_back(errors_of(of_kind[m]));
    summarise(of, kinds);
  }
  if (!rated.empty()) {
    const ErrorRanking ranking = rank_by_errors(chosen_estimates(input, kinds, rated));
    for (std::size_t place = 0; place < rated.size(); ++place) {
      RehearsedEstimator& of = policy.estimators[rated[place]];
      of.score = ranking.scores[place];
      of.worst_ratio = ranking.worst[place];
      of.rank = ranking.ranks[place];
    }
    mark_home_wins(policy, input, kinds, rated);
  }
  for (const std::size_t m : rated) {
    const RehearsedEstimator& of = policy.estimators[m];
    if (of.home_win || !std::isfinite(input.evaluations[m]->estimate)) continue;
    if (!policy.chosen) {
      policy.chosen = m;
      continue;
    }
    const RehearsedEstimator& best = policy.estimators[*policy.chosen];
    const bool fewer = input.assumptions[m] < input.assumptions[*policy.chosen];
    if (of.rank < best.rank || (of.rank == best.rank && fewer)) policy.chosen = m;
  }
  if (policy.chosen) {
    const Evaluation& evaluation = *input.evaluations[*policy.chosen];
    policy.lift = evaluation.estimate - evaluation.log_value.value;
    const double wanted = std::fabs(policy.lift) / 2;
    if (input.plays_live && policy.estimators[*policy.chosen].expected_error > wanted) {
      const LearnerNeeds needs = learner_needs(policy, input, wanted);
      policy.records_for_lift = std::fmin(needs.by_deviation, needs.by_replay);
    } else if (!input.plays_live) {
      policy.records_for_lift =
          records_for(static_cast<double>(input.records),
                      policy.estimators[*policy.chosen].expected_error, wanted);
    }
    set_intervals(policy, input, kinds);
    explain(policy);
  }
  find_distrust(policy, input, kinds);
}

void find_disagreement(RehearsedPolicy& policy, const ChoiceInput& input) {
  if (!policy.chosen) return;
  const double expected = policy.estimators[*policy.chosen].expected_error;
  std::string others;
  const auto add = [&](std::string_view rule, const std::string& choice, double estimate) {
    if (!(std::fabs(estimate - policy.estimate) > expected)) return;
    others +=
        fmt::format("{}{} chooses {} ({:.4g})", others.empty() ? "" : ", ", rule, choice, estimate);
  };
  for (const Opinion& opinion : policy.opinions) {
    if (!opinion.rule.starts_with("cross-validation") && opinion.rule != "SLOPE++") continue;
    add(opinion.rule, opinion.choice, opinion.estimate);
  }
  const bool by_rules = !others.empty();
  std::size_t least = *policy.chosen;
  for (std::size_t m = 0; m < policy.estimators.size(); ++m) {
    const RehearsedEstimator& of = policy.estimators[m];
    const bool is_less = of.worst_ratio < policy.estimators[least].worst_ratio;
    if (is_less && !of.home_win && input.evaluations[m]) least = m;
  }
  add("the worst kind of twin", input.names[least], input.evaluations[least]->estimate);
  if (others.empty()) return;
  policy.disagreement =
      fmt::format("{}; this differs from {:.4g} by more than the expected error {:.3g}", others,
                  policy.estimate, expected);
  if (by_rules) {
    policy.disagreement +=
        "; if the logging policy knew more about the rewards than the features show, twins lack "
        "this knowledge, and rules that use the log itself are more accurate";
  }
}

}  // namespace replaybench::rehearsal
