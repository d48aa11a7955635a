#include "suite/evaluate/evaluation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "suite/evaluate/estimate_warnings.hpp"
#include "suite/evaluate/evaluate_all.hpp"
#include "suite/evaluate/evaluation_details.hpp"
#include "suite/evaluate/evidence.hpp"
#include "suite/evaluate/judge.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/evaluate/mean_rows.hpp"
#include "suite/evaluate/repeated_evaluation.hpp"
#include "suite/log/propensity_values.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench {

namespace {

// The numbers of all repetitions.
struct RowNumbers {
  double estimate = nan;
  double variance = nan;  // of the mean of the estimates
  double accepted = nan;
  double offered = nan;
  ResultRow last;
};

RowNumbers numbers_of(const RowSchema& columns, const std::vector<Rows>& results) {
  numeric::Moments estimates, squared_errors, accepted, offered;
  for (const Rows& rows : results) {
    estimates.add(value_of(columns, rows.back(), Role::estimate));
    accepted.add(value_of(columns, rows.back(), Role::accepted));
    offered.add(value_of(columns, rows.back(), Role::records));
    const double error = value_of(columns, rows.back(), Role::standard_error);
    squared_errors.add(error * error);
  }
  const double between =
      estimates.count > 1 ? estimates.variance() / static_cast<double>(estimates.count) : 0;
  return {estimates.mean, squared_errors.mean + between, accepted.mean, offered.mean,
          results.back().back()};
}

double variance_of(const std::optional<statistics::InfluenceSums>& sums) {
  if (!sums || sums->count < 2) return nan;
  const double n = static_cast<double>(sums->count);
  return sums->second * n / (n - 1);
}

// JudgeInput::mean_by_rounding.
double mean_by_rounding(const LogFacts& facts) {
  const LogBlocks& log = *facts.blocks();
  if (facts.log().kind() != LogKind::actions || !log.has_propensities() || pools_vary(log)) {
    return nan;
  }
  const PropensityFit& fit = facts.propensities();
  const double uniform = 1.0 / static_cast<double>(log.pool_size(0));
  const bool rounded = std::isnan(fit.z) && std::fabs(fit.mean - 1) > 1e-9 &&
                       is_rounded_from(uniform, uniform / fit.mean);
  return rounded ? fit.mean : nan;
}

// The accepted records; copies of one count once, where weights tell them apart.
double different_accepted(const RowNumbers& numbers, const Evidence& evidence, const Log& log) {
  if (!log.has_copies() || !evidence.weights || std::isnan(numbers.accepted)) {
    return numbers.accepted;
  }
  return std::fmin(numbers.accepted, static_cast<double>(evidence.weights->records));
}

JudgeInput judge_input(const Evaluation& evaluation, const Evaluator& method,
                       const EstimateBasis& basis, const Evidence& evidence,
                       const RowNumbers& numbers, const LogFacts& facts) {
  const RowSchema& columns = method.schema();
  JudgeInput input;
  input.of = {
      .estimate = numbers.estimate,
      .variance = numbers.variance,
      .sums = evidence.sums,
      .accepted = different_accepted(numbers, evidence, facts.log()),
      .own = {value_of(columns, numbers.last, Role::interval_low),
              value_of(columns, numbers.last, Role::interval_high)},
      .own_kind = basis.own,
      .own_doubt = method.interval_doubt(numbers.last),
      .repetitions = evaluation.repetitions,
      .records = evaluation.records,
      .range = facts.reward_range(),
      .form = basis.form,
      .is_plain_mean = !std::isnan(basis.reward_sum),
      .by_influences = evidence.by_weights && evidence.declares_influences &&
                       (basis.form == EstimateForm::modelled || basis.form == EstimateForm::other),
      .largest_part = evidence.largest_part,
      .clusters = evidence.clusters};
  if (!facts.clusters().empty()) input.of.variance = variance_of(evidence.sums);
  input.weighting = basis.weighting;
  input.weights_are_expected = basis.weights_are_expected;
  input.biased = basis.biased;
  input.smooths_actions = facts.log().kind() == LogKind::doses;
  input.weights = evidence.weights;
  if (input.weights && std::isnan(input.weights->z)) {
    input.mean_by_rounding = mean_by_rounding(facts);
  }
  input.tail = evidence.tail;
  input.rewarded = evidence.rewarded;
  input.unsupported = facts.log().kind() == LogKind::actions ? basis.unsupported : nan;
  input.unseen_in_context = basis.unseen_in_context;
  input.scale = facts.scale();
  if (facts.log().slates) input.unit = "slates";
  input.least_reward = facts.least_reward();
  input.most_reward = facts.most_reward();
  return input;
}

// The estimate, its interval, and what speaks against it.
void add_judged(Evaluation& evaluation, const Evaluator& method, const EstimateBasis& basis,
                const Evidence& evidence, const RowNumbers& numbers, const LogFacts& facts,
                bool wants_normal, std::string_view ignores_algorithm) {
  const bool estimates = evaluation.estimates_value && numbers.accepted != 0;
  if (estimates) evaluation.tail = evidence.tail;
  if (basis.weighting != WeightUse::none) evaluation.weights = evidence.weights;
  JudgeInput input = judge_input(evaluation, method, basis, evidence, numbers, facts);
  input.of.wants_normal = wants_normal;
  input.violations = evaluation.assumption_violations;
  input.ignores_algorithm = ignores_algorithm;
  JudgedEstimate judged = judge(input);
  evaluation.estimate = judged.estimate;
  evaluation.standard_error = judged.standard_error;
  evaluation.interval = std::move(judged.interval);
  evaluation.withheld = std::move(judged.withheld);
  std::move(judged.warnings.begin(), judged.warnings.end(),
            std::back_inserter(evaluation.warnings));
  std::move(judged.held.begin(), judged.held.end(), std::back_inserter(evaluation.held));
  evaluation.unknown = judged.unknown;
  if (!estimates || !judged.has_variance) return;
  evaluation.difference = difference_from_log(input.of, evidence, facts);
  if (evaluation.difference) widen(*evaluation.difference, judged.unknown);
}

bool reads_blocks(const Evaluator& method, const EvaluationOptions& options) {
  const auto* const by_blocks = dynamic_cast<const BlockEvaluator*>(&method);
  return by_blocks && by_blocks->takes_blocks() && options.repetitions == 1;
}

RepeatedEvaluation::Reads reads_of(const LogFacts& facts,
                                   const Component<EvaluatorDescription>& evaluator,
                                   const Evaluator& method, const EvaluationOptions& options) {
  using enum RepeatedEvaluation::Reads;
  if (!facts.clusters().empty() || facts.log().kind() != LogKind::actions) return log;
  if (reads_blocks(method, options)) return terms;
  return !facts.is_in_memory() && replays_blocks(evaluator, options) ? replay : log;
}

void require_valid(const LogFacts& facts, const EvaluationOptions& options) {
  if (options.repetitions == 0) throw std::invalid_argument("evaluate: repetitions is 0");
  if (options.jobs == 0) throw std::invalid_argument("evaluate: jobs is 0");
  if (facts.size() == 0) throw DataError(options.log_name + " has no record");
}

// An evaluation with the names of its parts.
Evaluation named_evaluation(const LogFacts& facts, const Component<AlgorithmDescription>& algorithm,
                            const Component<EvaluatorDescription>& evaluator,
                            const Evaluator& method, const EvaluationOptions& options) {
  Evaluation evaluation;
  evaluation.algorithm = algorithm.canonical();
  evaluation.evaluator = evaluator.canonical();
  evaluation.records = facts.size();
  evaluation.seed = options.seed;
  evaluation.repetitions = options.repetitions;
  evaluation.columns = method.schema();
  evaluation.estimates_value =
      evaluator.description->properties.estimates_value && method.estimates_value();
  return evaluation;
}

// Adds facts about the log, and assumptions that do not hold.
void add_facts(Evaluation& evaluation, const LogFacts& facts, const LogAssumptions& assumed,
               const EvaluatorDescription& evaluator) {
  evaluation.log_value = facts.value();
  evaluation.actions = facts.actions();
  if (facts.blocks()->has_propensities() && !assumed.uniform_actions) {
    evaluation.propensities = facts.propensities();
  }
  TestedAssumptions tested = facts.assumptions(assumed, evaluator);
  evaluation.assumption_violations = std::move(tested.violations);
  evaluation.held = std::move(tested.held);
}

// Adds the remarks of the evaluator and the algorithm on this log.
void add_remarks(Evaluation& evaluation, const LogFacts& facts,
                 const Component<AlgorithmDescription>& algorithm, const Evaluator& method,
                 const RowNumbers& numbers) {
  const Agent agent = make_agent(algorithm, problem_of_log(facts.shared_log(), facts.size()));
  evaluation.remarks = method.remarks(facts.log(), agent, numbers.last);
  if (!evaluation.estimates_value) return;
  evaluation.warnings =
      warnings_of_learning(*facts.blocks(), method.assumptions(), agent, numbers.accepted);
}

// Of the log's predictions that the evaluator uses, if there are any.
std::optional<EvaluationWarning> warning_of_predictions_used(
    const LogFacts& facts, const Component<EvaluatorDescription>& evaluator) {
  if (facts.reward_range() == RewardRange::real) return std::nullopt;
  if (!find_parameter(evaluator.description->parameters, "model")) return std::nullopt;
  const auto* const model = std::get_if<std::string>(&evaluator.parameters.value("model"));
  if (!model || *model != "given") return std::nullopt;
  const auto& name = std::get<std::string>(evaluator.parameters.value("predictions"));
  const auto range = facts.predictions(name);
  if (!range) return std::nullopt;
  return warning_of_predictions(name, *range, facts.least_reward(), facts.most_reward());
}

// The numbers of the rows; throws DataError if sums overflowed.
RowNumbers finite_numbers(const Evaluation& evaluation, const std::vector<Rows>& results,
                          const EvaluationOptions& options) {
  const RowNumbers numbers = numbers_of(evaluation.columns, results);
  if (evaluation.estimates_value && !std::isfinite(numbers.estimate)) {
    throw DataError("the estimate is not finite: the rewards or weights of " + options.log_name +
                    " are too large to add");
  }
  return numbers;
}

}  // namespace

namespace {

// Findings of an evaluator.
struct MethodResult {
  std::vector<Rows> rows;  // of each repetition
  bool asked_for_algorithm = false;
  EstimateBasis basis = {};
  std::optional<BlockBasis> of_blocks = {};      // in the place of `basis`
  std::optional<ReplayOfBlocks> of_replay = {};  // the same
};

// Adds all that follows from the result and the facts of the log.
void complete(Evaluation& evaluation, const LogFacts& facts,
              const Component<AlgorithmDescription>& algorithm,
              const Component<EvaluatorDescription>& evaluator, const Evaluator& method,
              const EvaluationOptions& options, MethodResult result) {
  const RowNumbers numbers = finite_numbers(evaluation, result.rows, options);
  evaluation.accepted = numbers.accepted;
  evaluation.offered = numbers.offered;
  add_facts(evaluation, facts, method.assumptions(), *evaluator.description);
  add_remarks(evaluation, facts, algorithm, method, numbers);
  if (auto outside = warning_of_predictions_used(facts, evaluator)) {
    evaluation.warnings.push_back(std::move(*outside));
  }

  EstimateBasis basis = result.of_blocks ? result.of_blocks->declared : std::move(result.basis);
  if (result.of_replay) {
    basis.form = EstimateForm::ratio;
    basis.offered = result.of_replay->sums.records;
    basis.reward_sum = result.of_replay->sums.reward();
  }
  if (!evaluation.estimates_value) basis.form = EstimateForm::none;
  if (!result.of_blocks && counts_all_alike(basis)) {
    basis.weights.assign(facts.size(), 1);
  }
  const bool estimates = evaluation.estimates_value && numbers.accepted != 0;
  Evidence evidence;
  if (estimates) {
    evidence = result.of_blocks ? evidence_of(facts, *result.of_blocks)
               : result.of_replay
                   ? evidence_of(facts, *result.of_replay)
                   : evidence_of(facts, basis, numbers.estimate, options.repetitions);
  }
  add_judged(evaluation, method, basis, evidence, numbers, facts, names_normal_interval(evaluator),
             result.asked_for_algorithm ? std::string_view()
                                        : std::string_view(evaluator.description->name));
  if (estimates && options.keep_parts && options.repetitions == 1) {
    evaluation.parts = parts_of(facts, basis, evidence, numbers.estimate);
  }
  if (options.keep_details) {
    evaluation.details = estimates ? details_of(facts, basis, evidence, evaluation)
                                   : std::make_shared<const EvaluationDetails>();
  }
  const bool several = std::any_of(result.rows.begin(), result.rows.end(),
                                   [](const Rows& rows) { return rows.size() > 1; });
  if (several || !evaluation.estimates_value) {
    evaluation.rows = mean_rows(evaluation.columns, result.rows);
  }
}

}  // namespace

bool replays_blocks(const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options) {
  return options.clusters.empty() && options.repetitions == 1 && is_plain_replay(evaluator);
}

bool reads_blocks(const Component<EvaluatorDescription>& evaluator,
                  const EvaluationOptions& options) {
  if (!options.clusters.empty()) return false;
  try {
    return reads_blocks(*evaluator.description->make(evaluator.parameters), options);
  } catch (const SpecErrors&) {
    return false;
  }
}

std::vector<double> influences_of(const Evaluation& evaluation) {
  if (!evaluation.parts) return {};
  std::vector<double> parts(evaluation.parts->size()), steps(parts.size());
  evaluation.parts->read(0, parts, steps);
  return parts;
}

Passes passes_of(const Component<EvaluatorDescription>& evaluator) {
  try {
    return evaluator.description->make(evaluator.parameters)->passes();
  } catch (const SpecErrors&) {
    return {};
  }
}

Evaluation evaluate(const LogFacts& all, const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options) {
  const LogFacts& facts = target_of_algorithm(algorithm).empty() ? all.of_logged_actions() : all;
  require_valid(facts, options);
  const auto method = evaluator.description->make(evaluator.parameters);
  Evaluation evaluation = named_evaluation(facts, algorithm, evaluator, *method, options);
  const auto reads = reads_of(facts, evaluator, *method, options);
  RepeatedEvaluation repeated(*method, facts, reads, algorithm, options);
  MethodResult result{.rows = repeated.run(evaluation.evaluator),
                      .asked_for_algorithm = repeated.asked_for_algorithm()};
  if (reads == RepeatedEvaluation::Reads::terms) result.of_blocks = repeated.take_block_basis();
  if (reads == RepeatedEvaluation::Reads::replay) result.of_replay = repeated.take_replay();
  if (reads == RepeatedEvaluation::Reads::log) result.basis = repeated.take_basis();
  complete(evaluation, facts, algorithm, evaluator, *method, options, std::move(result));
  return evaluation;
}

Evaluation evaluate_sums(const LogFacts& facts, std::span<const std::string> parts,
                         const std::function<bool(const std::string&)>& is_shown,
                         const Component<AlgorithmDescription>& algorithm,
                         const Component<EvaluatorDescription>& evaluator,
                         const EvaluationOptions& options) {
  require_valid(facts, options);
  const auto method = evaluator.description->make(evaluator.parameters);
  Evaluation evaluation = named_evaluation(facts, algorithm, evaluator, *method, options);
  MethodResult result{.rows = {Rows()}, .asked_for_algorithm = true};
  result.of_blocks = dynamic_cast<const BlockEvaluator&>(*method).evaluate_sums(
      parts, is_shown, result.rows.front());
  complete(evaluation, facts, algorithm, evaluator, *method, options, std::move(result));
  return evaluation;
}

Evaluation evaluate(std::shared_ptr<const Log> log,
                    const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options) {
  return evaluate(LogFacts(std::move(log), options.clusters), algorithm, evaluator, options);
}

double estimate_alone(std::shared_ptr<const Log> log,
                      const Component<AlgorithmDescription>& algorithm,
                      const Component<EvaluatorDescription>& evaluator,
                      const EvaluationOptions& options) {
  const auto method = evaluator.description->make(evaluator.parameters);
  RepeatedEvaluation repeated(*method, std::move(log), algorithm, options, false);
  numeric::Moments estimates;
  for (const Rows& rows : repeated.run(evaluator.canonical())) {
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
  Evaluation evaluation =
      evaluate(LogFacts(input.blocks_of_log(), input.clusters, input.propensity_parameters),
               algorithm, evaluator, options);
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
