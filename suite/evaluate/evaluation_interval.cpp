#include "suite/evaluate/evaluation_interval.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/evaluate/estimate_errors.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/statistics/score_interval.hpp"

namespace replaybench {

namespace {

double two_sided_z(double level) { return numeric::normal_quantile(0.5 + level / 2); }

// Ends that are equal say that nothing varied, not how sure the estimate is.
bool has_own(const IntervalInput& input) {
  return input.repetitions == 1 && std::isfinite(input.own.low) && std::isfinite(input.own.high) &&
         input.own.low != input.own.high;
}

// Roundoff of a number of this size after a few operations.
double roundoff(double size) { return 0x1p-50 * std::fabs(size); }

bool is_plain_mean(const IntervalInput& input) {
  return input.is_plain_mean && input.repetitions == 1 && input.accepted > 0;
}

bool is_by_cluster(const IntervalInput& input) { return !std::isnan(input.clusters); }

// The normal interval, as a comparison with one that a reader can believe: nothing if it has no
// width or leaves the range of the rewards.
statistics::Interval comparable(const statistics::Interval& normal) {
  if (normal.low >= 0 && normal.low < normal.high && normal.high <= 1) return normal;
  return {nan, nan};
}

// The most independent values that the estimate can rest on; infinity: the evaluator counts none.
double max_values(const IntervalInput& input) {
  double most =
      std::isnan(input.accepted) ? std::numeric_limits<double>::infinity() : input.accepted;
  if (input.repetitions > 1) {
    if (input.variance > 0) most = static_cast<double>(input.records);
  } else if (!std::isnan(input.effective)) {
    most = input.effective;
  }
  return is_by_cluster(input) && !(input.variance > 0) ? std::fmin(most, input.clusters) : most;
}

EvaluationInterval gamma_of(const IntervalInput& input, double level) {
  const auto [low, high] =
      statistics::gamma_interval(input.estimate, input.variance, input.largest_part, level);
  if (low > 1) {
    return {EvaluationIntervalKind::none, nan, nan, level,
            fmt::format("none: even its low end is above {:.6g}, the highest reward; the weights "
                        "are too heavy or wrong",
                        input.unit)};
  }
  std::string method = fmt::format(
      "gamma interval of a weighted sum (Fay and Feuer), within [0, {:.6g}]", input.unit);
  if (input.largest_part > std::sqrt(input.variance)) {
    method +=
        fmt::format("; its high end allows for one more reward at the largest weight, +{:.3g}",
                    input.largest_part * input.unit);
  }
  return {EvaluationIntervalKind::gamma, low, std::min(high, 1.0), level, std::move(method)};
}

EvaluationInterval skewed_of(const IntervalInput& input, double level) {
  statistics::InfluenceSums sums = *input.sums;
  if (input.range != RewardRange::real && input.effective > 0) {
    sums = statistics::with_half_records(sums, {1 / input.effective, 0}, input.estimate);
  }
  const auto [low, high] = statistics::skewed_interval(input.estimate, sums, level);
  return {EvaluationIntervalKind::skewed, low, high, level,
          "corrected for skewness, from each record's part in the error"};
}

// An interval that the evaluator gave, unless it contradicts itself or the estimate.
EvaluationInterval own_of(const IntervalInput& input, double level) {
  const auto [low, high] = input.own;
  const auto none = [level](std::string method) {
    return EvaluationInterval{EvaluationIntervalKind::none, nan, nan, level, std::move(method)};
  };
  if (low > high) {
    return none(fmt::format(
        "none: the evaluator's two bounds contradict each other (at least {:.6g}, at most {:.6g}), "
        "so an assumption fails: the propensities are wrong, or rewards lie outside their range",
        low * input.unit, high * input.unit));
  }
  if (input.own_doubt && input.own_doubt->normal_holds) {
    const double half = two_sided_z(level) * std::sqrt(input.variance);
    return {EvaluationIntervalKind::normal, input.estimate - half, input.estimate + half, level,
            "normal, from the evaluator's standard error: " + input.own_doubt->reason};
  }
  if (input.own_doubt) return none("none: " + input.own_doubt->reason);
  // Roundoff of an interval without a width is no contradiction.
  const double tolerance = 1e-9 * (high - low) + roundoff(input.estimate);
  if (input.estimate < low - tolerance || input.estimate > high + tolerance) {
    return none(fmt::format(
        "none: the evaluator's own interval, [{:.6g}, {:.6g}], does not hold its estimate, {:.6g}: "
        "its resamples or its assumptions are biased",
        low * input.unit, high * input.unit, input.estimate * input.unit));
  }
  return {EvaluationIntervalKind::evaluator, low, high, level, "the evaluator's own"};
}

}  // namespace

bool names_normal_interval(const Component<EvaluatorDescription>& evaluator) {
  const Parameters& parameters = evaluator.parameters;
  return parameters.given("interval") &&
         parameters.value("interval") == ParameterValue(std::string("normal"));
}

EvaluationInterval make_interval(IntervalInput input) {
  const bool by_cluster = is_by_cluster(input);
  const bool has_ends = std::isfinite(input.own.low) && std::isfinite(input.own.high);
  const double level = input.repetitions == 1 && has_ends ? input.own_kind.level : 0.95;
  const double factor = factor_of_clusters(input.clusters, level);
  input.variance *= factor * factor;
  if (input.sums) input.sums = scaled_influences(*input.sums, factor);
  const double z = two_sided_z(level);
  // An estimate that is neither a mean nor a ratio of rewards has no better interval than its own.
  const bool takes_own = input.by_influences && (!input.sums || input.wants_normal);
  if (has_own(input) && !by_cluster && (takes_own || !input.own_kind.is_normal)) {
    return own_of(input, level);
  }
  if (!std::isfinite(input.estimate)) {
    return {EvaluationIntervalKind::none, nan, nan, level, "none: there is no estimate"};
  }
  const bool is_weighted_mean = input.form == EstimateForm::mean && !std::isnan(input.effective);
  const bool bounded = !input.wants_normal && input.range != RewardRange::real &&
                       input.estimate >= 0 && (input.estimate <= 1 || is_weighted_mean);
  if (bounded && !by_cluster && input.range == RewardRange::binary && is_plain_mean(input)) {
    const auto [low, high] = statistics::score_interval(input.estimate, input.accepted, level);
    return {EvaluationIntervalKind::wilson, low, high, level,
            "Wilson score interval over the accepted records"};
  }
  if (std::isinf(input.variance)) {
    return {EvaluationIntervalKind::none, nan, nan, level,
            "none: rewards of this size overflow when they are squared; scale them"};
  }
  if (!std::isfinite(input.variance)) {
    return {EvaluationIntervalKind::none, nan, nan, level,
            input.accepted < 2 ? "none: fewer than two accepted records"
            : by_cluster       ? "none by cluster: this evaluator's estimate is not a plain or "
                                 "weighted mean of the records; use one that is"
                               : "none: this evaluator gives no standard error here"};
  }
  const double half = z * std::sqrt(input.variance);
  const statistics::Interval normal{input.estimate - half, input.estimate + half};
  EvaluationInterval interval;
  const double most = max_values(input);
  if (!input.wants_normal && input.sums && input.sums->second > 0 && input.repetitions == 1 &&
      (input.by_influences || !bounded)) {
    interval = skewed_of(input, level);
    interval.normal = comparable(normal);
    if (by_cluster) interval.method += ", by cluster";
    return interval;
  }
  if (bounded && input.repetitions == 1 && is_weighted_mean) {
    interval = gamma_of(input, level);
    interval.normal = comparable(normal);
  } else if (bounded && most > 0) {
    // Rewards between 0 and 1 vary less than 0/1 rewards of the same mean: no bound on the size.
    const double size = input.range == RewardRange::binary || !(input.variance > 0)
                            ? statistics::effective_size(input.estimate, input.variance, most)
                            : input.estimate * (1 - input.estimate) / input.variance;
    if (!(size > 0)) {
      return {EvaluationIntervalKind::normal, normal.low, normal.high, level, "normal"};
    }
    if (std::isinf(size)) {
      return {EvaluationIntervalKind::none, nan, nan, level,
              "none: the error is 0, and this evaluator does not count the records that the "
              "estimate rests on"};
    }
    const auto [low, high] = statistics::score_interval(input.estimate, size, level);
    interval = {EvaluationIntervalKind::score, low, high, level,
                "score interval on the effective sample size"};
    interval.normal = comparable(normal);
  } else if (!(half > 0)) {
    return {
        EvaluationIntervalKind::none, nan, nan, level,
        "none: the standard error is 0: all that the estimate is made of is equal, or its squares "
        "are too small for a number, which does not show how it varies"};
  } else {
    interval = {EvaluationIntervalKind::normal, normal.low, normal.high, level,
                std::isnan(input.accepted) ? "normal, from the evaluator's standard error"
                                           : "normal, from the rewards of the accepted records"};
  }
  if (input.repetitions > 1) {
    interval.method =
        std::string(interval.kind == EvaluationIntervalKind::score ? "score interval" : "normal") +
        ", from the errors of the repetitions and the spread between repetitions";
  }
  if (by_cluster) interval.method += ", by cluster";
  return interval;
}

EvaluationInterval widened(EvaluationInterval interval, double unknown, bool bounded) {
  if (!(unknown > 0) || !std::isfinite(interval.low)) return interval;
  interval.low -= unknown;
  interval.high += unknown;
  if (bounded) {
    interval.low = std::max(interval.low, 0.0);
    interval.high = std::min(interval.high, 1.0);
  }
  interval.normal = {nan, nan};
  interval.method += widened_words;
  return interval;
}

void widen(statistics::IntervalEstimate& difference, double unknown) {
  difference.low -= unknown;
  difference.high += unknown;
}

EvaluationInterval within_range(EvaluationInterval interval, double least, double most) {
  if (!(interval.low < least || interval.high > most)) return interval;
  if (interval.high < least || interval.low > most) {
    return {EvaluationIntervalKind::none, nan, nan, interval.level,
            fmt::format("none: [{:.6g}, {:.6g}] lies outside [{:.6g}, {:.6g}], the range of the "
                        "rewards; the weights are too heavy or wrong",
                        interval.low, interval.high, least, most)};
  }
  interval.low = std::max(least, interval.low);
  interval.high = std::min(most, interval.high);
  interval.method += fmt::format(", within the rewards' range, [{:.6g}, {:.6g}]", least, most);
  return interval;
}

}  // namespace replaybench
