// Regret of rules that choose one of several estimators of a fixed policy from one log, where the truth is known.
//
// The trial's log is evaluated and rehearsed as `evaluate` does it (suite/rehearsal); the log has the logging policy's
// probabilities of all actions as columns. Further logs of the same environment and logging policy, `logs` of them, show how
// good each estimator is. A uniform log in a file is taken for the distribution itself: each log has `records` of its
// records, drawn without replacement and kept with a probability by action, `keep`; the value of the policy is the mean of
// its records, those of an action weighted by their number. With `temperatures` the logs are rows of a classification
// set and both policies are regressions of the class (labelled_rows.hpp); the trial's algorithm is not used.
//   n        records of the log, and of each further one
//   V        value of the policy: mean over all contexts of the further logs of the environment's expected rewards; of a file
//            sum over records of pi(a|x) r / n_a, n_a the records of the action
//   E_m      mean squared error of estimator m on the further logs on which it has an estimate
//   regret   of a rule that chose m: E_m / min E - 1, at least 0
//   log_ratio  log (E_m / min E)
//   rmse     square root of E_m
//   excess   of a rule with the estimate v: (v - V)^2 / min E - 1. Its mean over logs is the regret in mean squared error
//            of the rule itself, also of a combination, and may be below 0
//   tau      Kendall's tau-b of the rule's scores and E
//   *_over   those of the rule less those of the rehearsal on the same log
// An algorithm that is trained offline is trained on the first `share` of the log, and evaluated on the rest.
//
// Rows, by step: 1 always the first estimator, 2 always the second; 3 SLOPE++; off-policy cross-validation by 4 the first
// and 5 the last unbiased estimator; 6 PAS-IF; 7 OPERA with paired biases; 8 the rehearsal's choice; 9 the estimator with
// the least worst ratio over the kinds of twins. NaN where a rule makes no choice, or has no scores.
//
// Source: the relative regret in mean squared error of Udagawa, Kiyohara, Narita, Saito, Tateno 2023 (PAS-IF).

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evaluators/measures/estimator_regret/labelled_rows.hpp"
#include "suite/component/registry.hpp"
#include "suite/component/write_log.hpp"
#include "suite/estimation/assumption_tests.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/model/originals.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/shared_fits.hpp"
#include "suite/offpolicy/target_probabilities.hpp"
#include "suite/rehearsal/rehearsal.hpp"
#include "suite/statistics/agreement.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::evaluators::estimator_regret {

namespace {

constexpr const char* self = "estimator_regret";
constexpr const char* policy_name = "policy";
constexpr const char* logger_name = "logging policy";

struct Options {
  std::string estimators;
  std::uint64_t twins = 20;
  std::uint64_t logs = 100;
  double share = 0.5;
  std::uint64_t records = 2000;
  std::vector<double> keep;
  std::vector<double> temperatures;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn truth = add(Role::truth);
  RowColumn records = add(Role::records);
  RowColumn least_error = add("least_error");
  RowColumn chosen = add("chosen");
  RowColumn regret = add("regret");
  RowColumn log_ratio = add("log_ratio");
  RowColumn excess = add("excess");
  RowColumn rmse = add("rmse");
  RowColumn tau = add("tau");
  RowColumn regret_over = add("regret_over");
  RowColumn log_ratio_over = add("log_ratio_over");
  RowColumn excess_over = add("excess_over");
} result{};

// The choice of a rule on one log.
struct Choice {
  std::size_t chosen = std::numeric_limits<std::size_t>::max();  // none: a combination, or nothing
  double estimate = nan;
  std::vector<double> scores = {};  // by estimator, the lower the better; NaN: it has none
};

struct Judged {
  double regret = nan, log_ratio = nan, excess = nan, rmse = nan, tau = nan;
};

// The mean expected reward of the environment under the first target policy of its log.
double value_on(const Log& log, const Environment& environment) {
  ContextReader contexts(log);
  numeric::Sum sum;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Context context = contexts[i];
    const ActionSet actions = log.available(i);
    for (Action j = 0; j < actions.size(); ++j) {
      const double p = log.targets[0].all[i * log.action_count + actions[j]];
      if (p > 0) sum.add(p * environment.expected_reward(context, actions[j], Knowledge::full));
    }
  }
  return sum.value() / static_cast<double>(log.size());
}

// Logs that are drawn from a uniform log in a file, and thinned by action.
class ThinnedLogs {
 public:
  ThinnedLogs(const Log& file, const Options& options)
      : file_(file), options_(options), counts_(file.action_count, 0) {
    if (file.has_pools() || !file.has_propensities() || !propensities_are_uniform(file)) {
      throw NotApplicable(
          "estimator_regret: the log in the file must be uniform, with propensities");
    }
    if (options.keep.size() != file.action_count) {
      throw NotApplicable(fmt::format(
          "estimator_regret: keep has {} numbers, the log {} actions; name one for each action",
          options.keep.size(), file.action_count));
    }
    for (const Action action : file.actions) ++counts_[action];
    double sum = 0;
    for (Action a = 0; a < file.action_count; ++a) sum += options.keep[a] * counts_[a];
    for (Action a = 0; a < file.action_count; ++a) {
      probabilities_.push_back(options.keep[a] * counts_[a] / sum);
    }
  }

  Log draw(StreamKey key) const {
    std::vector<std::uint32_t> order(file_.size()), kept;
    std::iota(order.begin(), order.end(), 0);
    Draws draws(key, 0);
    for (std::size_t i = 0; kept.size() < options_.records; ++i) {
      if (i == order.size()) {
        throw NotApplicable(fmt::format("estimator_regret: the file has {} records for one of {}",
                                        kept.size(), options_.records));
      }
      const auto left = static_cast<std::uint32_t>(order.size() - i);
      std::swap(order[i], order[i + draws.below(left)]);
      if (draws.uniform() < options_.keep[file_.actions[order[i]]]) kept.push_back(order[i]);
    }
    Log log = file_.select(kept);
    log.propensities.clear();
    for (const Action action : log.actions) log.propensities.push_back(probabilities_[action]);
    return log;
  }

  TargetPolicy columns_of_logger(const Log& log) const {
    TargetPolicy columns{logger_name, log.propensities, {}};
    for (std::size_t i = 0; i < log.size(); ++i) {
      columns.all.insert(columns.all.end(), probabilities_.begin(), probabilities_.end());
    }
    return columns;
  }

  double value_of(const Agent& agent) const {
    const TargetPolicy columns = offpolicy::columns_of_policy(self, agent, file_, policy_name);
    numeric::Sum sum;
    for (std::size_t i = 0; i < file_.size(); ++i) {
      sum.add(columns.logged[i] * file_.rewards[i] / counts_[file_.actions[i]]);
    }
    return sum.value();
  }

 private:
  const Log& file_;
  const Options& options_;
  std::vector<double> counts_, probabilities_;  // by action
};

class EstimatorRegret final : public Evaluator {
 public:
  explicit EstimatorRegret(const Options& options)
      : options_(options),
        names_(options.estimators.empty() ? rehearsal::default_candidates()
                                          : split_components(options.estimators)) {
    if (names_.size() < 2) throw SpecErrors("estimator_regret's estimators: name two at least");
    if (!options.temperatures.empty() && options.temperatures.size() != 2) {
      throw SpecErrors(
          "estimator_regret's temperatures: name two, the logging policy's and the evaluated "
          "one's");
    }
    for (const std::string& name : names_) {
      estimators_.push_back(
          estimation::inner_evaluator(self, "estimators", name, "a rule chooses from a log"));
    }
  }

  const RowSchema& schema() const override { return result; }
  bool estimates_value() const override { return false; }

  /// A row for each rule. Costs 4 twins + logs evaluations by all estimators. Throws NotApplicable for a policy or
  /// logging policy that learns or gives no probabilities; for a log in a file that is not uniform, has too few records
  /// or other actions than `keep`; and with the rehearsal's words if it is impossible.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    if (!options_.temperatures.empty()) return evaluate_on_rows(trial, rows);
    const std::shared_ptr<const Log> given = trial.log();
    const Agent* const logger = trial.logging_policy();
    const StreamKey further_key = replicate_key(trial.policy_stream(), 1);
    std::optional<ThinnedLogs> thinned;
    std::shared_ptr<const Log> whole = given;
    if (!logger) {
      if (options_.keep.empty()) {
        throw NotApplicable(
            "estimator_regret: only for a simulator's own log, by a logging policy with "
            "probabilities, and for a uniform log in a file with `keep`");
      }
      thinned.emplace(*given, options_);
      whole = std::make_shared<const Log>(thinned->draw(replicate_key(trial.policy_stream(), 2)));
    }
    Agent agent = trial.untrained_agent();
    if (agent.is_trained_offline()) {
      const LogCut cut(*whole, options_.share);
      agent.train(cut.first_log(whole->size()));
      whole = std::make_shared<const Log>(cut.rest_log());
    }
    auto log = std::make_shared<Log>(*whole);
    log->targets = {offpolicy::columns_of_policy(self, agent, *log, policy_name),
                    logger ? offpolicy::columns_of_policy(self, *logger, *log, logger_name)
                           : thinned->columns_of_logger(*log)};

    const std::uint64_t seed = trial.policy_stream().value;
    const std::size_t n = whole->size();
    const std::vector<Choice> choices = choices_on(std::move(log), seed);
    double truth = nan;
    std::vector<double> errors;
    if (logger) {
      const auto environment = trial.environment();
      Log further = write_log(*environment, *logger, options_.logs * n, further_key);
      further.targets = {offpolicy::columns_of_policy(self, agent, further, policy_name)};
      truth = value_on(further, *environment);
      errors =
          squared_errors([&](std::uint64_t i) { return further.range(i * n, n); }, truth, seed);
    } else {
      truth = thinned->value_of(agent);
      const auto further = [&](std::uint64_t i) {
        Log drawn = thinned->draw(replicate_key(further_key, i)).first_records(n);
        drawn.targets = {offpolicy::columns_of_policy(self, agent, drawn, policy_name)};
        return drawn;
      };
      errors = squared_errors(further, truth, seed);
    }
    add_rows(choices, errors, truth, n, rows);
  }

 private:
  static constexpr std::size_t rehearsed = 7;  // its place among the rules

  void evaluate_on_rows(const Trial& trial, std::vector<ResultRow>& rows) const {
    const StreamKey key = trial.policy_stream();
    const LabelledRows labelled(*trial.environment(),
                                {options_.temperatures[0], options_.temperatures[1]},
                                trial.horizon(), replicate_key(key, 3));
    const auto draw = [&](StreamKey of) { return labelled.draw(of, policy_name, logger_name); };
    auto log = std::make_shared<Log>(draw(replicate_key(key, 2)));
    const std::size_t n = log->size();
    const std::vector<Choice> choices = choices_on(std::move(log), key.value);
    const StreamKey further_key = replicate_key(key, 1);
    const auto further = [&](std::uint64_t i) { return draw(replicate_key(further_key, i)); };
    add_rows(choices, squared_errors(further, labelled.value(), key.value), labelled.value(), n,
             rows);
  }

  void add_rows(std::span<const Choice> choices, std::span<const double> errors, double truth,
                std::size_t n, std::vector<ResultRow>& rows) const {
    const double least = *std::min_element(errors.begin(), errors.end());
    std::vector<Judged> judged;
    for (const Choice& choice : choices) judged.push_back(judge(choice, errors, least, truth));
    const Judged& own = judged[rehearsed];
    for (std::size_t rule = 0; rule < choices.size(); ++rule) {
      const Choice& choice = choices[rule];
      const Judged& of = judged[rule];
      rows.push_back(result.row(
          rule + 1,
          {result.estimate(choice.estimate), result.truth(truth), result.records(n),
           result.least_error(std::sqrt(least)),
           result.chosen(choice.chosen < names_.size() ? static_cast<double>(choice.chosen) : nan),
           result.regret(of.regret), result.log_ratio(of.log_ratio), result.excess(of.excess),
           result.rmse(of.rmse), result.tau(of.tau), result.regret_over(of.regret - own.regret),
           result.log_ratio_over(of.log_ratio - own.log_ratio),
           result.excess_over(of.excess - own.excess)}));
    }
  }

  // The log's second target is the logging policy.
  std::vector<Choice> choices_on(std::shared_ptr<Log> log, std::uint64_t seed) const {
    log->loggers.assign(log->size(), 0);
    log->logger_names = {logger_name};
    InputLog input;
    input.log = std::move(log);
    const std::vector algorithms{algorithm_of_target(policy_name)};
    const EvaluationTable table =
        evaluate_all(input, algorithms, estimators_,
                     {.evaluation = {.seed = seed, .clusters = {}, .keep_parts = true}});
    const EvaluatedSegment& whole = table.segments.back();
    const rehearsal::Rehearsal rehearsed_log =
        rehearsal::rehearse(input, algorithms, estimators_, {{policy_name}, names_}, whole,
                            {.seed = seed, .twins = options_.twins});
    if (!rehearsed_log.impossible.empty()) {
      throw NotApplicable("estimator_regret: " + rehearsed_log.impossible);
    }
    const rehearsal::RehearsedPolicy& policy = rehearsed_log.policies.front();
    const auto of = [&](std::size_t m, std::vector<double> scores = {}) {
      const auto& evaluation = whole.pairs[m].evaluation;
      return Choice{m, evaluation ? evaluation->estimate : nan, std::move(scores)};
    };
    // The opinion of this number, from 0, whose rule begins so.
    const auto opinion = [&](std::string_view rule, std::size_t number = 0) -> Choice {
      for (const rehearsal::Opinion& candidate : policy.opinions) {
        if (!candidate.rule.starts_with(rule) || number-- > 0) continue;
        const auto place = std::find(names_.begin(), names_.end(), candidate.choice);
        Choice choice{.estimate = candidate.estimate, .scores = candidate.scores};
        if (place != names_.end()) {
          choice = of(static_cast<std::size_t>(place - names_.begin()), candidate.scores);
        }
        return choice;
      }
      return {};
    };
    Choice mean, worst;
    for (const rehearsal::RehearsedEstimator& estimator : policy.estimators) {
      mean.scores.push_back(estimator.score);
      worst.scores.push_back(estimator.worst_ratio);
    }
    if (policy.chosen) mean = of(*policy.chosen, std::move(mean.scores));
    for (std::size_t m = 0; m < names_.size(); ++m) {
      const auto& scores = worst.scores;
      if (std::isnan(scores[m])) continue;
      if (worst.chosen >= names_.size() || scores[m] < scores[worst.chosen]) worst.chosen = m;
    }
    if (worst.chosen < names_.size()) worst = of(worst.chosen, std::move(worst.scores));
    return {of(0),
            of(1),
            opinion("SLOPE"),
            opinion("cross-validation"),
            opinion("cross-validation", 1),
            opinion("PAS-IF"),
            opinion("OPERA"),
            mean,
            worst};
  }

  // `further` returns a further log by its number from 0.
  template <class Further>
  std::vector<double> squared_errors(const Further& further, double truth,
                                     std::uint64_t seed) const {
    const auto algorithm = algorithm_of_target(policy_name);
    std::vector<double> sums(names_.size(), 0), counts(names_.size(), 0);
    for (std::uint64_t i = 0; i < options_.logs; ++i) {
      const auto log = std::make_shared<const Log>(further(i));
      const LogFacts facts(log);
      const offpolicy::SharedFits fits(log);
      for (std::size_t m = 0; m < names_.size(); ++m) {
        const double estimate =
            replaybench::evaluate(facts, algorithm, estimators_[m], {.seed = seed}).estimate;
        if (std::isnan(estimate)) continue;
        sums[m] += (estimate - truth) * (estimate - truth);
        ++counts[m];
      }
    }
    for (std::size_t m = 0; m < names_.size(); ++m) sums[m] /= counts[m];
    return sums;
  }

  static Judged judge(const Choice& choice, std::span<const double> errors, double least,
                      double truth) {
    Judged of;
    of.excess = (choice.estimate - truth) * (choice.estimate - truth) / least - 1;
    if (choice.chosen < errors.size()) {
      of.regret = errors[choice.chosen] / least - 1;
      of.log_ratio = numeric::log(errors[choice.chosen] / least);
      of.rmse = std::sqrt(errors[choice.chosen]);
    }
    std::vector<double> scores, truths;
    for (std::size_t m = 0; m < choice.scores.size(); ++m) {
      if (std::isnan(choice.scores[m])) continue;
      scores.push_back(choice.scores[m]);
      truths.push_back(errors[m]);
    }
    if (scores.size() >= 2) of.tau = statistics::kendall_tau_b(scores, truths);
    return of;
  }

  Options options_;
  std::vector<std::string> names_;
  std::vector<Component<EvaluatorDescription>> estimators_;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<EstimatorRegret>(options);
}

const auto parameters = bind_parameters<Options>(
    text(&Options::estimators, "estimators",
         "evaluators among which the rules choose, separated by semicolons; empty: those that "
         "`evaluate` rehearses by default"),
    integer(&Options::twins, "twins", "of each kind in the rehearsal").at_least(20),
    integer(&Options::logs, "logs", "further logs, on which the errors of the estimators are taken")
        .at_least(10),
    real(&Options::share, "share",
         "of the log, its first records: those that train an algorithm that is trained offline")
        .above(0)
        .below(1),
    integer(&Options::records, "records", "of each log that is drawn from a file").at_least(100),
    reals(&Options::keep, "keep",
          "for a uniform log in a file: probability of keeping a record, by action")
        .at_least(0)
        .at_most(1),
    reals(&Options::temperatures, "temperatures",
          "for a classification set: of the logging policy and of the evaluated one, both "
          "regressions of the class; not the trial's")
        .at_least(-100)
        .at_most(100));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "estimator_regret",
     .group = Group::evaluator_measures,
     .summary = "how good an estimator rules choose from one log: a rehearsal, SLOPE++, "
                "cross-validation, PAS-IF, OPERA",
     .source = "our design; the measure: Udagawa et al. 2023",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Simulators and uniform logs in files, fixed policies and algorithms that "
                      "are trained offline, with "
                      "probabilities; at least 100 records.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::estimator_regret
