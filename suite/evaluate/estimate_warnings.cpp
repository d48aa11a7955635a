#include "suite/evaluate/estimate_warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "suite/evaluate/warning_list.hpp"
#include "suite/log/suspect_values.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/text/option.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

EvaluationWarning warning_of_unsupported_actions(double probability) {
  return {WarningKind::actions_unsupported,
          fmt::format("the policy takes actions that the log never shows, with probability {:.3g} "
                      "on average: the log says nothing of their rewards",
                      probability)};
}

EvaluationWarning warning_of_unseen_in_context(double probability) {
  return {WarningKind::actions_unseen_in_context,
          fmt::format("the policy takes actions that the log never shows in the record's context, "
                      "with probability {:.3g} on average, and this is not by chance: the logging "
                      "policy chooses by context, and the model guesses these rewards from other "
                      "contexts",
                      probability)};
}

EvaluationWarning warning_of_estimate_outside(double estimate, double low, double high) {
  return {WarningKind::estimate_outside,
          fmt::format("the estimate, {:.6g}, is no possible mean of these rewards: it lies outside "
                      "[{:.6g}, {:.6g}], an interval within their range; the weights of this log "
                      "are too large, by chance or because propensities are wrong; a "
                      "self-normalised estimator stays within the range",
                      estimate, low, high)};
}

EvaluationWarning warning_of_few_rewards(double rewards) {
  return {WarningKind::few_rewards,
          fmt::format("{} among the records that the estimate rests on: the interval is "
                      "correspondingly wide",
                      counted(rewards, "reward", "rewards"))};
}

EvaluationWarning warning_of_bias(double mean, bool smooths_actions) {
  if (smooths_actions) {
    return {WarningKind::bias_not_in_interval,
            "the estimate is of the policy smoothed by the bandwidth: the interval shows how much "
            "the records vary, not the bias of smoothing, and need not hold the true value; a "
            "smaller bandwidth has less bias"};
  }
  return {WarningKind::bias_not_in_interval,
          fmt::format(
              "this estimator clips, smooths or replaces importance weights{}: the interval "
              "shows how much the records vary, not the bias of the estimate, and need not "
              "hold the true value",
              mean < 0.995 ? fmt::format(", whose mean it changes from 1 to {:.3g}", mean) : "")};
}

std::optional<EvaluationWarning> warning_of_predictions(const std::string& name,
                                                        const PredictionRange& predictions,
                                                        double least, double most) {
  constexpr double rounding = 1e-6;
  if (predictions.least >= -rounding && predictions.most <= 1 + rounding) return std::nullopt;
  return EvaluationWarning{
      WarningKind::predictions_outside,
      fmt::format("the predictions {} lie between {:.4g} and {:.4g}, the rewards between {:.4g} "
                  "and {:.4g}: such rewards cannot have these means; if the predictions are in "
                  "another unit, an estimate by the model is wrong, and a doubly robust one varies "
                  "more than without a model",
                  quoted_text(name), predictions.least, predictions.most, least, most)};
}

EvaluationWarning warning_of_heavy_tail(const statistics::Tail& tail, bool weighted) {
  return {WarningKind::heavy_tail,
          fmt::format(
              "the {} have a heavy tail: the ten largest are {:.1f}% of the sum of all, and the "
              "{} largest have tail index {:.3g}, below 2, as if their variance did not exist: "
              "no interval around their mean can be trusted; if the rewards have bounds, give "
              "them by {}, otherwise evaluate min(reward, limit)",
              weighted ? "weighted rewards" : "rewards", 100 * tail.largest_share, tail.order,
              tail.index, option("reward_range", "0:limit"))};
}

EvaluationWarning warning_of_few_clusters(double clusters) {
  return {WarningKind::few_clusters,
          fmt::format("the estimate rests on {}: how much they differ is hardly known, and the "
                      "interval, with Student's t, is wide and takes their parts as normal",
                      counted(clusters, "cluster", "clusters"))};
}

EvaluationWarning warning_of_few_large_terms(double rewards) {
  return {
      WarningKind::few_large_terms,
      fmt::format("few large terms decide the estimate: its error is as skewed as that of "
                  "{:.2g} rewards of one size, fewer than {:.0f}; its 95% interval may hold the "
                  "true value less often",
                  rewards, few_rewards_of_one_size)};
}

statistics::Tail tail_within(const RewardScale& scale, statistics::Tail tail) {
  if (scale.range == RewardRange::real && !scale.bounded) return tail;
  return {.largest_share = tail.largest_share};
}

EvaluationWarning warning_of_ignored_algorithm(const std::string& evaluator) {
  return {WarningKind::algorithm_ignored,
          evaluator + " does not look at the algorithm: it gives the same numbers for every one"};
}

bool explained_by_rounding(const WeightDiagnostics& weights, double mean_by_rounding) {
  return std::isnan(weights.z) &&
         std::fabs(weights.mean - mean_by_rounding) <= 1e-9 * mean_by_rounding;
}

std::vector<EvaluationWarning> warnings_of_weights(const WeightDiagnostics& weights,
                                                   double mean_by_rounding) {
  Warnings warnings;
  const bool rounded = explained_by_rounding(weights, mean_by_rounding);
  if (rounded && std::fabs(weights.mean - 1) > 1e-3) {
    warnings.add(
        WarningKind::propensities_rounded,
        fmt::format("the propensities of a uniform choice are rounded: the mean importance "
                    "weight is {:.4g}, where it should be 1, and an estimate that is not "
                    "self-normalised is wrong by this factor; write all digits",
                    weights.mean));
  }
  // With a few heavy weights their standard error is as unsure as the mean itself.
  if (!weights.clipped && !rounded && !weights.mean_fits()) {
    warnings.add(
        WarningKind::weights_do_not_fit,
        fmt::format("the mean importance weight is {:.4g}, where it should be {:.4g} ({}): the "
                    "propensities "
                    "are wrong, or the logging policy never takes some actions of the policy",
                    weights.mean, weights.expected, z_text(weights.z)));
  }
  if (weights.effective < 100) {
    warnings.add(WarningKind::few_effective,
                 fmt::format("an effective sample size of {:.3g}: too few for a useful estimate; "
                             "the largest weight alone is {:.1f}% of all; larger propensities in "
                             "the log help, or a policy nearer to the logging policy",
                             weights.effective, 100 * weights.largest_share));
  }
  return warnings.take();
}

namespace {

void warn_of_time(const LogBlocks& log, Warnings& warnings) {
  if (!log.has_timestamps()) return;
  constexpr std::uint64_t stretch = std::uint64_t{1} << 15;
  std::uint64_t backwards = 0, first = 0;
  std::string earlier, later;  // of the first pair in the wrong order
  std::vector<std::string> times;
  // The last of one stretch is the first of the next.
  for (std::uint64_t begin = 0; begin + 1 < log.size(); begin += stretch - 1) {
    times.resize(std::min(stretch, log.size() - begin));
    log.read_timestamps(begin, times);
    const TimeOrder order = find_time_order(times);
    if (backwards == 0 && order.backwards > 0) {
      first = begin + order.first;
      earlier = times[order.first];
      later = times[order.first - 1];
    }
    backwards += order.backwards;
  }
  if (backwards == 0) return;
  warnings.add(
      WarningKind::time_goes_back,
      fmt::format("the log is not in the order of time: the timestamps of {} of {} records are "
                  "earlier than that of the record before, the first is record {} ({} after {}); "
                  "the algorithm learns in the order of the records: sort the log by timestamp, "
                  "or name the column that has the time of the action",
                  backwards, log.size(), first + 1, quoted_text(earlier), quoted_text(later)));
}

}  // namespace

std::vector<EvaluationWarning> warnings_of_learning(const LogBlocks& log,
                                                    const LogAssumptions& assumed,
                                                    const Agent& agent, double accepted) {
  Warnings warnings;
  if (agent.learns() && agent.uses_contexts() && log.header().dimension == 0) {
    warnings.add(WarningKind::no_features,
                 "the algorithm learns from features, and this log has none, not even a constant: "
                 "it cannot distinguish the actions");
  }
  if (agent.is_trained_offline() && log.has_propensities() && !propensities_are_uniform(log)) {
    warnings.add(
        WarningKind::training_unweighted,
        "the training of this algorithm ignores the propensities: it learns the actions "
        "and rewards in the shares in which the logging policy chose them, not those of a "
        "uniform choice; the estimate of the policy it ends up with is not biased by that");
  }
  if (agent.learns() && !assumed.whole_horizon) warn_of_time(log, warnings);
  if (agent.learns() && assumed.static_policy) {
    warnings.add(WarningKind::weights_with_learner,
                 "a learning algorithm under weights: they correct the estimate, not the history "
                 "that it learns from, and no weights make it unbiased (thesis theorem 10)");
  } else if (agent.learns() && !assumed.whole_horizon && accepted > 0 &&
             accepted < static_cast<double>(log.size())) {
    warnings.add(WarningKind::time_acceleration,
                 fmt::format("a learning algorithm sees only the accepted records: the estimate is "
                             "of its first {:.0f} interactions, not of {} (time acceleration)",
                             accepted, log.size()));
  }
  return warnings.take();
}

}  // namespace replaybench
