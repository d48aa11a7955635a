#include "suite/evaluate/evaluation_fields.hpp"

#include <cmath>

#include "suite/evaluate/field_values.hpp"

namespace replaybench {

namespace {

void withhold(FieldSource& source, const std::optional<Evaluation>& evaluation,
              bool show_unreliable) {
  if (evaluation && !show_unreliable && !evaluation->withheld.empty()) {
    source.withheld.push_back(evaluation->withheld);
  }
}

}  // namespace

// clang-format off
std::span<const Field> log_fields() {
  using namespace field_values;
  using enum FieldUnit;
  static constexpr Field list[] = {
    {.json = "log", .unit = text, .about = "the log, as it was named",
     .value = of_text<&FieldSource::log>},
    {.json = "seed", .unit = integer, .about = "seed of all draws", .value = seed},
    {.json = "repetitions", .unit = integer,
     .about = "runs with independent draws, whose estimates are averaged", .value = repetitions},
    {.json = "records", .unit = integer, .about = "records of the log",
     .value = of_input<records_of_log>},
    {.json = "actions", .unit = integer, .about = "different actions",
     .value = of_input<actions_of_log>},
    {.json = "features", .unit = integer, .about = "features of a context, with the constant",
     .value = of_input<features_of_log>},
    {.json = "generated", .unit = text, .is_optional = true,
     .about = "of a simulated log: simulator and logging policy",
     .value = of_input<&InputLog::generated>},
    {.json = "lines", .unit = integer, .about = "lines of the source",
     .value = of_input<&InputLog::lines>},
    {.json = "bad_lines", .unit = integer, .about = "malformed lines that were left out",
     .value = of_input<&InputLog::bad_lines>},
    {.json = "ignored_columns", .unit = sentences,
     .about = "columns of the source that were not used",
     .value = of_input<&InputLog::ignored_columns>},
  };
  return list;
}

std::span<const Field> action_fields() {
  using namespace field_values;
  using enum FieldUnit;
  static constexpr Field list[] = {
    {.json = "action", .python = "action", .text = {"action"}, .unit = name,
     .about = "the action's name, or its number", .value = of_action<&ActionSummary::name>},
    {.json = "records", .python = "records", .text = {"records"}, .unit = integer,
     .about = "records in which it was logged", .value = of_action<&ActionSummary::records>},
    {.json = "share", .python = "share", .text = {"share"}, .unit = share,
     .about = "the same as a share of all records", .value = of_action<&ActionSummary::share>},
    {.json = "mean_reward", .python = "mean_reward", .text = {"mean reward"}, .unit = reward,
     .about = "mean reward of these records", .value = of_action<&ActionSummary::mean_reward>},
    {.json = "mean_propensity", .python = "mean_propensity", .text = {"mean propensity"},
     .unit = number, .about = "mean propensity of these records",
     .value = of_action<known<&ActionSummary::mean_propensity>>},
  };
  return list;
}

std::span<const Field> segment_fields() {
  using namespace field_values;
  using enum FieldUnit;
  static constexpr Field list[] = {
    {.csv = "kind", .unit = text,
     .about = "estimate, or difference: algorithm less minus, under one evaluator", .value = kind},
    {.csv = "part", .unit = text, .about = "segment, or log: the whole log", .value = part},
    {.json = "segment", .csv = "segment", .python = "segment",
     .table = {"segment", "{}|(whole log)"}, .unit = name, .is_of_parts = true,
     .about = "value of the column that divides the log; missing: the whole log",
     .value = segment_name},
    {.json = "records", .csv = "records", .python = "records", .table = {"records"},
     .unit = integer, .is_of_parts = true, .about = "records of this part of the log",
     .value = of_segment<&EvaluatedSegment::records>},
    {.json = "note", .python = "note", .unit = text, .is_optional = true,
     .about = "that the part has few records", .value = of_segment<&EvaluatedSegment::note>},
    {.json = "log_mean.value", .csv = "log_mean", .python = "log_mean.value",
     .table = {"log's mean"}, .unit = reward, .is_of_parts = true,
     .about = "mean logged reward: the value of the policy that wrote the log",
     .error = error_of_segment,
     .value = of_segment<segment_mean>},
    {.json = "log_mean.low", .python = "log_mean.low", .unit = reward,
     .about = "lower bound of its 95% interval",
     .value = of_segment<segment_low>},
    {.json = "log_mean.high", .python = "log_mean.high", .unit = reward, .about = "upper bound",
     .value = of_segment<segment_high>},
  };
  return list;
}

std::span<const Field> evaluation_fields() {
  using namespace field_values;
  using enum FieldUnit;
  static constexpr Field list[] = {
    {.json = "algorithm_label", .csv = "algorithm", .python = "label", .table = {"algorithm"},
     .unit = text, .is_optional = true, .about = "the policy, as it was given",
     .value = of_text<&FieldSource::label>},
    {.csv = "minus", .unit = text, .about = "of a difference: the policy that is subtracted",
     .value = nothing},
    {.json = "evaluator_label", .csv = "evaluator", .python = "evaluator_label", .table = {"evaluator"},
     .unit = text, .is_optional = true, .about = "the evaluator, as it was given",
     .value = of_text<&FieldSource::evaluator_label>},
    {.json = "algorithm", .python = "algorithm", .unit = text,
     .about = "the policy with all its parameters", .value = of_text<&FieldSource::algorithm>},
    {.json = "evaluator", .python = "evaluator", .unit = text,
     .about = "the evaluator with all its parameters", .value = of_text<&FieldSource::evaluator>},
    {.json = "verdict.answer", .unit = text, .is_optional = true,
     .about = "the answer as a sentence", .value = of_verdict<&EvaluationVerdict::answer>},
    {.json = "verdict.comparison", .unit = text,
     .is_optional = true,
     .about = "the estimate beside the mean logged reward: better, worse, or undecided if the "
              "interval of their difference holds 0; empty: there is no such interval",
     .value = of_verdict<[](const EvaluationVerdict& of) { return std::string(word_of(of.comparison)); }>},
    {.json = "verdict.belief", .unit = text, .is_optional = true,
     .about = "how far to believe the answer, by the worst of the warnings",
     .value = of_verdict<&EvaluationVerdict::belief_words>},
    {.json = "verdict.reasons", .unit = sentences,
     .is_optional = true, .about = "reasons not to believe it more, the worst first",
     .value = of_verdict<&EvaluationVerdict::reasons>},
    {.json = "records", .python = "records", .unit = integer,
     .about = "records of this part of the log", .value = records},
    {.json = "log_mean.value", .python = "log_mean.value", .text = {"log's mean"}, .unit = reward,
     .about = "mean logged reward: the value of the policy that wrote the log",
     .error = error_of_log, .value = of_log_value<&IntervalEstimate::value>},
    {.json = "log_mean.low", .python = "log_mean.low", .text = {"log's mean", "  [{}|  -"},
     .unit = reward, .about = "lower bound of its 95% interval", .error = error_of_log,
     .value = of_log_value<&IntervalEstimate::low>},
    {.json = "log_mean.high", .python = "log_mean.high",
     .text = {"log's mean", ", {}]  (reward of the policy that wrote the log, 95%)|  (reward of "
             "the policy that wrote the log)"},
     .unit = reward, .about = "upper bound", .error = error_of_log,
     .value = of_log_value<&IntervalEstimate::high>},
    {.json = "estimate", .csv = "estimate", .python = "estimate", .table = {"estimate"},
     .text = {"estimate"}, .unit = reward, .is_withheld = true,
     .about = "estimate of the mean reward of an interaction", .error = error_of_estimate,
     .value = of_estimate<&Evaluation::estimate>},
    {.json = "standard_error", .csv = "standard_error", .python = "standard_error",
     .table = {"std. error"}, .text = {"standard error"}, .unit = reward, .is_withheld = true,
     .about = "standard error of the estimate", .error = error_of_estimate,
     .value = of_estimate<&Evaluation::standard_error>},
    {.json = "interval.low", .csv = "low", .python = "interval.low", .table = {"interval", "[{}|-"},
     .text = {"interval", "[{}|-"}, .unit = reward, .is_withheld = true,
     .about = "lower bound of the interval", .error = error_of_estimate,
     .value = of_estimate<interval_low>},
    {.json = "interval.high", .csv = "high", .python = "interval.high",
     .table = {"interval", ", {}]|"}, .text = {"interval", ", {}]|"}, .unit = reward,
     .is_withheld = true, .about = "upper bound of the interval", .error = error_of_estimate,
     .value = of_estimate<interval_high>},
    {.json = "interval.unknown", .python = "interval.unknown", .unit = reward, .is_withheld = true,
     .about = "part of the interval on either side for what actions that the log never shows may "
              "earn",
     .error = error_of_estimate, .value = of_estimate<&Evaluation::unknown>},
    {.table = {"method"}, .unit = text, .is_withheld = true, .value = of_estimate<short_method>},
    {.json = "interval.normal_low", .python = "normal_interval.low",
     .text = {"normal interval", "[{}|-"}, .unit = reward, .is_withheld = true,
     .about = "lower bound of the normal interval, for comparison, beside a score or gamma "
              "interval",
     .error = error_of_estimate, .value = of_normal<normal_low>},
    {.json = "interval.normal_high", .python = "normal_interval.high",
     .text = {"normal interval", ", {}]  (for comparison)|"}, .unit = reward, .is_withheld = true,
     .about = "upper bound of the normal interval", .error = error_of_estimate,
     .value = of_normal<normal_high>},
    {.python = "normal_interval.level", .unit = level, .is_withheld = true,
     .value = of_normal<interval_level>},
    {.python = "normal_interval.method", .unit = text, .is_withheld = true,
     .value = of_normal<[](const Evaluation&) { return std::string("normal"); }>},
    {.json = "difference.value", .python = "difference.value", .text = {"difference"},
     .unit = difference, .is_withheld = true, .about = "estimate less mean logged reward",
     .error = error_of_log_difference,
     .value = of_log_difference<&IntervalEstimate::value>},
    {.json = "difference.low", .python = "difference.low", .text = {"difference", "  [{}|  -"},
     .unit = difference, .is_withheld = true,
     .about = "lower bound of its 95% interval, paired by record", .error = error_of_log_difference,
     .value = of_log_difference<&IntervalEstimate::low>},
    {.json = "difference.high", .python = "difference.high",
     .text = {"difference", ", {}]  (estimate minus the log's mean, 95%)|  (estimate minus the "
             "log's mean)"},
     .unit = difference, .is_withheld = true, .about = "upper bound",
     .error = error_of_log_difference,
     .value = of_log_difference<&IntervalEstimate::high>},
    {.json = "lift.absolute.value", .csv = "lift", .python = "lift.value",
     .table = {"lift, 95%"}, .text = {"lift"}, .unit = difference, .is_withheld = true,
     .is_optional = true,
     .about = "estimate less mean logged reward", .error = error_of_lift,
     .value = of_lift<&Lift::absolute, compared>},
    {.json = "lift.absolute.low", .csv = "lift_low", .python = "lift.low",
     .table = {"lift, 95%", " [{}|"}, .text = {"lift", "  [{}|  -"}, .unit = difference,
     .is_withheld = true,
     .is_optional = true, .about = "lower bound of its paired 95% interval", .error = error_of_lift,
     .value = of_lift<&Lift::absolute, compared_low>},
    {.json = "lift.absolute.high", .csv = "lift_high", .python = "lift.high",
     .table = {"lift, 95%", ", {}]|"}, .text = {"lift", ", {}]|"}, .unit = difference,
     .is_withheld = true,
     .is_optional = true, .about = "upper bound", .error = error_of_lift,
     .value = of_lift<&Lift::absolute, compared_high>},
    {.json = "lift.absolute.method", .python = "lift.method", .unit = text, .is_optional = true,
     .about = "how the interval was made, or why there is none",
     .value = of_lift<&Lift::absolute, &PairedEstimate::method>},
    {.json = "lift.relative.value", .csv = "relative_lift", .python = "relative_lift.value",
     .table = {"relative lift, 95%"}, .text = {"relative lift"}, .unit = relative,
     .is_withheld = true,
     .is_optional = true, .about = "lift in parts of the mean logged reward",
     .error = error_of_relative_lift, .value = of_lift<&Lift::relative, compared>},
    {.json = "lift.relative.low", .csv = "relative_lift_low", .python = "relative_lift.low",
     .table = {"relative lift, 95%", " [{}|"}, .text = {"relative lift", "  [{}|  -"},
     .unit = relative, .is_withheld = true,
     .is_optional = true, .about = "lower bound of its paired 95% interval",
     .error = error_of_relative_lift, .value = of_lift<&Lift::relative, compared_low>},
    {.json = "lift.relative.high", .csv = "relative_lift_high", .python = "relative_lift.high",
     .table = {"relative lift, 95%", ", {}]|"}, .text = {"relative lift", ", {}]|"},
     .unit = relative, .is_withheld = true,
     .is_optional = true, .about = "upper bound", .error = error_of_relative_lift,
     .value = of_lift<&Lift::relative, compared_high>},
    {.json = "lift.relative.method", .python = "relative_lift.method", .unit = text,
     .is_optional = true, .about = "how the interval was made, or why there is none",
     .value = of_lift<&Lift::relative, &PairedEstimate::method>},
    {.json = "accepted", .csv = "accepted", .python = "accepted", .table = {"accepted"},
     .text = {"accepted"}, .unit = count,
     .about = "interactions that the estimate uses, of one pass; mean over the repetitions",
     .value = of_evaluation<known<&Evaluation::accepted>>},
    {.json = "offered", .python = "offered", .text = {"accepted", " of {} offered|"}, .unit = count,
     .about = "records offered in such a pass, which may be more than the log has",
     .value = of_evaluation<&Evaluation::offered>},
    {.json = "weights.effective_sample_size", .csv = "effective_sample_size",
     .python = "weights.effective_sample_size", .table = {"effective"},
     .text = {"weights", "effective sample size {}"}, .unit = count, .is_optional = true,
     .is_evidence = true,
     .about = "Kish's effective sample size: records of equal weight that are worth as much",
     .value = of_weights<&WeightDiagnostics::effective>},
    {.json = "weights.records", .python = "weights.records",
     .text = {"weights", " of {} records used"}, .unit = integer, .is_optional = true,
     .is_evidence = true, .about = "records of a weight other than 0",
     .value = of_weights<&WeightDiagnostics::records>},
    {.json = "weights.mean_weight", .csv = "mean_weight", .python = "weights.mean_weight",
     .text = {"weights", "; mean weight {}"}, .unit = number, .is_optional = true,
     .is_evidence = true, .about = "mean weight",
     .value = of_weights<&WeightDiagnostics::mean>},
    {.json = "weights.clipped", .python = "weights.clipped",
     .text = {"weights", " (below 1 by clipping|"}, .unit = flag, .is_optional = true,
     .is_evidence = true, .about = "weights are clipped or smoothed, so that their mean is below 1",
     .value = of_weights<&WeightDiagnostics::clipped>},
    {.json = "weights.expected_mean", .python = "weights.expected_mean",
     .text = {"weights", " (should be {}|"}, .unit = number, .is_optional = true,
     .is_evidence = true,
     .about = "expectation of the mean weight if the propensities are right: 1, less the "
              "probability of actions that were never logged; null if weights are clipped",
     .value = of_weights<&WeightDiagnostics::expected>},
    {.json = "weights.z", .csv = "mean_weight_z", .python = "weights.z",
     .text = {"weights", ", z = {})|, all are equal)"}, .unit = number, .is_optional = true,
     .is_evidence = true,
     .about = "distance of the mean weight from its expectation, or from 1 if weights are clipped, "
              "in standard errors",
     .value = of_weights<&WeightDiagnostics::z>},
    {.json = "weights.largest_weight", .csv = "largest_weight", .python = "weights.largest_weight",
     .text = {"weights", "; largest {}"}, .unit = number, .is_optional = true, .is_evidence = true,
     .about = "largest weight", .value = of_weights<&WeightDiagnostics::largest>},
    {.json = "weights.largest_share", .csv = "largest_share", .python = "weights.largest_share",
     .text = {"weights", ", {} of all"}, .unit = share, .is_optional = true, .is_evidence = true,
     .about = "its share of the sum of all weights",
     .value = of_weights<&WeightDiagnostics::largest_share>},
    {.json = "tail.index", .python = "tail.index", .text = {"largest terms", "tail index {}"},
     .unit = number, .is_optional = true, .is_evidence = true,
     .about = "Hill's tail index of weight times reward, of rewards outside [0, 1]; below 2 there "
              "is no variance",
     .value = of_tail<known<&statistics::Tail::index>>},
    {.json = "tail.order", .python = "tail.order", .text = {"largest terms", " of the {} largest"},
     .unit = integer, .is_optional = true, .is_evidence = true,
     .about = "terms that the index is from; 0: there is none",
     .value = of_tail<&statistics::Tail::order>},
    {.json = "tail.largest_share", .python = "tail.largest_share",
     .text = {"largest terms", "; the ten largest are {} of the sum"}, .unit = share,
     .is_optional = true, .is_evidence = true,
     .about = "share of the ten largest terms in the sum of all, by absolute value",
     .value = of_tail<&statistics::Tail::largest_share>},
    {.json = "propensities.mean_inverse", .python = "propensities.mean_inverse",
     .text = {"propensities", "mean of 1/(K p) {}"}, .unit = number, .is_optional = true,
     .is_evidence = true,
     .about = "mean of 1/(K p) over the records of propensity p and K actions; 1 in expectation "
              "if the propensities are right",
     .value = of_propensities<&PropensityFit::mean>},
    {.json = "propensities.z", .python = "propensities.z",
     .text = {"propensities", " (should be 1, z = {})| (should be 1, all are equal)"},
     .unit = number, .is_optional = true, .is_evidence = true,
     .about = "its distance from 1 in standard errors",
     .value = of_propensities<&PropensityFit::z>},
    {.json = "propensities.fit", .python = "propensities.fit", .unit = flag, .is_optional = true,
     .is_evidence = true, .about = "the propensities fit the log",
     .value = of_propensities<&PropensityFit::fits>},
    {.json = "interval.level", .csv = "level", .python = "interval.level",
     .text = {"interval", "  ({}"}, .unit = level, .about = "confidence level of the interval",
     .value = of_evaluation<interval_level>},
    {.json = "interval.method", .csv = "interval", .python = "interval.method",
     .text = {"interval", ", {})|)"}, .unit = text,
     .about = "how the interval was made, or why there is none",
     .value = of_evaluation<interval_method>},
    {.json = "unreliable", .csv = "withheld", .python = "withheld", .unit = text,
     .is_optional = true, .about = "why the numbers are withheld",
     .value = of_evaluation<&Evaluation::withheld>},
    {.json = "not_applicable", .python = "not_applicable", .unit = text, .is_optional = true,
     .about = "why policy, evaluator and log do not fit", .value = not_applicable},
    {.json = "remarks", .python = "remarks", .unit = sentences,
     .about = "the evaluator's own sentences on its numbers", .value = remarks_or_none},
    {.json = "warnings", .unit = sentences,
     .about = "violated assumptions, then other reasons not to trust the estimate",
     .value = warnings_or_none},
    {.csv = "warnings", .unit = sentences,
     .about = "the same, after a note on the segment, or why policy, evaluator and log do not "
              "fit; joined by \" | \"",
     .value = sentences_of_line},
    {.python = "seed", .unit = integer, .about = "seed of all draws", .value = seed},
    {.python = "repetitions", .unit = integer,
     .about = "runs with independent draws, whose estimates are averaged", .value = repetitions},
  };
  return list;
}

std::span<const Field> difference_fields() {
  using namespace field_values;
  using enum FieldUnit;
  static constexpr Field list[] = {
    {.table = {"segment", "{}|(whole log)"}, .unit = name, .is_of_parts = true,
     .value = segment_name},
    {.csv = "algorithm", .table = {"difference"}, .unit = text,
     .value = of_text<&FieldSource::label>},
    {.csv = "minus", .table = {"difference", " - {}"}, .unit = text,
     .value = of_text<&FieldSource::minus>},
    {.csv = "evaluator", .table = {"evaluator"}, .unit = text,
     .value = of_text<&FieldSource::evaluator_label>},
    {.json = "evaluator", .python = "evaluator", .unit = text,
     .about = "the evaluator with all its parameters", .value = of_text<&FieldSource::evaluator>},
    {.json = "first", .python = "first", .unit = text, .about = "a policy, as it was given",
     .value = of_text<&FieldSource::label>},
    {.json = "second", .python = "second", .unit = text, .about = "the policy that is subtracted",
     .value = of_text<&FieldSource::minus>},
    {.json = "value", .csv = "estimate", .python = "value", .table = {"value, 95%"},
     .unit = difference, .is_withheld = true,
     .about = "estimate of the first less that of the second", .error = error_of_difference,
     .value = of_difference<difference_value>},
    {.json = "low", .csv = "low", .python = "low", .table = {"value, 95%", " [{}|"},
     .unit = difference, .is_withheld = true, .about = "lower bound of its paired 95% interval",
     .error = error_of_difference, .value = of_difference<difference_low>},
    {.json = "high", .csv = "high", .python = "high", .table = {"value, 95%", ", {}]|"},
     .unit = difference, .is_withheld = true, .about = "upper bound", .error = error_of_difference,
     .value = of_difference<difference_high>},
    {.csv = "level", .unit = level, .value = level_of_comparisons},
    {.json = "method", .csv = "interval", .python = "method", .unit = text,
     .about = "how the interval was made, or why there is none",
     .value = of_difference<difference_method>},
    {.csv = "withheld", .unit = sentences, .value = reasons},
    {.csv = "warnings", .unit = sentences, .value = sentences_of_line},
  };
  return list;
}
// clang-format on

FieldValue value_of(const Field& field, const FieldSource& source) {
  FieldValue value = field.value(source);
  const bool applies = !std::holds_alternative<std::monostate>(value);
  return field.is_withheld && !source.withheld.empty() && applies ? FieldValue(nan) : value;
}

bool is_missing(const Field& field, const FieldValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return true;
  if (const auto* number = std::get_if<double>(&value)) return !std::isfinite(*number);
  if (const auto* text = std::get_if<std::string>(&value)) {
    return text->empty() && field.unit != FieldUnit::name;
  }
  const auto* list = std::get_if<std::vector<std::string>>(&value);
  return list && list->empty();
}

FieldSource source_of(const EvaluationTable& table, const EvaluatedSegment& segment,
                      const EvaluatedPair& pair, const ResultLabels& labels) {
  FieldSource source{.segment = &segment,
                     .pair = &pair,
                     .evaluation = pair.evaluation ? &*pair.evaluation : nullptr,
                     .label = labels.algorithms[pair.algorithm],
                     .evaluator_label = labels.evaluators[pair.evaluator],
                     .algorithm = table.algorithms[pair.algorithm],
                     .evaluator = table.evaluators[pair.evaluator]};
  withhold(source, pair.evaluation, labels.show_unreliable);
  return source;
}

FieldSource source_of(const EvaluationTable& table, const EvaluatedSegment& segment,
                      const PairedDifference& difference, const ResultLabels& labels) {
  FieldSource source{.segment = &segment,
                     .difference = &difference,
                     .label = labels.algorithms[difference.first],
                     .minus = labels.algorithms[difference.second],
                     .evaluator_label = labels.evaluators[difference.evaluator],
                     .algorithm = table.algorithms[difference.first],
                     .evaluator = table.evaluators[difference.evaluator]};
  const std::size_t first = difference.evaluator * table.algorithms.size();
  withhold(source, segment.pairs[first + difference.first].evaluation, labels.show_unreliable);
  withhold(source, segment.pairs[first + difference.second].evaluation, labels.show_unreliable);
  return source;
}

FieldSource source_of(const Evaluation& evaluation, bool show_unreliable) {
  FieldSource source{.evaluation = &evaluation,
                     .algorithm = evaluation.algorithm,
                     .evaluator = evaluation.evaluator};
  if (!show_unreliable && !evaluation.withheld.empty()) {
    source.withheld.push_back(evaluation.withheld);
  }
  return source;
}

}  // namespace replaybench
