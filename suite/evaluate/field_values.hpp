#pragma once
// Reads fields from their sources; only for evaluation_fields.cpp.

#include <fmt/core.h>

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/evaluate/evaluation_fields.hpp"
#include "suite/evaluate/evaluation_verdict.hpp"

namespace replaybench::field_values {

inline constexpr double comparison_level = 0.95;         // of differences and lifts
inline constexpr double errors_per_interval = 2 * 1.96;  // for the digits shown

using Source = const FieldSource&;

// The value of a member, or of a function, of a part of the source; nothing without the part.
template <class Part, class Get>
FieldValue value_in(const Part* part, const Get& get) {
  if (!part) return {};
  return FieldValue(std::invoke(get, *part));
}
template <auto get>
FieldValue of_input(Source s) {
  return value_in(s.input, get);
}
template <auto get>
FieldValue of_action(Source s) {
  return value_in(s.action, get);
}
template <auto get>
FieldValue of_segment(Source s) {
  return value_in(s.segment, get);
}
template <auto get>
FieldValue of_evaluation(Source s) {
  return value_in(s.evaluation, get);
}
// Value of an evaluation that estimates a value.
template <auto get>
FieldValue of_estimate(Source s) {
  return value_in(s.evaluation && s.evaluation->estimates_value ? s.evaluation : nullptr, get);
}
template <auto get>
FieldValue of_normal(Source s) {
  const bool known = s.evaluation && std::isfinite(s.evaluation->interval.normal.low);
  return value_in(known ? s.evaluation : nullptr, get);
}
template <auto part, auto get>
FieldValue of_optional(Source s) {
  if (!s.evaluation) return {};
  const auto& found = s.evaluation->*part;
  return value_in(found ? &*found : nullptr, get);
}
template <auto get>
FieldValue of_weights(Source s) {
  return of_optional<&Evaluation::weights, get>(s);
}
template <auto get>
FieldValue of_tail(Source s) {
  return of_optional<&Evaluation::tail, get>(s);
}
template <auto get>
FieldValue of_propensities(Source s) {
  return of_optional<&Evaluation::propensities, get>(s);
}
template <auto get>
FieldValue of_log_difference(Source s) {
  return of_optional<&Evaluation::difference, get>(s);
}
template <auto part, auto get>
FieldValue of_lift(Source s) {
  if (!s.pair || !s.pair->lift) return {};
  return value_in(&((*s.pair->lift).*part), get);
}
template <auto get>
FieldValue of_difference(Source s) {
  return value_in(s.difference, get);
}
template <auto member>
FieldValue of_text(Source s) {
  return FieldValue(std::string(s.*member));
}

// The mean logged reward and the number of records of the part of the log.
inline const statistics::IntervalEstimate* log_value(Source s) {
  if (s.evaluation) return &s.evaluation->log_value;
  return s.segment ? &s.segment->log_value : nullptr;
}
template <auto get>
FieldValue of_log_value(Source s) {
  return value_in(log_value(s), get);
}
inline FieldValue records(Source s) {
  if (s.evaluation) return s.evaluation->records;
  return of_segment<&EvaluatedSegment::records>(s);
}

// Seed of the evaluation, or of the options that all evaluations share.
inline FieldValue seed(Source s) {
  if (s.evaluation) return s.evaluation->seed;
  return value_in(s.options, &EvaluationOptions::seed);
}
inline FieldValue repetitions(Source s) {
  if (s.evaluation) return s.evaluation->repetitions;
  return value_in(s.options, &EvaluationOptions::repetitions);
}

inline double error_in(const statistics::IntervalEstimate& interval) {
  return (interval.high - interval.low) / errors_per_interval;
}
inline double error_of_log(Source s) { return log_value(s) ? error_in(*log_value(s)) : nan; }
inline double error_of_segment(Source s) {
  return s.segment ? error_in(s.segment->log_value) : nan;
}
inline double error_of_estimate(Source s) {
  if (!s.evaluation) return nan;
  if (s.evaluation->standard_error > 0) return s.evaluation->standard_error;
  const EvaluationInterval& interval = s.evaluation->interval;
  return error_in({nan, interval.low, interval.high});
}
// A paired difference may have an error far below those of the estimates: its own, if it has one.
inline double error_of_comparison(Source s, const statistics::IntervalEstimate& compared) {
  const double own = error_in(compared);
  return own > 0 ? own : error_of_estimate(s);
}
inline double error_of_log_difference(Source s) {
  return s.evaluation && s.evaluation->difference
             ? error_of_comparison(s, *s.evaluation->difference)
             : nan;
}
inline double error_of_lift(Source s) {
  return s.pair && s.pair->lift ? error_of_comparison(s, s.pair->lift->absolute.estimate) : nan;
}
inline double error_of_relative_lift(Source s) {
  return s.pair && s.pair->lift ? error_in(s.pair->lift->relative.estimate) : nan;
}
inline double error_of_difference(Source s) {
  return s.difference ? error_in(s.difference->difference.estimate) : nan;
}

inline std::string short_method(const Evaluation& evaluation) {
  const auto name = [&]() -> std::string {
    switch (evaluation.interval.kind) {
      case EvaluationIntervalKind::none:
        return {};
      case EvaluationIntervalKind::evaluator:
        return "own";
      case EvaluationIntervalKind::wilson:
        return "Wilson";
      case EvaluationIntervalKind::score:
        return "score";
      case EvaluationIntervalKind::gamma:
        return "gamma";
      case EvaluationIntervalKind::normal:
        return "normal";
      case EvaluationIntervalKind::skewed:
        return "skewness";
    }
    return {};
  }();
  return name.empty() ? name : fmt::format("{:.4g}% {}", 100 * evaluation.interval.level, name);
}

inline std::vector<std::string> warnings(const Evaluation& evaluation) {
  std::vector<std::string> sentences;
  for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
    for (const auto& warning : *list) sentences.push_back(warning.marked);
  }
  return sentences;
}
inline FieldValue warnings_or_none(Source s) {
  return s.evaluation ? warnings(*s.evaluation) : std::vector<std::string>{};
}
inline FieldValue remarks_or_none(Source s) {
  return s.evaluation ? s.evaluation->remarks : std::vector<std::string>{};
}
// Further sentences of a line of CSV: all reasons not to trust its numbers.
inline FieldValue sentences_of_line(Source s) {
  std::vector<std::string> sentences;
  if (s.segment && !s.segment->note.empty()) sentences.push_back(s.segment->note);
  if (s.pair && !s.pair->evaluation) sentences.push_back(s.pair->not_applicable);
  if (s.evaluation) {
    for (auto& warning : warnings(*s.evaluation)) sentences.push_back(std::move(warning));
  }
  return sentences;
}

// The verdict, which calls the policy by its label or else by its name.
inline std::optional<EvaluationVerdict> verdict_in(Source s) {
  if (!s.evaluation) return {};
  const std::string_view label =
      s.label.empty() ? s.algorithm.substr(0, s.algorithm.find('{')) : s.label;
  return verdict_of(*s.evaluation, label, s.withheld.empty());
}
template <auto get>
FieldValue of_verdict(Source s) {
  const auto verdict = verdict_in(s);
  return value_in(verdict ? &*verdict : nullptr, get);
}

inline FieldValue kind(Source s) { return std::string(s.difference ? "difference" : "estimate"); }
inline FieldValue part(Source s) {
  return of_segment<[](const EvaluatedSegment& of) {
    return std::string(of.whole ? "log" : "segment");
  }>(s);
}
inline FieldValue segment_name(Source s) {
  return value_in(s.segment && !s.segment->whole ? s.segment : nullptr, &EvaluatedSegment::name);
}
inline FieldValue not_applicable(Source s) {
  return value_in(s.pair, &EvaluatedPair::not_applicable);
}
inline FieldValue reasons(Source s) { return s.withheld; }
inline FieldValue level_of_comparisons(Source) { return comparison_level; }
inline FieldValue nothing(Source) { return {}; }

// Getters of members within members.
template <auto outer, auto inner>
constexpr auto within = [](const auto& of) { return of.*outer.*inner; };

inline constexpr auto interval_low = within<&Evaluation::interval, &EvaluationInterval::low>;
inline constexpr auto interval_high = within<&Evaluation::interval, &EvaluationInterval::high>;
inline constexpr auto interval_level = within<&Evaluation::interval, &EvaluationInterval::level>;
inline constexpr auto interval_method = within<&Evaluation::interval, &EvaluationInterval::method>;
inline constexpr auto normal_low = [](const Evaluation& of) { return of.interval.normal.low; };
inline constexpr auto normal_high = [](const Evaluation& of) { return of.interval.normal.high; };
inline constexpr auto compared =
    within<&PairedEstimate::estimate, &statistics::IntervalEstimate::value>;
inline constexpr auto compared_low =
    within<&PairedEstimate::estimate, &statistics::IntervalEstimate::low>;
inline constexpr auto compared_high =
    within<&PairedEstimate::estimate, &statistics::IntervalEstimate::high>;
inline constexpr auto difference_value = [](const PairedDifference& of) {
  return compared(of.difference);
};
inline constexpr auto difference_low = [](const PairedDifference& of) {
  return compared_low(of.difference);
};
inline constexpr auto difference_high = [](const PairedDifference& of) {
  return compared_high(of.difference);
};
inline constexpr auto difference_method = [](const PairedDifference& of) {
  return of.difference.method;
};
inline constexpr auto records_of_log = [](const InputLog& of) -> std::uint64_t {
  return of.blocks_of_log()->size();
};
inline constexpr auto actions_of_log = [](const InputLog& of) -> std::uint64_t {
  return of.log->action_count;
};
inline constexpr auto features_of_log = [](const InputLog& of) -> std::uint64_t {
  return of.log->dimension;
};
using statistics::IntervalEstimate;
inline constexpr auto segment_mean = within<&EvaluatedSegment::log_value, &IntervalEstimate::value>;
inline constexpr auto segment_low = within<&EvaluatedSegment::log_value, &IntervalEstimate::low>;
inline constexpr auto segment_high = within<&EvaluatedSegment::log_value, &IntervalEstimate::high>;
// A number, or nothing in the place of NaN.
template <auto member>
constexpr auto known = [](const auto& of) -> FieldValue {
  if (std::isnan(of.*member)) return {};
  return of.*member;
};

}  // namespace replaybench::field_values
