#include "suite/evaluate/evaluation_verdict.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/evaluate/shown_value.hpp"

namespace replaybench {

Severity severity_of(WarningKind kind) {
  switch (kind) {
    case WarningKind::propensities_unused:
    case WarningKind::propensities_contradicted:
    case WarningKind::actions_not_uniform:
    case WarningKind::actions_follow_feature:
    case WarningKind::propensities_do_not_fit:
    case WarningKind::weights_do_not_fit:
    case WarningKind::weights_with_learner:
    case WarningKind::nothing_accepted:
    case WarningKind::estimate_outside:
    case WarningKind::actions_unsupported:
    case WarningKind::actions_unseen_in_context:
    case WarningKind::heavy_tail:
      return Severity::grave;
    case WarningKind::single_action:
    case WarningKind::records_dependent:
    case WarningKind::logging_changed:
    case WarningKind::actions_never_tried:
    case WarningKind::time_goes_back:
    case WarningKind::no_features:
    case WarningKind::pools_change:
    case WarningKind::files_missing:
    case WarningKind::few_accepted:
    case WarningKind::few_rewards:
    case WarningKind::few_effective:
    case WarningKind::few_clusters:
    case WarningKind::few_large_terms:
    case WarningKind::propensities_floored:
    case WarningKind::propensities_rounded:
    case WarningKind::propensities_estimated:
    case WarningKind::bias_not_in_interval:
    case WarningKind::predictions_outside:
      return Severity::care;
    case WarningKind::lines_left_out:
    case WarningKind::columns_ignored:
    case WarningKind::input_odd:
    case WarningKind::many_actions:
    case WarningKind::training_unweighted:
    case WarningKind::time_acceleration:
    case WarningKind::algorithm_ignored:
      return Severity::note;
  }
  throw std::logic_error("a kind of warning without a severity");
}

std::string_view word_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::care:
      return "take care";
    case Severity::grave:
      return "fails";
  }
  return "";
}

std::string_view word_of(Comparison comparison) {
  switch (comparison) {
    case Comparison::better:
      return "better";
    case Comparison::worse:
      return "worse";
    case Comparison::undecided:
      return "undecided";
    case Comparison::none:
      break;
  }
  return "";
}

namespace {

constexpr double errors_per_interval = 2 * 1.96;

double error_in(double low, double high) { return (high - low) / errors_per_interval; }

std::string range_text(double low, double high, double error) {
  return fmt::format("{} to {}", shown_value(low, error), shown_value(high, error));
}

bool has_warning(const Evaluation& evaluation, WarningKind kind) {
  return std::any_of(evaluation.warnings.begin(), evaluation.warnings.end(),
                     [kind](const EvaluationWarning& warning) { return warning.kind == kind; });
}

Comparison comparison_of(const Evaluation& evaluation) {
  // A bias that the interval does not show may be larger than the difference.
  if (has_warning(evaluation, WarningKind::bias_not_in_interval)) return Comparison::none;
  if (!evaluation.difference || !std::isfinite(evaluation.difference->low)) return Comparison::none;
  if (evaluation.difference->low > 0) return Comparison::better;
  return evaluation.difference->high < 0 ? Comparison::worse : Comparison::undecided;
}

// "0.30 more (0.27 to 0.33) than the mean logged reward of 0.41".
std::string compared_text(const Evaluation& evaluation, Comparison comparison) {
  const statistics::IntervalEstimate& log = evaluation.log_value;
  const std::string mean = shown_value(log.value, error_in(log.low, log.high));
  if (comparison == Comparison::none) {
    return fmt::format("the mean logged reward is {}", mean);
  }
  const auto [value, low, high] = *evaluation.difference;
  const double error = error_in(low, high);
  if (comparison == Comparison::undecided) {
    return fmt::format(
        "the log cannot tell it from the mean logged reward of {}: between {} less "
        "and {} more",
        mean, shown_value(-low, error), shown_value(high, error));
  }
  const bool more = comparison == Comparison::better;
  return fmt::format("{} {} ({}) than the mean logged reward of {}",
                     shown_value(std::fabs(value), error), more ? "more" : "less",
                     more ? range_text(low, high, error) : range_text(-high, -low, error), mean);
}

// A learning algorithm under replay: its first interactions alone are estimated.
bool is_of_beginning(const Evaluation& evaluation) {
  return has_warning(evaluation, WarningKind::time_acceleration);
}

std::string answer_of(const Evaluation& evaluation, std::string_view label, Comparison comparison) {
  const EvaluationInterval& interval = evaluation.interval;
  const bool has_interval = std::isfinite(interval.low);
  const double error = evaluation.standard_error > 0 ? evaluation.standard_error
                                                     : error_in(interval.low, interval.high);
  std::string text =
      fmt::format("{} earns {} per interaction", label, shown_value(evaluation.estimate, error));
  if (is_of_beginning(evaluation)) {
    text += fmt::format(" in its first {:.0f}", evaluation.accepted);
  }
  if (has_interval) text += fmt::format(" ({})", range_text(interval.low, interval.high, error));
  return text +
         (comparison == Comparison::none || comparison == Comparison::undecided ? "; " : ", ") +
         compared_text(evaluation, comparison);
}

void add_reasons(const Evaluation& evaluation, Severity severity, EvaluationVerdict& verdict) {
  for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
    for (const EvaluationWarning& warning : *list) {
      if (severity_of(warning.kind) == severity) verdict.reasons.push_back(warning.marked);
    }
  }
}

}  // namespace

EvaluationVerdict verdict_of(const Evaluation& evaluation, std::string_view label,
                             bool show_unreliable) {
  EvaluationVerdict verdict;
  add_reasons(evaluation, Severity::grave, verdict);
  const bool grave = !verdict.reasons.empty();
  add_reasons(evaluation, Severity::care, verdict);
  const bool shown = evaluation.estimates_value && std::isfinite(evaluation.estimate) &&
                     (evaluation.withheld.empty() || show_unreliable);
  if (shown) {
    verdict.comparison = comparison_of(evaluation);
    verdict.answer = answer_of(evaluation, label, verdict.comparison);
  }
  if (!evaluation.withheld.empty()) {
    // Of "withheld: it rests on ..." the reason alone.
    const std::string reason = evaluation.withheld.substr(evaluation.withheld.find(' ') + 1);
    verdict.reasons.insert(verdict.reasons.begin(), reason);
    if (!shown) verdict.answer = fmt::format("No estimate of {}: {}", label, reason);
    verdict.belief_words = "No answer";
    return verdict;
  }
  if (!shown) {
    verdict.answer =
        fmt::format("No estimate of {}: {}", label,
                    evaluation.estimates_value ? "no record was accepted"
                                               : "this evaluator estimates no mean reward");
    verdict.belief_words = "No answer";
    return verdict;
  }
  const bool has_interval = std::isfinite(evaluation.interval.low);
  if (!has_interval) {
    std::string_view why = evaluation.interval.method;
    if (why.starts_with("none: ")) why.remove_prefix(6);
    verdict.reasons.insert(verdict.reasons.begin(), fmt::format("there is no interval: {}", why));
  }
  if (grave || !has_interval) {
    verdict.belief = Belief::do_not_rely;
    verdict.belief_words = "Do not rely on it";
  } else if (!verdict.reasons.empty()) {
    verdict.belief = Belief::care;
    const bool decided =
        verdict.comparison == Comparison::better || verdict.comparison == Comparison::worse;
    verdict.belief_words = decided ? "Believe the sign, not the size" : "Take it with care";
  } else {
    verdict.belief = Belief::believe;
    verdict.belief_words = "Believe it";
  }
  return verdict;
}

}  // namespace replaybench
