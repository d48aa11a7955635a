#include "suite/evaluate/evaluation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "suite/component/algorithm_traits.hpp"
#include "suite/component/log_dataset.hpp"
#include "suite/estimation/pass_progress.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/evaluate/estimate_warnings.hpp"
#include "suite/evaluate/evaluation_warnings.hpp"
#include "suite/evaluate/mean_rows.hpp"
#include "suite/evaluate/parallel_calls.hpp"
#include "suite/evaluate/withholding.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/fixed_policy.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// The rows of one repetition.
using Rows = std::vector<ResultRow>;

// What an algorithm that broke down met: the feature with the largest values, which is most often
// the reason.
std::string scale_of(const Log& log) {
  double largest = 0;
  std::size_t feature = 0;
  for (std::size_t i = 0; i < log.contexts.size(); ++i) {
    if (std::fabs(log.contexts[i]) <= largest) continue;
    largest = std::fabs(log.contexts[i]);
    feature = i % log.dimension;
  }
  if (largest <= 1) return "";
  const std::string name =
      log.feature_names.empty() ? std::to_string(feature) : quoted_text(log.feature_names[feature]);
  return fmt::format("; the log's largest feature is {}, with values up to {:.3g}", name, largest);
}

// Whose draws the stream has. Where the algorithm makes none they are the same for every policy, and
// a policy given by columns is the same policy as an algorithm.
std::string name_of_draws(const Evaluator& method,
                          const Component<AlgorithmDescription>& algorithm) {
  return method.asks_no_choice() ? "fixed policy" : algorithm.description->name;
}

// Says what the rewards are and what helps; make_agent knows their kind alone.
void refuse_rewards_that_do_not_fit(const Component<AlgorithmDescription>& algorithm,
                                    RewardRange range, const Log& log) {
  const AlgorithmDescription& description = *algorithm.description;
  if (fits(range, description.rewards)) return;
  const auto [least, most] = std::minmax_element(log.rewards.begin(), log.rewards.end());
  throw NotApplicable(fmt::format(
      "{} learns from rewards {}; this log has rewards from {:.10g} to {:.10g}{}: scale the "
      "rewards, choose an algorithm for any rewards, or name another reward column",
      description.name,
      description.rewards == RewardRange::binary ? "that are 0 or 1" : "in [0, 1]", *least, *most,
      range == RewardRange::unit ? ", not only 0 and 1" : ""));
}

class RepeatedEvaluation {
 public:
  RepeatedEvaluation(const Evaluator& method, std::shared_ptr<const Log> log,
                     const Component<AlgorithmDescription>& algorithm, std::string evaluator,
                     const EvaluationOptions& options, bool repeats)
      : method_(method),
        log_(std::move(log)),
        dataset_(log_),
        algorithm_(algorithm),
        evaluator_(std::move(evaluator)),
        options_(options),
        counts_itself_(!repeats),
        policy_(derive_key(options.seed, "policy", "evaluate", name_of_draws(method, algorithm))),
        results_(options.repetitions) {}

  // The repetitions, in their order, whichever thread made them. The first one that fails decides
  // what is thrown.
  std::vector<Rows> run() {
    call_in_parallel(options_.repetitions, options_.jobs,
                     [this](std::uint64_t repetition) { evaluate_one(repetition); });
    return std::move(results_);
  }
  // What the evaluator reported of the first repetition; after `run`.
  std::optional<EstimateBasis>& basis() { return basis_; }
  // Whether the evaluator made an agent of the algorithm; after `run`.
  bool asked_for_algorithm() const { return asked_; }

  StreamKey policy(std::uint64_t repetition) const { return replicate_key(policy_, repetition); }

 private:
  void evaluate_one(std::uint64_t repetition) {
    if (counts_itself_) ++estimation::passes_begun();
    const auto make = [this](const Problem& problem) {
      asked_ = true;
      refuse_rewards_that_do_not_fit(algorithm_, problem.rewards, *log_);
      return make_agent(algorithm_, problem);
    };
    ReplicateStreams streams;
    streams.policy = policy(repetition);
    streams.folds = replicate_key(derive_key(options_.seed, "folds", "evaluate"), repetition);
    Trial trial(dataset_, make, make, 0, streams);
    trial.name_algorithm(algorithm_);
    Rows rows;
    try {
      if (repetition == 0) {
        basis_ = method_.evaluate_with_basis(trial, rows);
      } else {
        method_.evaluate(trial, rows);
      }
    } catch (const NumericalFailure& failure) {
      throw DataError(options_.log_name + ": " + failure.what() + scale_of(*log_));
    }
    if (rows.empty()) {
      throw DataError(evaluator_ +
                      " gives no estimate of this log: its first checkpoint is never reached");
    }
    results_[repetition] = std::move(rows);
  }

  const Evaluator& method_;
  std::shared_ptr<const Log> log_;
  LogDataset dataset_;
  const Component<AlgorithmDescription>& algorithm_;
  std::string evaluator_;
  const EvaluationOptions& options_;
  bool counts_itself_;  // a repetition is a pass
  StreamKey policy_;
  std::vector<Rows> results_;
  std::optional<EstimateBasis> basis_;
  std::atomic<bool> asked_ = false;
};

// The level of the evaluator's own interval.
double own_level(const Component<EvaluatorDescription>& evaluator) {
  const ParameterInfo* info =
      find_parameter(evaluator.description->parameters, estimation::level_name);
  if (!info || info->type != ParameterType::real) return 0.95;
  return value_as<double>(evaluator.parameters.value(estimation::level_name));
}

// Of the terms of the estimate, as far as they are known, else of the rewards.
statistics::Tail tail_of_terms(const Log& log, RewardRange range, const EstimateSupport* support) {
  std::vector<double> terms = log.rewards;
  if (support) {
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] *= support->shares[i];
  }
  return tail_within(range, statistics::tail_of(terms));
}

}  // namespace

std::uint64_t expected_passes(const Component<EvaluatorDescription>& evaluator,
                              std::uint64_t repetitions) {
  const ParameterInfo* info =
      find_parameter(evaluator.description->parameters, estimation::resamples_name);
  if (!info || info->type != ParameterType::integer) return repetitions;
  const auto passes =
      value_as<std::int64_t>(evaluator.parameters.value(estimation::resamples_name));
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(passes)) * repetitions;
}

bool passes_log_once(const Component<EvaluatorDescription>& evaluator) {
  for (const char* name : {"resamples", "passes", "of"}) {
    if (find_parameter(evaluator.description->parameters, name)) return false;
  }
  std::shared_ptr<const Evaluator> method;
  try {
    method = evaluator.description->make(evaluator.parameters);
  } catch (const SpecErrors&) {
    return true;  // its options do not suit each other: it passes nothing
  }
  const auto* fixed = dynamic_cast<const offpolicy::FixedPolicy*>(method.get());
  return !fixed || (!fixed->definition().needs_model && !fixed->definition().needs_logger);
}

std::uint64_t expected_replays_more(const Component<AlgorithmDescription>& algorithm,
                                    const EvaluationOptions& options) {
  const bool wanted =
      !options.clusters.empty() || (options.keep_influences && options.repetitions == 1);
  if (!wanted) return 0;
  const auto traits = traits_by_default(*algorithm.description);
  return traits && traits->learns ? 1 : 0;
}

Evaluation evaluate(std::shared_ptr<const Log> log,
                    const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options) {
  if (!log) throw std::invalid_argument("evaluate: there is no log");
  if (options.repetitions == 0) throw std::invalid_argument("evaluate: repetitions is 0");
  if (options.jobs == 0) throw std::invalid_argument("evaluate: jobs is 0");
  if (log->size() == 0) throw DataError(options.log_name + " has no record");
  if (!options.clusters.empty() && options.clusters.size() != log->size()) {
    throw std::invalid_argument("evaluate: a cluster is needed for each record, or for none");
  }
  const auto method = evaluator.description->make(evaluator.parameters);
  const RowSchema& columns = method->schema();

  Evaluation evaluation;
  evaluation.algorithm = algorithm.canonical();
  evaluation.evaluator = evaluator.canonical();
  evaluation.records = log->size();
  evaluation.seed = options.seed;
  evaluation.repetitions = options.repetitions;
  evaluation.columns = columns;
  evaluation.estimates_value = evaluator.description->estimates_value && method->estimates_value();

  RepeatedEvaluation repeated(*method, log, algorithm, evaluation.evaluator, options,
                              expected_passes(evaluator, 1) > 1);
  const StreamKey first_policy = repeated.policy(0);
  const std::vector<Rows> results = repeated.run();
  std::optional<EstimateBasis>& basis = repeated.basis();
  double unsupported = 0, unseen_in_context = 0;
  numeric::Moments estimates, squared_errors, accepted, offered;
  for (const Rows& rows : results) {
    estimates.add(value_of(columns, rows.back(), Role::estimate));
    accepted.add(value_of(columns, rows.back(), Role::accepted));
    offered.add(value_of(columns, rows.back(), Role::records));
    const double error = value_of(columns, rows.back(), Role::standard_error);
    squared_errors.add(error * error);
  }
  const ResultRow last = results.back().back();
  if (evaluation.estimates_value && !std::isfinite(estimates.mean)) {
    throw DataError("the estimate is not finite: the rewards or weights of " + options.log_name +
                    " are too large to add");
  }
  evaluation.accepted = accepted.mean;
  evaluation.offered = offered.mean;
  const LogAssumptions assumed = method->assumptions();
  const auto agent = [&] { return make_agent(algorithm, problem_of_log(log, log->size())); };
  const bool rests_on_nothing = evaluation.accepted == 0;
  std::optional<EstimateSupport> support;
  std::vector<EvaluationWarning> of_terms;
  if (evaluation.estimates_value && !rests_on_nothing) {
    evaluation.estimate = estimates.mean;
    const double between =
        estimates.count > 1 ? estimates.variance() / static_cast<double>(estimates.count) : 0;
    double variance = squared_errors.mean + between;
    const ResultRow& first = results.front().back();
    const double first_estimate = value_of(columns, first, Role::estimate);
    std::vector<double> own_influences;  // reported without weights
    const auto support_by_replay = [&](bool wanted) {
      return find_support(*log, agent(), first_policy, evaluator, assumed, first_estimate,
                          value_of(columns, first, Role::accepted), wanted);
    };
    if (basis) {
      unsupported = basis->unsupported;
      unseen_in_context = basis->unseen_in_context;
      if (basis->weights.empty()) {
        own_influences = std::move(basis->influences);
      } else {
        support = reported_support(std::move(*basis), *log, first_estimate);
      }
    } else {
      support = support_by_replay(!options.clusters.empty());
    }
    std::vector<double> parts;  // of the records in the estimate's error
    if (options.repetitions == 1) {
      parts = support ? influences(*support, *log, evaluation.estimate) : own_influences;
    }
    if (options.keep_influences && options.repetitions == 1) {
      // An interval must not depend on what is kept: this support is for the influences alone.
      const auto kept = support || !own_influences.empty() ? support : support_by_replay(true);
      if (kept) {
        evaluation.influences = support ? parts : influences(*kept, *log, evaluation.estimate);
        evaluation.reward_steps = reward_steps(*kept, *log);
      } else {
        evaluation.influences = own_influences;
      }
    }
    if (support && support->weighted) evaluation.weights = diagnose_weights(*support);
    if (!options.clusters.empty()) {
      variance = parts.empty() ? nan : variance_of(parts, options.clusters);
    }
    // Equal rewards show nothing of how an estimate varies.
    evaluation.standard_error = variance > 0 && std::isfinite(variance) ? std::sqrt(variance) : nan;
    evaluation.withheld = reason_to_withhold(evaluation.accepted, support ? &*support : nullptr);
    std::optional<statistics::InfluenceSums> sums;
    if (!parts.empty()) sums = influence_sums(parts, options.clusters);
    const RewardRange range = log->reward_range();
    evaluation.tail = tail_of_terms(*log, range, support ? &*support : nullptr);
    if (evaluation.withheld.empty()) {
      evaluation.withheld = reason_to_withhold_unsupported(unsupported);
    }

    const IntervalInput input{.estimate = evaluation.estimate,
                              .variance = variance,
                              .sums = sums,
                              .accepted = evaluation.accepted,
                              .reward_sum = value_of(columns, last, Role::reward_sum),
                              .own = {value_of(columns, last, Role::interval_low),
                                      value_of(columns, last, Role::interval_high)},
                              .own_level = own_level(evaluator),
                              .own_doubt = method->interval_doubt(last),
                              .wants_normal = names_normal_interval(evaluator),
                              .repetitions = options.repetitions,
                              .records = log->size(),
                              .range = range,
                              .influences = own_influences,
                              .support = support ? &*support : nullptr,
                              .clusters = options.clusters};
    const auto [least, most] = std::minmax_element(log->rewards.begin(), log->rewards.end());
    evaluation.interval = widened(make_interval(input), unsupported, range, *least, *most);
    if (range == RewardRange::binary) {
      evaluation.interval = within_range(std::move(evaluation.interval), 0, 1);
    }
    evaluation.log_value = logged_value(*log, options.clusters);
    of_terms = judge_terms(*evaluation.tail, sums, evaluation.interval, evaluation.standard_error);
    // Else the interval of a difference would be too narrow.
    if (!(unsupported > 1e-9) && !evaluation.tail->has_no_variance()) {
      evaluation.difference = difference_from_log(input, *log, evaluation.log_value.value);
    }
  } else {
    evaluation.log_value = logged_value(*log, options.clusters);
    evaluation.interval.method = rests_on_nothing ? "none: no record was accepted"
                                                  : "none: this evaluator estimates no mean reward";
  }
  if (log->kind() == LogKind::actions) evaluation.actions = summarise_actions(*log);
  if (log->has_propensities() && !assumed.uniform_actions) {
    evaluation.propensities = test_propensities(*log);
  }
  evaluation.remarks = method->remarks(*log, agent(), last);
  const bool several =
      std::any_of(results.begin(), results.end(), [](const Rows& rows) { return rows.size() > 1; });
  if (several || !evaluation.estimates_value) evaluation.rows = mean_rows(columns, results);
  evaluation.assumption_violations =
      find_assumption_violations(*log, assumed, *evaluator.description, options.clusters);
  if (std::isfinite(evaluation.estimate) && evaluation.withheld.empty()) {
    evaluation.withheld = reason_to_withhold(evaluation.assumption_violations);
  }
  evaluation.warnings =
      find_estimate_warnings(*log, assumed, agent(), evaluation, support ? &*support : nullptr,
                             value_of(columns, last, Role::reward_sum));
  std::move(of_terms.begin(), of_terms.end(), std::back_inserter(evaluation.warnings));
  if (!repeated.asked_for_algorithm()) {
    evaluation.warnings.push_back(warning_of_ignored_algorithm(evaluator.description->name));
  }
  // Comparisons with NaN, where there is no interval, are false.
  const double low = evaluation.interval.low, high = evaluation.interval.high;
  if (evaluation.estimate < low || evaluation.estimate > high) {
    evaluation.warnings.push_back(warning_of_estimate_outside(evaluation.estimate, low, high));
  }
  if (unsupported > 1e-9) {
    evaluation.warnings.push_back(warning_of_unsupported_actions(unsupported));
  }
  // Below it the guessed rewards move the value by less than a hundredth of their range.
  if (unseen_in_context > 0.01) {
    evaluation.warnings.push_back(warning_of_unseen_in_context(unseen_in_context));
  }
  return evaluation;
}

double estimate_alone(std::shared_ptr<const Log> log,
                      const Component<AlgorithmDescription>& algorithm,
                      const Component<EvaluatorDescription>& evaluator,
                      const EvaluationOptions& options) {
  const auto method = evaluator.description->make(evaluator.parameters);
  RepeatedEvaluation repeated(*method, std::move(log), algorithm, evaluator.canonical(), options,
                              expected_passes(evaluator, 1) > 1);
  numeric::Moments estimates;
  for (const Rows& rows : repeated.run()) {
    estimates.add(value_of(method->schema(), rows.back(), Role::estimate));
  }
  return estimates.mean;
}

Evaluation evaluate(Log log, const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options) {
  log.check();
  return evaluate(std::make_shared<const Log>(std::move(log)), algorithm, evaluator, options);
}

Evaluation evaluate(const InputLog& input, const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options) {
  EvaluationOptions with_clusters = options;
  with_clusters.clusters = input.clusters;
  Evaluation evaluation = evaluate(input.log, algorithm, evaluator, with_clusters);
  for (EvaluationWarning& warning : find_missing_input(input)) {
    evaluation.assumption_violations.push_back(std::move(warning));
  }
  return evaluation;
}

EvaluationComponents find_evaluation_components(const std::string& algorithm,
                                                const std::string& evaluator) {
  std::vector<SpecProblem> problems;
  auto found_algorithm = find_component(algorithm, {option("algorithm"), 1, 1}, algorithms_table(),
                                        "algorithm", problems);
  auto found_evaluator = find_component(evaluator, {option("evaluator"), 1, 1}, evaluators_table(),
                                        "evaluator", problems);
  if (!problems.empty()) throw SpecErrors(problems);
  return {std::move(*found_algorithm), std::move(*found_evaluator)};
}

}  // namespace replaybench
