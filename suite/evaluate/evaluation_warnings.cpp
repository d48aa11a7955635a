#include "suite/evaluate/evaluation_warnings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/evaluate/warning_list.hpp"
#include "suite/log/propensity_values.hpp"
#include "suite/model/originals.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/stream/stream.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

struct ChosenValue {
  const char* parameter;
  const char* value;
};

// The `remedies` that an evaluator offers: `weights="pool_size" or segments="separate"`.
// Empty if it offers none.
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
    if (other->properties.on_known_propensities.empty()) continue;
    text += (text.empty() ? "use " : ", ") + other->properties.on_known_propensities;
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

// "p = 0.0003"; the smallest doubles are no better known than this.
std::string p_text(double p) { return p < 1e-300 ? "p < 1e-300" : fmt::format("p = {:.2g}", p); }

bool rejected(const ChiSquareTest& test) { return test.p_value < assumption_test_level; }

std::string name_of_action(const Log& log, Action action) {
  return log.action_names.empty() ? std::to_string(action) : quoted_text(log.action_names[action]);
}

bool warn_of_propensities(const Log& log, const PropensityFit& fit, Warnings& warnings) {
  if (fit.fits) {
    if (std::isnan(fit.z) && std::fabs(fit.mean - 1) > 1e-4) return false;  // too few records
    warnings.hold(WarningKind::propensities_do_not_fit,
                  fmt::format("the propensities fit the actions: the mean of 1/(K p) is {:.4g}, "
                              "where it should be 1 ({}), and no action is logged too often or too "
                              "seldom for its propensities",
                              fit.mean, std::isnan(fit.z) ? "all are equal" : z_text(fit.z)));
    return false;
  }
  warnings.add(
      WarningKind::propensities_do_not_fit,
      fit.mean_fits
          ? fmt::format("the propensities do not fit the actions: 1/p summed over the records of "
                        "action {} is {:.3g} times the number of records that offered it, where it "
                        "should be 1 ({}); do they stand at the right records?",
                        name_of_action(log, fit.action), fit.inverse, p_text(fit.action_p))
          : fmt::format(
                "the propensities do not fit the actions: the mean of 1/(K p) is {:.4g}, "
                "where it should be 1 ({}){}",
                fit.mean, z_text(fit.z),
                fit.mean < 1 ? "; or some actions are too improbable to be in the log" : ""));
  return true;
}

// Of a log with uniform propensities.
void judge_said_uniform(const ChiSquareTest& uniform, Warnings& warnings) {
  const std::string evidence =
      fmt::format("(chi-square {:.1f} on {:.0f} degrees of freedom, {})", uniform.statistic,
                  uniform.degrees, p_text(uniform.p_value));
  if (rejected(uniform)) {
    warnings.add(WarningKind::propensities_contradicted,
                 "the propensities do not fit the actions: they say that the choice was uniform, "
                 "the actions are far from it " +
                     evidence);
  } else {
    warnings.hold(WarningKind::propensities_contradicted,
                  "the actions fit a uniform choice " + evidence);
  }
}

// For an evaluator that assumes uniform actions, or a log with uniform propensities.
void test_uniformity(const LogBlocks& log, double parameters, bool said_uniform, bool assumed,
                     Warnings& warnings) {
  const ChiSquareTest uniform = test_uniform_actions(log);
  const bool wrong =
      log.has_propensities() && !said_uniform &&
      warn_of_propensities(log.header(), test_propensities(log, parameters), warnings);
  if (log.has_propensities() && !said_uniform && !wrong) {
    warnings.add(WarningKind::propensities_unused,
                 "the propensities are not those of a uniform choice, and this evaluator does not "
                 "use them: the estimate is biased; " +
                     advice_for_propensities());
  } else if (said_uniform) {
    judge_said_uniform(uniform, warnings);
  } else if (rejected(uniform)) {
    warnings.add(WarningKind::actions_not_uniform,
                 fmt::format("the actions are far from uniform (chi-square {:.1f} on {:.0f} "
                             "degrees of freedom, {}): this evaluator assumes a uniform choice, "
                             "and without correct propensities its bias is unknown",
                             uniform.statistic, uniform.degrees, p_text(uniform.p_value)));
  } else if (!log.has_propensities()) {
    warnings.hold(WarningKind::actions_not_uniform,
                  fmt::format("the actions fit a uniform choice (chi-square {:.1f} on {:.0f} "
                              "degrees of freedom, {})",
                              uniform.statistic, uniform.degrees, p_text(uniform.p_value)));
  }
  if (!assumed) return;
  const FeatureTest feature = test_actions_ignore_features(log);
  if (rejected(feature.test)) {
    const auto& names = log.header().feature_names;
    warnings.add(
        WarningKind::actions_follow_feature,
        fmt::format("the logged action depends on feature {} ({} after correction for the number "
                    "of features): this evaluator assumes that it does not",
                    names.empty() ? std::to_string(feature.feature) : names[feature.feature],
                    p_text(feature.test.p_value)));
  } else if (feature.test.degrees > 0) {
    warnings.hold(
        WarningKind::actions_follow_feature,
        fmt::format("the logged action depends on no feature ({} for the strongest, after "
                    "correction for the number of features)",
                    p_text(feature.test.p_value)));
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
    case WarningKind::weights_do_not_fit:
      return "weights_do_not_fit";
    case WarningKind::records_dependent:
      return "records_dependent";
    case WarningKind::columns_ignored:
      return "columns_ignored";
    case WarningKind::input_odd:
      return "input_odd";
    case WarningKind::propensities_estimated:
      return "propensities_estimated";
    case WarningKind::many_actions:
      return "many_actions";
    case WarningKind::few_effective:
      return "few_effective";
    case WarningKind::propensities_floored:
      return "propensities_floored";
    case WarningKind::propensities_rounded:
      return "propensities_rounded";
    case WarningKind::estimate_outside:
      return "estimate_outside";
    case WarningKind::actions_unseen_in_context:
      return "actions_unseen_in_context";
    case WarningKind::actions_unsupported:
      return "actions_unsupported";
    case WarningKind::logging_changed:
      return "logging_changed";
    case WarningKind::actions_never_tried:
      return "actions_never_tried";
    case WarningKind::time_goes_back:
      return "time_goes_back";
    case WarningKind::no_features:
      return "no_features";
    case WarningKind::pools_change:
      return "pools_change";
    case WarningKind::files_missing:
      return "files_missing";
    case WarningKind::lines_left_out:
      return "lines_left_out";
    case WarningKind::training_unweighted:
      return "training_unweighted";
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
    case WarningKind::bias_not_in_interval:
      return "bias_not_in_interval";
    case WarningKind::predictions_outside:
      return "predictions_outside";
    case WarningKind::algorithm_ignored:
      return "algorithm_ignored";
    case WarningKind::few_clusters:
      return "few_clusters";
    case WarningKind::few_large_terms:
      return "few_large_terms";
    case WarningKind::heavy_tail:
      return "heavy_tail";
  }
  throw std::logic_error("a kind of warning without a name");
}

namespace {

// The records that the tests of assumptions may take as independent. Records that stand for different numbers of
// interactions are drawn in proportion to these, so that the tests see the choices of the logger.
Log first_of_each_cluster(const Log& log, std::span<const std::uint32_t> clusters) {
  constexpr StreamKey key{0x636f70696573};
  const Originals originals(log);
  std::size_t most = 1;
  for (std::size_t i = 0; i < log.size(); ++i) most = std::max(most, originals.copies_of(i).size());
  std::vector<bool> seen(*std::max_element(clusters.begin(), clusters.end()) + std::size_t{1});
  std::vector<std::uint32_t> records;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    if (seen[clusters[i]]) continue;
    seen[clusters[i]] = true;
    if (most == 1 || Draws(key, i).below(most) < originals.copies_of(i).size()) {
      records.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return log.select(records);
}

// A tenth of the records, drawn: a logger that takes actions in turn has all of them in it.
Log drawn_tenth(const LogBlocks& log) {
  constexpr StreamKey key{0x74656e7468};
  std::vector<std::uint32_t> records;
  for (std::uint64_t i = 0; i < log.size(); ++i) {
    if (Draws(key, i).below(10) == 0) records.push_back(static_cast<std::uint32_t>(i));
  }
  return log.select(records);
}

EvaluationWarning warning_of_dependence(const DependenceTest& found, bool by_cluster) {
  const std::string means = found.ratio < 1 ? "the logger takes actions in turn, not at random"
                            : by_cluster
                                ? "the intervals may be too narrow"
                                : "intervals that take them as independent are too narrow: give " +
                                      option("cluster", "COLUMN") + ", a user or a session";
  return {WarningKind::records_dependent,
          fmt::format(
              "the records are not independent{}: {} show the same action {:.2g} times as often as "
              "chance ({}); {}; the tests here use a tenth of the records, drawn at random",
              by_cluster        ? " from cluster to cluster"
              : found.ratio < 1 ? ""
                                : " (sessions?)",
              found.lag == 1 ? "two in succession" : fmt::format("two records {} apart", found.lag),
              found.ratio, p_text(found.p_value), means)};
}

void test_stationarity(const LogBlocks& log, double parameters, const LogAssumptions& assumed,
                       Warnings& warnings) {
  const bool weighs = assumed.static_policy && log.has_propensities();
  if (!assumed.uniform_actions && !assumed.whole_horizon && !weighs) return;
  const ChiSquareTest stationary = test_stationary_actions(log);
  if (!rejected(stationary)) {
    if (stationary.degrees > 0) {
      warnings.hold(
          WarningKind::logging_changed,
          fmt::format("the shares of the actions did not change along the log "
                      "(chi-square {:.1f} on {:.0f} degrees of freedom, {})",
                      stationary.statistic, stationary.degrees, p_text(stationary.p_value)));
    }
    return;
  }
  std::string sentence = fmt::format(
      "the logging policy changed along the log (chi-square {:.1f} on {:.0f} degrees of freedom, "
      "{})",
      stationary.statistic, stationary.degrees, p_text(stationary.p_value));
  if (assumed.whole_horizon) {
    sentence +=
        ": this evaluator takes the records in another order, and assumes that the policy did not "
        "change";
  } else if (assumed.uniform_actions) {
    sentence += ": this evaluator assumes a uniform choice throughout";
  } else if (!log.header().logger_names.empty()) {
    sentence += parameters > 0
                    ? ": the propensities are estimated for each logger, and allow for changes "
                      "from one to another alone"
                    : ": the propensities allow for it, each being that of its record's logger";
  } else if (parameters > 0) {
    sentence +=
        ": the propensities are estimated as if it had not changed, but where features show it; a "
        "column \"logger\" with the name of each record's policy makes them those of each";
  } else {
    sentence +=
        ": the propensities allow for it if each is that of its moment; a column \"logger\" with "
        "the name of each record's policy lets estimators of several loggers vary less";
  }
  warnings.add(WarningKind::logging_changed, std::move(sentence));
}

void test_log(const LogBlocks& log, double parameters, const LogAssumptions& assumed,
              Warnings& warnings) {
  const bool said_uniform = log.has_propensities() && propensities_are_uniform(log);
  if (assumed.uniform_actions || said_uniform) {
    test_uniformity(log, parameters, said_uniform, assumed.uniform_actions, warnings);
  } else {
    warn_of_propensities(log.header(), test_propensities(log, parameters), warnings);
  }
  test_stationarity(log, parameters, assumed, warnings);
}

void warn_of_inexact_propensities(const LogBlocks& log, Warnings& warnings) {
  ExaminedPropensities examined(log.size());
  log.each({.propensities = true},
           [&](const LogBlock& block) { examined.add(block.propensities); });
  const PropensityValues values = examined.values();
  if (values.floored()) {
    warnings.add(
        WarningKind::propensities_floored,
        fmt::format("{:.1f}% of the records have the smallest propensity, {:.4g}, of {} different "
                    "ones: if they were cut off from below, their weights are too small and the "
                    "estimate is biased",
                    100 * values.share_of_smallest, values.smallest, values.distinct));
  }
  if (values.rounded()) {
    warnings.add(
        WarningKind::propensities_rounded,
        fmt::format("the propensities have at most {} decimals, and the smallest is {:.4g}: "
                    "rounding makes weights wrong by up to {:.0f}%; write all digits",
                    values.decimals, values.smallest, 100 * values.rounding_error()));
  }
}

}  // namespace

std::string warning_of_many_actions(Action actions, std::uint64_t records) {
  // Below thirty actions a log is a trial, or an example.
  if (actions <= many_actions && actions > 30 && 2 * std::uint64_t{actions} > records) {
    return fmt::format(
        "{} different actions in {} records, fewer than two each: what an algorithm learns of an "
        "action hardly ever meets it again; is the action column an identifier?",
        actions, records);
  }
  if (actions <= many_actions) return {};
  return fmt::format(
      "{} different actions in {} records: an algorithm that keeps an index per action visits each "
      "of them at every record, up to {:.1e} visits per pass; is the action column an identifier?",
      actions, records, static_cast<double>(actions) * static_cast<double>(records));
}

TestedRecords find_tested_records(const LogBlocks& log, std::span<const std::uint32_t> clusters) {
  TestedRecords tested;
  if (!clusters.empty()) tested.part = first_of_each_cluster(log.header(), clusters);
  std::optional<LogInMemory> part;
  if (tested.part) part.emplace(*tested.part);
  const LogBlocks& independent = part ? *part : log;
  tested.independence = test_independent_actions(independent);
  if (tested.independence.p_value < assumption_test_level) {
    tested.dependence = warning_of_dependence(tested.independence, !clusters.empty());
    tested.part = drawn_tenth(independent);
  }
  return tested;
}

namespace {

void warn_of_number_of_actions(Action actions, std::uint64_t records, Warnings& warnings) {
  if (actions == 1) {
    warnings.add(WarningKind::single_action,
                 "the log has one action only: every algorithm gets the same estimate");
  }
  if (std::string sentence = warning_of_many_actions(actions, records); !sentence.empty()) {
    warnings.add(WarningKind::many_actions, std::move(sentence));
  }
}

}  // namespace

TestedAssumptions test_assumptions(const LogSums& sums, const Log& header) {
  Warnings warnings;
  warn_of_number_of_actions(header.logged_count(), sums.records(), warnings);
  if (sums.propensities_are_uniform()) {
    judge_said_uniform(sums.uniform_actions(), warnings);
  } else if (sums.has_propensities()) {
    warn_of_propensities(header, sums.propensities(), warnings);
  }
  return {warnings.take(), warnings.take_held()};
}

TestedAssumptions test_assumptions(const LogBlocks& log, const TestedRecords& tested,
                                   const LogAssumptions& assumed) {
  Warnings warnings;
  const Action actions = log.header().logged_count();
  if (log.header().kind() != LogKind::actions) return {};
  warn_of_number_of_actions(actions, log.size(), warnings);
  if (tested.dependence) {
    warnings.add(*tested.dependence);
  } else if (tested.independence.lag > 0) {
    warnings.hold(WarningKind::records_dependent,
                  fmt::format("records near each other show the same action as often as chance: "
                              "{:.3g} times as often, {} apart ({})",
                              tested.independence.ratio, tested.independence.lag,
                              p_text(tested.independence.p_value)));
  }
  if (tested.part) {
    test_log(LogInMemory(*tested.part), tested.propensity_parameters, assumed, warnings);
  } else {
    test_log(log, tested.propensity_parameters, assumed, warnings);
  }
  if (log.has_propensities() && !assumed.uniform_actions) {
    warn_of_inexact_propensities(log, warnings);
  }
  if (assumed.whole_horizon && log.size() < actions) {
    warnings.add(WarningKind::actions_never_tried,
                 fmt::format("{} records for {} actions: some were never tried, and no resampling "
                             "can show their rewards",
                             log.size(), actions));
  }
  return {warnings.take(), warnings.take_held()};
}

EvaluationWarning warning_of_pools(const ComponentDescription& evaluator) {
  return {WarningKind::pools_change,
          "the pool of actions changes along the log: records with small pools count too much; " +
              advice_for_pools(evaluator)};
}

std::vector<EvaluationWarning> find_missing_input(const InputLog& input) {
  Warnings warnings;
  if (!input.missing.empty()) {
    const std::size_t count = input.missing.size();
    warnings.add(WarningKind::files_missing,
                 fmt::format("{} of the data set {} missing, the first is {}",
                             counted(static_cast<double>(count), "file", "files"),
                             count == 1 ? "is" : "are", input.missing.front()));
  }
  if (input.bad_lines > 0) {
    warnings.add(
        WarningKind::lines_left_out,
        fmt::format("{} of {} lines were left out as malformed", input.bad_lines, input.lines));
  }
  if (!input.ignored_columns.empty()) {
    std::string sentence = fmt::format(
        "{} ignored: {}",
        counted(static_cast<double>(input.ignored_columns.size()), "column is", "columns are"),
        shown_names(input.ignored_columns, 12));
    if (input.log->kind() == LogKind::actions) {
      const bool none_left = input.log->dimension == (input.has_intercept ? 1u : 0u);
      sentence = fmt::format("{}{}; a feature is a column named x_..., or one that {} names",
                             none_left ? "there is no feature: algorithms have no context; " : "",
                             sentence, option("features"));
    }
    warnings.add(WarningKind::columns_ignored, std::move(sentence));
  }
  if (!input.propensities_estimated.empty()) {
    warnings.add(WarningKind::propensities_estimated, input.propensities_estimated);
  }
  for (const std::string& sentence : input.warnings) {
    warnings.add(WarningKind::input_odd, sentence);
  }
  return warnings.take();
}

}  // namespace replaybench
