#include "suite/evaluate/evaluation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "suite/component/basis.hpp"
#include "suite/component/log_dataset.hpp"
#include "suite/estimation/pass_progress.hpp"
#include "suite/evaluate/estimate_warnings.hpp"
#include "suite/evaluate/evaluation_details.hpp"
#include "suite/evaluate/evidence.hpp"
#include "suite/evaluate/judge.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/evaluate/mean_rows.hpp"
#include "suite/log/propensity_values.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/model/pool.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// The rows of one repetition.
using Rows = std::vector<ResultRow>;

// Describes the feature with the largest values, which is the most frequent reason why an algorithm
// breaks down.
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

// Owner of the stream's draws. If the algorithm makes none, they are the same for every policy, and
// a policy given by columns is the same policy as an algorithm.
std::string name_of_draws(const Evaluator& method,
                          const Component<AlgorithmDescription>& algorithm) {
  return method.never_calls_choose() ? "fixed policy" : algorithm.description->name;
}

// Says what the rewards are and what helps; make_agent knows their kind alone.
void refuse_rewards_that_do_not_fit(const Component<AlgorithmDescription>& algorithm,
                                    RewardRange range, const Log& log) {
  const AlgorithmDescription& description = *algorithm.description;
  const bool binary = description.rewards == RewardRange::binary;
  if (fits(range, description.rewards) || (log.reward_bounds && !binary)) return;
  const auto [least, most] = std::minmax_element(log.rewards.begin(), log.rewards.end());
  const std::string scale =
      binary ? "change the rewards"
             : "give their range with " +
                   option("reward_range", fmt::format("{:.10g}:{:.10g}", *least, *most));
  throw NotApplicable(fmt::format(
      "{} learns from rewards {}; this log has rewards from {:.10g} to {:.10g}{}: {}, choose an "
      "algorithm for any rewards, or name another reward column",
      description.name, binary ? "that are 0 or 1" : "in [0, 1]", *least, *most,
      range == RewardRange::unit ? ", not only 0 and 1" : "", scale));
}

class RepeatedEvaluation {
 public:
  // `blocks`: the log as the evaluator reads it; null if it is a log in memory.
  RepeatedEvaluation(const Evaluator& method, std::shared_ptr<const Log> log,
                     std::shared_ptr<const LogBlocks> blocks,
                     const Component<AlgorithmDescription>& algorithm, std::string evaluator,
                     const EvaluationOptions& options, bool wants_basis)
      : method_(method),
        log_(std::move(log)),
        blocks_(std::move(blocks)),
        dataset_(log_),
        algorithm_(algorithm),
        evaluator_(std::move(evaluator)),
        options_(options),
        counts_itself_(method.passes().count <= 1),
        wants_basis_(wants_basis),
        policy_(derive_key(options.seed, "policy", "evaluate", name_of_draws(method, algorithm))),
        results_(options.repetitions) {}

  // The repetitions, in their order, whichever thread made them. The first one that fails decides
  // what is thrown.
  std::vector<Rows> run() {
    SharedPool(options_.jobs)->for_each(options_.repetitions, [this](std::uint64_t repetition) {
      evaluate_one(repetition);
    });
    return std::move(results_);
  }
  // Basis of the estimate of the first repetition; call after `run`.
  EstimateBasis take_basis() { return std::move(basis_); }
  BlockBasis take_block_basis() { return std::move(block_basis_); }
  // True if the evaluator made an agent of the algorithm; call after `run`.
  bool asked_for_algorithm() const { return asked_; }

 private:
  void evaluate_one(std::uint64_t repetition) {
    if (counts_itself_) ++estimation::passes_begun();
    const auto make = [this](const Problem& problem) {
      asked_ = true;
      refuse_rewards_that_do_not_fit(algorithm_, problem.rewards, *log_);
      return make_agent(algorithm_, problem);
    };
    ReplicateStreams streams;
    streams.policy = replicate_key(policy_, repetition);
    streams.folds = replicate_key(derive_key(options_.seed, "folds", "evaluate"), repetition);
    Trial trial(dataset_, make, make, 0, streams);
    trial.name_algorithm(algorithm_);
    Rows rows;
    try {
      if (blocks_) {
        block_basis_ = dynamic_cast<const BlockEvaluator&>(method_).evaluate_blocks(
            blocks_, trial.fixed_policy(), options_.jobs, rows);
      } else if (repetition == 0 && wants_basis_) {
        basis_ = method_.evaluate_with_basis(trial, rows);
      } else {
        method_.evaluate(trial, rows);
      }
    } catch (const NumericalFailure& failure) {
      throw NumericalFailure(options_.log_name + ": " + failure.what() + scale_of(*log_));
    }
    if (rows.empty()) {
      throw DataError(evaluator_ +
                      " gives no estimate of this log: its first checkpoint is never reached");
    }
    results_[repetition] = std::move(rows);
  }

  const Evaluator& method_;
  std::shared_ptr<const Log> log_;
  std::shared_ptr<const LogBlocks> blocks_;
  LogDataset dataset_;
  const Component<AlgorithmDescription>& algorithm_;
  std::string evaluator_;
  const EvaluationOptions& options_;
  bool counts_itself_;  // a repetition is a pass
  bool wants_basis_;
  StreamKey policy_;
  std::vector<Rows> results_;
  EstimateBasis basis_;
  BlockBasis block_basis_;
  std::atomic<bool> asked_ = false;
};

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
  const Log& log = facts.log();
  if (log.kind() != LogKind::actions || !log.has_propensities() || pools_vary(log)) return nan;
  const PropensityFit& fit = facts.propensities();
  const double uniform =
      1.0 / static_cast<double>(log.has_pools() ? log.pool_table[0].size() : log.action_count);
  const bool rounded = std::isnan(fit.z) && std::fabs(fit.mean - 1) > 1e-9 &&
                       is_rounded_from(uniform, uniform / fit.mean);
  return rounded ? fit.mean : nan;
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
      .accepted = numbers.accepted,
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
  // Else the interval of a difference would be too narrow.
  if (estimates && !(basis.unsupported > 1e-9) && judged.has_variance) {
    evaluation.difference = difference_from_log(input.of, evidence, facts);
  }
}

bool reads_blocks(const Evaluator& method, const EvaluationOptions& options) {
  const auto* const by_blocks = dynamic_cast<const BlockEvaluator*>(&method);
  return by_blocks && by_blocks->takes_blocks() && options.repetitions == 1;
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

// The predictions of the log that the evaluator uses; null if it uses none.
const RewardPredictions* predictions_used(const Log& log,
                                          const Component<EvaluatorDescription>& evaluator) {
  if (!find_parameter(evaluator.description->parameters, "model")) return nullptr;
  const auto* const model = std::get_if<std::string>(&evaluator.parameters.value("model"));
  if (!model || *model != "given") return nullptr;
  return log.predictions_of(std::get<std::string>(evaluator.parameters.value("predictions")));
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

// What an evaluator found.
struct MethodResult {
  std::vector<Rows> rows;  // of each repetition
  bool asked_for_algorithm = false;
  EstimateBasis basis = {};
  std::optional<BlockBasis> of_blocks = {};  // in the place of `basis`
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
  const RewardPredictions* const predictions = predictions_used(facts.log(), evaluator);
  if (predictions && facts.reward_range() != RewardRange::real) {
    auto outside = warning_of_predictions(*predictions, facts.least_reward(), facts.most_reward());
    if (outside) evaluation.warnings.push_back(std::move(*outside));
  }

  EstimateBasis basis = result.of_blocks ? result.of_blocks->declared : std::move(result.basis);
  if (!evaluation.estimates_value) basis.form = EstimateForm::none;
  // A model alone speaks for every record alike.
  if (!result.of_blocks && basis.form == EstimateForm::modelled &&
      basis.weighting == WeightUse::none) {
    basis.weights.assign(facts.size(), 1);
  }
  const bool estimates = evaluation.estimates_value && numbers.accepted != 0;
  Evidence evidence;
  if (estimates) {
    evidence = result.of_blocks ? evidence_of(facts, *result.of_blocks)
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

Evaluation evaluate(const LogFacts& facts, const Component<AlgorithmDescription>& algorithm,
                    const Component<EvaluatorDescription>& evaluator,
                    const EvaluationOptions& options) {
  require_valid(facts, options);
  const auto method = evaluator.description->make(evaluator.parameters);
  Evaluation evaluation = named_evaluation(facts, algorithm, evaluator, *method, options);
  const bool in_blocks = facts.clusters().empty() && facts.log().kind() == LogKind::actions &&
                         reads_blocks(*method, options);
  RepeatedEvaluation repeated(*method, facts.shared_log(), in_blocks ? facts.blocks() : nullptr,
                              algorithm, evaluation.evaluator, options, true);
  MethodResult result{.rows = repeated.run(),
                      .asked_for_algorithm = repeated.asked_for_algorithm()};
  if (in_blocks) {
    result.of_blocks = repeated.take_block_basis();
  } else {
    result.basis = repeated.take_basis();
  }
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
  RepeatedEvaluation repeated(*method, std::move(log), nullptr, algorithm, evaluator.canonical(),
                              options, false);
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
  Evaluation evaluation =
      evaluate(LogFacts(input.blocks_of_log(), input.clusters), algorithm, evaluator, options);
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
