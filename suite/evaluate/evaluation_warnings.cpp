#include "suite/evaluate/evaluation_warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/log/assumption_tests.hpp"

namespace replaybench {

namespace {

class Warnings {
 public:
  void add(WarningKind kind, std::string sentence) { list_.push_back({kind, std::move(sentence)}); }
  std::vector<EvaluationWarning> take() { return std::move(list_); }

 private:
  std::vector<EvaluationWarning> list_;
};

struct ChosenValue {
  const char* parameter;
  const char* value;
};

// Those of `remedies` that an evaluator offers: `weights="pool_size" or segments="separate"`.
// Empty when it offers none.
std::string offered(const ComponentDescription& evaluator,
                    std::initializer_list<ChosenValue> remedies) {
  std::string text;
  for (const ChosenValue& remedy : remedies) {
    for (const ParameterInfo& info : evaluator.parameters) {
      if (info.name != remedy.parameter) continue;
      if (std::find(info.choices.begin(), info.choices.end(), remedy.value) == info.choices.end())
        continue;
      text +=
          fmt::format("{}{}=\"{}\"", text.empty() ? "" : " or ", remedy.parameter, remedy.value);
    }
  }
  return text;
}

// "use " and what the evaluators of this build offer for known propensities.
std::string advice_for_propensities() {
  std::string text;
  for (const EvaluatorDescription* other : evaluators_table()) {
    if (other->on_known_propensities.empty()) continue;
    text += (text.empty() ? "use " : ", ") + other->on_known_propensities;
  }
  return text.empty() ? "no evaluator here uses propensities" : text;
}

std::string advice_for_pools(const ComponentDescription& evaluator) {
  const std::string remedies =
      offered(evaluator, {{"weights", "pool_size"}, {"segments", "separate"}});
  return "use " + (remedies.empty() ? "an evaluator that takes changing pools ('replaybench list "
                                      "evaluators')"
                                    : remedies);
}

bool rejected(const ChiSquareTest& test) { return test.p_value < assumption_test_level; }

// Of an evaluator that assumes uniform actions, or a log whose propensities claim them.
void test_uniformity(const Log& log, bool said_uniform, Warnings& warnings) {
  const ChiSquareTest uniform = test_uniform_actions(log);
  if (log.has_propensities() && !said_uniform) {
    warnings.add(WarningKind::propensities_unused,
                 "the propensities are not those of a uniform choice, and this evaluator does not "
                 "use them: the estimate is biased; " +
                     advice_for_propensities());
  } else if (said_uniform && rejected(uniform)) {
    warnings.add(
        WarningKind::propensities_contradicted,
        fmt::format(
            "the propensities do not fit the actions: they say that the choice was uniform, the "
            "actions are far from it (chi-square {:.1f} on {:.0f} degrees of freedom, p = {:.2g})",
            uniform.statistic, uniform.degrees, uniform.p_value));
  } else if (rejected(uniform)) {
    warnings.add(
        WarningKind::actions_not_uniform,
        fmt::format(
            "the actions are far from uniform (chi-square {:.1f} on {:.0f} degrees of freedom, "
            "p = {:.2g}): replay assumes a uniform choice, and without propensities its bias "
            "is unknown",
            uniform.statistic, uniform.degrees, uniform.p_value));
  }
  const FeatureTest feature = test_actions_ignore_features(log);
  if (rejected(feature.test)) {
    warnings.add(
        WarningKind::actions_follow_feature,
        fmt::format(
            "the logged action depends on feature {} (p = {:.2g} after correction for the number "
            "of features): replay assumes that it does not",
            log.feature_names.empty() ? std::to_string(feature.feature)
                                      : log.feature_names[feature.feature],
            feature.test.p_value));
  }
}

}  // namespace

std::string_view id_of(WarningKind kind) {
  switch (kind) {
    case WarningKind::single_action:
      return "single_action";
    case WarningKind::propensities_unused:
      return "propensities_unused";
    case WarningKind::propensities_contradicted:
      return "propensities_contradicted";
    case WarningKind::actions_not_uniform:
      return "actions_not_uniform";
    case WarningKind::actions_follow_feature:
      return "actions_follow_feature";
    case WarningKind::propensities_do_not_fit:
      return "propensities_do_not_fit";
    case WarningKind::logging_changed:
      return "logging_changed";
    case WarningKind::actions_never_tried:
      return "actions_never_tried";
    case WarningKind::no_features:
      return "no_features";
    case WarningKind::pools_change:
      return "pools_change";
    case WarningKind::files_missing:
      return "files_missing";
    case WarningKind::lines_left_out:
      return "lines_left_out";
    case WarningKind::weights_with_learner:
      return "weights_with_learner";
    case WarningKind::time_acceleration:
      return "time_acceleration";
    case WarningKind::nothing_accepted:
      return "nothing_accepted";
    case WarningKind::few_accepted:
      return "few_accepted";
    case WarningKind::few_rewards:
      return "few_rewards";
  }
  throw std::logic_error("a kind of warning without a name");
}

bool all_binary(const Log& log) {
  return std::all_of(log.rewards.begin(), log.rewards.end(),
                     [](double reward) { return reward == 0 || reward == 1; });
}

std::vector<EvaluationWarning> find_assumption_violations(const Log& log,
                                                          const LogAssumptions& assumed,
                                                          const ComponentDescription& evaluator) {
  Warnings warnings;
  if (log.action_count == 1) {
    warnings.add(WarningKind::single_action,
                 "the log has one action only: every algorithm gets the same estimate");
  }
  const bool said_uniform = log.has_propensities() && propensities_are_uniform(log);
  if (assumed.uniform_actions || said_uniform) {
    test_uniformity(log, said_uniform, warnings);
  } else if (const double errors = propensity_discrepancy(log); std::fabs(errors) > 4) {
    warnings.add(
        WarningKind::propensities_do_not_fit,
        fmt::format(
            "the propensities do not fit the actions: the mean of 1/(K p) is {:.1f} standard "
            "errors from 1",
            errors));
  }
  if (const ChiSquareTest stationary = test_stationary_actions(log); rejected(stationary)) {
    warnings.add(
        WarningKind::logging_changed,
        fmt::format(
            "the logging policy changed along the log (chi-square {:.1f} on {:.0f} degrees of "
            "freedom, p = {:.2g}): evaluators that take the records in another order, or weigh "
            "them, assume that it did not",
            stationary.statistic, stationary.degrees, stationary.p_value));
  }
  if (assumed.whole_horizon && log.size() < log.action_count) {
    warnings.add(WarningKind::actions_never_tried,
                 fmt::format("{} records for {} actions: some were never tried, and no resampling "
                             "can show what they give",
                             log.size(), log.action_count));
  }
  if (log.has_pools() && assumed.constant_pool) {
    warnings.add(WarningKind::pools_change,
                 "the pool of actions changes along the log: records with small pools count too "
                 "much; " +
                     advice_for_pools(evaluator));
  }
  return warnings.take();
}

std::vector<EvaluationWarning> find_missing_input(const InputLog& input) {
  Warnings warnings;
  if (!input.missing.empty()) {
    warnings.add(WarningKind::files_missing,
                 fmt::format("{} files of the data set are missing, the first is {}",
                             input.missing.size(), input.missing.front()));
  }
  if (input.bad_lines > 0) {
    warnings.add(
        WarningKind::lines_left_out,
        fmt::format("{} of {} lines were left out as malformed", input.bad_lines, input.lines));
  }
  return warnings.take();
}

std::vector<EvaluationWarning> find_estimate_warnings(const Log& log, const LogAssumptions& assumed,
                                                      const Agent& agent, double estimate,
                                                      double accepted) {
  Warnings warnings;
  if (agent.learns() && agent.uses_contexts() && log.dimension == 0) {
    warnings.add(WarningKind::no_features,
                 "the algorithm learns from features, and this log has none, not even a constant: "
                 "it cannot distinguish the actions");
  }
  if (agent.learns() && assumed.static_policy) {
    warnings.add(WarningKind::weights_with_learner,
                 "a learning algorithm under weights: they repair the estimate, not the history "
                 "that it learns from, and no weights make it unbiased (thesis theorem 10)");
  } else if (agent.learns() && !assumed.whole_horizon) {
    warnings.add(WarningKind::time_acceleration,
                 fmt::format("a learning algorithm sees only the accepted records: the estimate is "
                             "of its first {:.0f} interactions, not of {} (time acceleration)",
                             accepted, log.size()));
  }
  if (accepted == 0) {
    warnings.add(WarningKind::nothing_accepted,
                 "no record was accepted: the estimate 0 is a convention, not a measurement");
  } else if (accepted < 100) {
    warnings.add(
        WarningKind::few_accepted,
        fmt::format("only {:.0f} records were accepted: too few for a useful estimate", accepted));
  }
  const double rewards = estimate * accepted;
  if (accepted > 0 && rewards < 10 && all_binary(log)) {
    warnings.add(
        WarningKind::few_rewards,
        fmt::format(
            "about {:.0f} rewards among the accepted records: the interval is wide in proportion",
            rewards));
  }
  return warnings.take();
}

}  // namespace replaybench
