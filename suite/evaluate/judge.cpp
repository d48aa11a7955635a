#include "suite/evaluate/judge.hpp"

#include <cmath>
#include <utility>

#include "suite/evaluate/estimate_warnings.hpp"
#include "suite/evaluate/withholding.hpp"

namespace replaybench {

namespace {

statistics::Interval scaled(const statistics::Interval& interval, double factor) {
  return {interval.low * factor, interval.high * factor};
}

std::optional<statistics::InfluenceSums> scaled(std::optional<statistics::InfluenceSums> sums,
                                                double factor) {
  if (sums) {
    sums->second *= factor * factor;
    sums->third *= factor * factor * factor;
  }
  return sums;
}

EvaluationInterval interval_of(const WeightedEstimate& of) {
  if (!(of.weights.effective > 0)) {
    return {EvaluationIntervalKind::none, nan, nan, of.level, "none: no record was accepted"};
  }
  // The intervals of rewards in [0, 1] are made in units of the highest reward.
  const double unit = of.scale.range == RewardRange::real ? 1 : of.scale.highest;
  const double error = of.standard_error / unit;
  // A total of weights with mean 1, or of no reward, is a ratio too: as `evaluate` recognises it.
  const auto form = of.form == EstimateSupport::Form::total
                        ? form_of(of.estimate, of.weights.mean, of.estimate, 1)
                        : of.form;
  const SupportSummary summary{
      .form = form,
      .weighted = true,
      .has_influences = of.has_model,
      .effective = of.weights.effective,
      .largest_part = of.weights.largest / static_cast<double>(of.records)};
  EvaluationInterval interval = make_interval({.estimate = of.estimate / unit,
                                               .variance = error * error,
                                               .sums = scaled(of.sums, 1 / unit),
                                               .accepted = static_cast<double>(of.weights.records),
                                               .own = scaled(of.own, 1 / unit),
                                               .own_level = of.level,
                                               .wants_normal = of.wants_normal,
                                               .records = of.records,
                                               .range = of.scale.range,
                                               .summary = summary});
  interval = widened(std::move(interval), of.unsupported, of.scale.range, of.least_reward / unit,
                     of.most_reward / unit);
  if (of.scale.known) interval = within_range(std::move(interval), 0, 1);
  interval.low *= unit;
  interval.high *= unit;
  interval.normal = scaled(interval.normal, unit);
  return interval;
}

}  // namespace

WeightDiagnostics diagnostics_of(const offpolicy::WeightSummary& summary, bool changed) {
  return {.effective = summary.effective,
          .records = summary.records,
          .largest = summary.largest,
          .largest_share = summary.largest_share,
          .mean = summary.mean,
          .z = summary.z,
          .clipped = changed};
}

JudgedEstimate judge(const WeightedEstimate& of) {
  JudgedEstimate judged;
  judged.withheld = reason_to_withhold(of.weights, of.unit);
  if (judged.withheld.empty()) judged.withheld = reason_to_withhold_unsupported(of.unsupported);
  judged.warnings = warnings_of_weights(of.weights);
  judged.interval = interval_of(of);
  const auto& interval = judged.interval;
  if (of.weights.effective > 0) {
    judged.estimate = of.estimate;
    if (of.standard_error > 0) judged.standard_error = of.standard_error;
    const statistics::Tail tail = tail_within(of.scale.range, of.tail);
    judged.has_variance = !tail.has_no_variance();
    for (EvaluationWarning& warning :
         judge_terms(tail, of.sums, judged.interval, judged.standard_error)) {
      judged.warnings.push_back(std::move(warning));
    }
    const bool counts = !of.has_model || of.form != EstimateSupport::Form::unknown;
    if (counts && of.rewarded < 10) judged.warnings.push_back(warning_of_few_rewards(of.rewarded));
    if (of.biased && std::isfinite(interval.low)) judged.warnings.push_back(warning_of_bias());
  }
  if (of.estimate < interval.low || of.estimate > interval.high) {
    judged.warnings.push_back(
        warning_of_estimate_outside(of.estimate, interval.low, interval.high));
  }
  if (of.unsupported > 1e-9) {
    judged.warnings.push_back(warning_of_unsupported_actions(of.unsupported));
  }
  return judged;
}

}  // namespace replaybench
