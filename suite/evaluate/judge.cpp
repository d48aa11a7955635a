#include "suite/evaluate/judge.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "suite/evaluate/estimate_warnings.hpp"
#include "suite/evaluate/shown_value.hpp"
#include "suite/evaluate/warning_list.hpp"

namespace replaybench {

namespace {

statistics::Interval scaled(const statistics::Interval& interval, double factor) {
  return {interval.low * factor, interval.high * factor};
}

// Input for rewards that are divided by `unit`.
IntervalInput in_units(IntervalInput of, double unit) {
  if (unit == 1) return of;
  of.unit = unit;
  of.estimate /= unit;
  of.variance /= unit * unit;
  of.own = scaled(of.own, 1 / unit);
  if (of.sums) of.sums = scaled_influences(*of.sums, 1 / unit);
  return of;
}

EvaluationInterval interval_of(const JudgeInput& input, double unknown) {
  // The intervals of rewards in [0, 1] are made in units of the highest reward.
  const RewardRange range = input.scale.range;
  const double unit = range == RewardRange::real ? 1 : input.scale.highest;
  IntervalInput of = in_units(input.of, unit);
  of.range = range;
  if (input.weights) of.effective = input.weights->effective;
  EvaluationInterval interval =
      widened(make_interval(of), unknown / unit, range != RewardRange::real);
  interval.low *= unit;
  interval.high *= unit;
  interval.normal = scaled(interval.normal, unit);
  return input.scale.known ? within_range(std::move(interval), 0, unit) : interval;
}

// The records that it rests on. Without weights every record of a static policy counts by its
// probability. NaN: the evaluator counts none.
double records_behind(const JudgeInput& input) {
  const bool effective = input.weighting != WeightUse::none || input.weights_are_expected;
  return input.weights && effective ? input.weights->effective : input.of.accepted;
}

std::string reason_to_withhold(const JudgeInput& input) {
  const double records = records_behind(input);
  if (records < min_effective && input.weighting != WeightUse::none && input.weights) {
    return fmt::format(
        "withheld: under its weights it rests on {:.3g} effective {}, fewer than {:.0f}", records,
        input.unit, min_effective);
  }
  if (records < min_effective) {
    return fmt::format("withheld: it rests on {:.3g} {} record{}, fewer than {:.0f}", records,
                       input.weights && input.weights_are_expected ? "effective" : "accepted",
                       records == 1 ? "" : "s", min_effective);
  }
  if (input.unsupported > max_unsupported) {
    return fmt::format(
        "withheld: the policy takes actions that the log never shows with probability {:.3g}, more "
        "than {:.3g}: the log says nothing of their rewards",
        input.unsupported, max_unsupported);
  }
  const bool unused = std::any_of(
      input.violations.begin(), input.violations.end(),
      [](const auto& violation) { return violation.kind == WarningKind::propensities_unused; });
  if (!unused) return {};
  return "withheld: it takes the log for one of uniform choices, and its propensities say that it "
         "is not";
}

void warn_of_few_records(const JudgeInput& input, Warnings& warnings) {
  const double records = records_behind(input);
  if (!(records < 100)) return;
  warnings.add(
      WarningKind::few_accepted,
      input.weights && input.weights_are_expected
          ? fmt::format("an effective sample size of {:.3g}: too few for a useful estimate",
                        records)
          : fmt::format("only {} accepted: too few for a useful estimate",
                        counted(input.of.accepted, "record was", "records were")));
}

// If the tail of the terms has no variance, a warning says so, there is no standard error, and no
// interval but the evaluator's own. If an interval that is corrected for skewness rests on few large
// terms, a warning says so.
void judge_terms(const JudgeInput& input, JudgedEstimate& judged, Warnings& warnings) {
  const statistics::Tail tail = tail_within(input.scale, input.tail);
  judged.has_variance = !tail.has_no_variance();
  EvaluationInterval& interval = judged.interval;
  if (!judged.has_variance) {
    warnings.add(warning_of_heavy_tail(tail, input.weighting != WeightUse::none));
    if (interval.kind != EvaluationIntervalKind::evaluator) {
      interval = {EvaluationIntervalKind::none, nan, nan, interval.level,
                  "none: the tail of the terms is so heavy that they have no variance"};
      judged.standard_error = nan;
    }
  }
  if (!input.of.sums || interval.kind != EvaluationIntervalKind::skewed) return;
  const double rewards = statistics::rewards_of_one_size(*input.of.sums);
  if (rewards < few_rewards_of_one_size) warnings.add(warning_of_few_large_terms(rewards));
}

void judge_estimate(const JudgeInput& input, JudgedEstimate& judged, Warnings& warnings) {
  Warnings of_terms;
  judged.estimate = input.of.estimate;
  // Equal rewards show nothing of how an estimate varies.
  const double variance = input.of.variance;
  if (variance > 0 && std::isfinite(variance)) judged.standard_error = std::sqrt(variance);
  judged.withheld = reason_to_withhold(input);
  if (input.unsupported > 1e-9) {
    const bool bounded = input.scale.range != RewardRange::real;
    // A mean of weighted rewards counts those of the actions that the log never shows as 0.
    const bool counts_zero = input.of.form == EstimateForm::mean;
    const double least = counts_zero ? std::fmin(0, input.least_reward) : input.least_reward;
    const double most = counts_zero ? std::fmax(0, input.most_reward) : input.most_reward;
    judged.unknown = input.unsupported * (bounded ? input.scale.highest : most - least);
  }
  judged.interval = interval_of(input, judged.unknown);
  judge_terms(input, judged, of_terms);
  if (input.weighting != WeightUse::none && input.weights) {
    warnings.add(warnings_of_weights(*input.weights, input.mean_by_rounding));
  } else {
    warn_of_few_records(input, warnings);
  }
  if (input.of.clusters < few_clusters) warnings.add(warning_of_few_clusters(input.of.clusters));
  if (input.rewarded < 10) warnings.add(warning_of_few_rewards(input.rewarded));
  if (input.biased && std::isfinite(judged.interval.low)) {
    warnings.add(warning_of_bias(input.weights ? input.weights->mean : nan, input.smooths_actions));
  }
  warnings.add(of_terms.take());
}

// Reasons to trust the estimate: the rules whose kinds gave no warning.
void add_held(const JudgeInput& input, JudgedEstimate& judged) {
  const auto warned = [&](WarningKind kind) {
    return std::any_of(judged.warnings.begin(), judged.warnings.end(),
                       [kind](const auto& warning) { return warning.kind == kind; });
  };
  Warnings held;
  const auto hold = [&](WarningKind kind, std::string sentence) {
    if (!warned(kind)) held.hold(kind, std::move(sentence));
  };
  if (input.weighting != WeightUse::none && input.weights) {
    const WeightDiagnostics& weights = *input.weights;
    const bool is_chance =
        std::isnan(weights.z) && std::fabs(weights.mean - weights.expected) > 1e-4;
    if (!weights.clipped && !is_chance && !explained_by_rounding(weights, input.mean_by_rounding)) {
      hold(WarningKind::weights_do_not_fit,
           fmt::format("the mean importance weight is {:.4g}, where it should be {:.4g} ({})",
                       weights.mean, weights.expected,
                       std::isnan(weights.z) ? "all are equal" : z_text(weights.z)));
    }
    hold(WarningKind::few_effective,
         fmt::format("the weights leave an effective sample size of {:.4g} {}", weights.effective,
                     input.unit));
  } else {
    const double records = records_behind(input);
    if (records >= 100) {
      hold(WarningKind::few_accepted,
           fmt::format("the estimate uses {} {}", shown_number(records), input.unit));
    }
  }
  if (std::isfinite(input.tail.index) && judged.has_variance) {
    hold(WarningKind::heavy_tail,
         fmt::format("the terms have a variance: the tail index is {:.3g}, not below 2",
                     input.tail.index));
  }
  if (input.weighting != WeightUse::none && input.unsupported >= 0) {
    hold(WarningKind::actions_unsupported,
         input.unsupported > 1e-9
             ? fmt::format("the policy takes actions that the log never shows with probability "
                           "{:.2g} alone, for which the interval allows",
                           input.unsupported)
             : "the log shows every action that the policy takes");
  }
  judged.held = held.take_held();
}

}  // namespace

JudgedEstimate judge(const JudgeInput& input) {
  JudgedEstimate judged;
  Warnings warnings;
  const bool estimates = input.of.form != EstimateForm::none && input.of.accepted != 0;
  if (estimates) {
    judge_estimate(input, judged, warnings);
  } else if (input.of.accepted != 0) {
    judged.interval.method = "none: this evaluator estimates no mean reward";
  } else {
    judged.interval.method = "none: no record was accepted";
    if (input.of.form != EstimateForm::none) {
      warnings.add(WarningKind::nothing_accepted, "no record was accepted: there is no estimate");
    }
  }
  if (!input.ignores_algorithm.empty()) {
    warnings.add(warning_of_ignored_algorithm(std::string(input.ignores_algorithm)));
  }
  // Comparisons with NaN, if there is no interval, are false.
  const auto [low, high] = statistics::Interval{judged.interval.low, judged.interval.high};
  if (judged.estimate < low || judged.estimate > high) {
    warnings.add(warning_of_estimate_outside(judged.estimate, low, high));
  }
  if (estimates && input.unsupported > little_unsupported) {
    warnings.add(warning_of_unsupported_actions(input.unsupported));
  }
  // Below it the guessed rewards move the value by less than a hundredth of their range.
  if (estimates && input.unseen_in_context > 0.01) {
    warnings.add(warning_of_unseen_in_context(input.unseen_in_context));
  }
  judged.warnings = warnings.take();
  if (estimates) add_held(input, judged);
  return judged;
}

}  // namespace replaybench
