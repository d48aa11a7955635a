#include "suite/evaluate/evaluation.hpp"

#include <cmath>
#include <stdexcept>

#include "suite/component/log_dataset.hpp"
#include "suite/evaluate/evaluation_warnings.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench {

namespace {

// Wilson's score interval for `successes` of `trials`: right for few successes too, where the
// normal one is not.
EvaluationInterval wilson_interval(double successes, double trials, double z, double level) {
  const double rate = successes / trials;
  const double z2 = z * z / trials;
  const double centre = (rate + z2 / 2) / (1 + z2);
  const double half = z * std::sqrt(rate * (1 - rate) / trials + z2 / (4 * trials)) / (1 + z2);
  return {IntervalKind::wilson, std::fmax(0, centre - half), std::fmin(1, centre + half), level,
          "Wilson score interval over the accepted records"};
}

// What the repetitions of an evaluation leave behind.
struct Repetitions {
  numeric::Moments estimates;
  numeric::Moments squared_errors;
  numeric::Moments accepted;
  numeric::Moments offered;
  std::vector<ResultRow> first;  // all rows of the first
  ResultRow last;                // the last row of the last
};

Repetitions run(const Evaluator& method, const Dataset& dataset,
                const Component<AlgorithmDescription>& algorithm, const std::string& evaluator,
                const EvaluationOptions& options) {
  const RowSchema& columns = method.schema();
  const auto make = [&](const Problem& problem) { return make_agent(algorithm, problem); };
  const StreamKey policy =
      derive_key(options.seed, "policy", "evaluate", algorithm.description->name);
  Repetitions result;
  for (std::uint64_t repetition = 0; repetition < options.repetitions; ++repetition) {
    ReplicateStreams streams;
    streams.policy = replicate_key(policy, repetition);
    Trial trial(dataset, make, make, 0, streams);
    trial.name_algorithm(algorithm);
    std::vector<ResultRow> rows;
    method.evaluate(trial, rows);
    if (rows.empty()) {
      throw DataError(evaluator +
                      " gives no estimate of this log: its first checkpoint is never reached");
    }
    result.last = rows.back();
    result.estimates.add(value_of(columns, result.last, Role::estimate));
    result.accepted.add(value_of(columns, result.last, Role::accepted));
    result.offered.add(value_of(columns, result.last, Role::records));
    const double error = value_of(columns, result.last, Role::standard_error);
    result.squared_errors.add(error * error);
    if (repetition == 0) result.first = std::move(rows);
  }
  return result;
}

EvaluationInterval interval_of(const Evaluation& evaluation, const ResultRow& last,
                               const Log& log) {
  constexpr double level = 0.95;
  const double z = numeric::normal_quantile(0.5 + level / 2);
  const bool once = evaluation.repetitions == 1;
  const double low = value_of(evaluation.columns, last, Role::interval_low);
  const double high = value_of(evaluation.columns, last, Role::interval_high);
  if (once && std::isfinite(low) && std::isfinite(high)) {
    return {IntervalKind::evaluator, low, high, level, "the evaluator's own"};
  }
  // A plain mean of accepted 0/1 rewards is a number of successes over a number of trials.
  const double successes = value_of(evaluation.columns, last, Role::reward_sum);
  if (once && evaluation.accepted > 0 && all_binary(log) &&
      std::fabs(successes - evaluation.estimate * evaluation.accepted) < 1e-6) {
    return wilson_interval(successes, evaluation.accepted, z, level);
  }
  if (std::isfinite(evaluation.standard_error)) {
    const double half = z * evaluation.standard_error;
    return {
        IntervalKind::normal, evaluation.estimate - half, evaluation.estimate + half, level,
        once ? "normal, from the rewards of the accepted records"
             : "normal, from the rewards of the accepted records (mean over repetitions) and the "
               "spread between repetitions"};
  }
  return {IntervalKind::none, nan, nan, level,
          evaluation.accepted < 2 ? "none: fewer than two accepted records"
                                  : "none: this evaluator gives no standard error here"};
}

}  // namespace

Evaluation evaluate(std::shared_ptr<const Log> log,
                    const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options) {
  if (!log) throw std::invalid_argument("evaluate: there is no log");
  if (options.repetitions == 0) throw std::invalid_argument("evaluate: repetitions is 0");
  if (log->size() == 0) throw DataError(options.log_name + " has no record");
  const auto method = evaluator.description->make(evaluator.parameters);

  Evaluation evaluation;
  evaluation.algorithm = algorithm.canonical();
  evaluation.evaluator = evaluator.canonical();
  evaluation.records = log->size();
  evaluation.seed = options.seed;
  evaluation.repetitions = options.repetitions;
  evaluation.columns = method->schema();
  evaluation.estimates_value = evaluator.description->estimates_value && method->estimates_value();

  Repetitions done = run(*method, LogDataset(log), algorithm, evaluation.evaluator, options);
  evaluation.estimate = done.estimates.mean;
  evaluation.accepted = done.accepted.mean;
  evaluation.offered = done.offered.mean;
  if (!std::isfinite(evaluation.estimate)) {
    throw DataError("the estimate is not finite: the rewards or weights of " + options.log_name +
                    " are too large to add");
  }
  const double between = done.estimates.count > 1
                             ? done.estimates.variance() / static_cast<double>(done.estimates.count)
                             : 0;
  evaluation.standard_error = std::sqrt(done.squared_errors.mean + between);
  evaluation.interval = interval_of(evaluation, done.last, *log);
  if (done.first.size() > 1) evaluation.rows = std::move(done.first);

  const Agent agent = make_agent(
      algorithm, {log->action_count, log->dimension, log->size(), log->reward_range(), nullptr});
  const LogAssumptions assumed = method->assumptions();
  evaluation.remarks = method->remarks(*log, agent, done.last);
  evaluation.assumption_violations =
      find_assumption_violations(*log, assumed, *evaluator.description);
  evaluation.warnings =
      find_estimate_warnings(*log, assumed, agent, evaluation.estimate, evaluation.accepted);
  return evaluation;
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
  Evaluation evaluation = evaluate(input.log, algorithm, evaluator, options);
  for (EvaluationWarning& warning : find_missing_input(input)) {
    evaluation.assumption_violations.push_back(std::move(warning));
  }
  return evaluation;
}

EvaluationComponents find_evaluation_components(const std::string& algorithm,
                                                const std::string& evaluator) {
  std::vector<SpecProblem> problems;
  auto found_algorithm =
      find_component(algorithm, {"--algorithm", 1, 1}, algorithms_table(), "algorithm", problems);
  auto found_evaluator =
      find_component(evaluator, {"--evaluator", 1, 1}, evaluators_table(), "evaluator", problems);
  if (!problems.empty()) throw SpecErrors(problems);
  return {std::move(*found_algorithm), std::move(*found_evaluator)};
}

}  // namespace replaybench
