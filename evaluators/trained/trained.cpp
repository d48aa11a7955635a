#include "evaluators/trained/trained.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/component/inner_algorithm.hpp"
#include "suite/estimation/truth.hpp"
#include "suite/model/originals.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::evaluators::trained {

namespace {

// What `of` reports of the test part, as a part of the whole log.
EstimateBasis on_whole_log(EstimateBasis of_test, const Schedule& test, std::size_t records) {
  EstimateBasis basis;
  basis.biased = of_test.biased;
  basis.unsupported = of_test.unsupported;
  if (of_test.influences.size() != test.size() || test.size() < 2) return basis;
  // The variance is the sum of squares times m / (m - 1) there and n / (n - 1) here.
  const double m = static_cast<double>(test.size());
  const double n = static_cast<double>(records);
  const double scale = std::sqrt(m / (m - 1) * (n - 1) / n);
  basis.influences.assign(records, 0);
  for (std::size_t i = 0; i < test.size(); ++i) {
    basis.influences[test[i]] = of_test.influences[i] * scale;
  }
  return basis;
}

}  // namespace

void Trained::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  evaluate_with_basis(trial, rows);
}

std::optional<EstimateBasis> Trained::evaluate_with_basis(Trial& trial,
                                                          std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  const LogCut cut(*log, options_.share);
  const std::size_t first = cut.first().size();
  const std::size_t size = options_.size > 0 ? options_.size : first;
  if (size > first || first == 0 || first == log->size()) {
    throw NotApplicable(
        fmt::format("trained: of {} records {} are for training and {} for the test; {} are wanted "
                    "for training",
                    log->size(), first, log->size() - first, options_.size > 0 ? size : 1));
  }
  const Log training = cut.first_log(size);
  const auto test = std::make_shared<const Log>(cut.rest_log());
  const double rewarded = static_cast<double>(std::count_if(
      training.rewards.begin(), training.rewards.end(), [](double r) { return r != 0; }));
  // A trial in which the agent, once trained, is judged.
  const auto judged = [&](Agent agent) {
    if (agent.is_trained_offline()) agent.train(training);
    return trial.on(test, trial.policy())
        .with_agent(agent, options_.play > 0 ? options_.play : test->size());
  };

  Trial own = judged(trial.untrained_agent());
  std::vector<ResultRow> judgement;
  auto basis = options_.of->evaluate_with_basis(own, judgement);
  const double truth = estimation::true_value(options_.truth.get(), own);
  std::vector<ResultRow> other;
  double other_truth = nan;
  if (options_.baseline) {
    Trial baseline = judged(make_agent(*options_.baseline, problem_of_log(log, log->size())));
    options_.of->evaluate(baseline, other);
    other_truth = estimation::true_value(options_.truth.get(), baseline);
  }
  for (std::size_t i = 0; i < judgement.size(); ++i) {
    const RowSchema& of = options_.of->schema();
    const double estimate = value_of(of, judgement[i], Role::estimate);
    const double baseline = i < other.size() ? value_of(of, other[i], Role::estimate) : nan;
    rows.push_back(columns_.row(
        judgement[i].step, judgement[i],
        {columns_.training(size), columns_.training_rewarded(rewarded), columns_.truth(truth),
         columns_.baseline(baseline), columns_.lift(baseline == 0 ? nan : estimate / baseline - 1),
         columns_.true_lift(other_truth == 0 ? nan : truth / other_truth - 1)}));
  }
  if (!basis) return std::nullopt;
  return on_whole_log(std::move(*basis), cut.rest(), log->size());
}

std::vector<std::string> Trained::remarks(const Log& log, const Agent& agent,
                                          const ResultRow&) const {
  const std::size_t first = LogCut(log, options_.share).first().size();
  std::vector<std::string> lines;
  if (agent.is_trained_offline()) {
    lines.push_back(fmt::format("trained on the first {} records, evaluated by {} on the last {}",
                                options_.size > 0 ? options_.size : first, options_.of_text,
                                log.size() - first));
  } else {
    lines.push_back(fmt::format(
        "this algorithm is not trained offline: evaluated by {} on the last {} records as it is",
        options_.of_text, log.size() - first));
  }
  lines.push_back(
      "the estimate is of the policy that this training part gave, not of the training method: "
      "another log would have given another policy");
  return lines;
}

namespace {

struct Written : TrainedOptions {
  std::string truth_text;
  std::string baseline_text;
};

std::shared_ptr<const Evaluator> make(const Written& written) {
  TrainedOptions options = written;
  const auto inner = estimation::make_inner_evaluator("trained", "of", written.of_text);
  options.of = inner.evaluator;
  options.inner_estimates_value = inner.estimates_value;
  options.truth = estimation::truth_evaluator("trained", written.truth_text);
  if (!written.baseline_text.empty()) {
    options.baseline = inner_algorithm("trained", "baseline", written.baseline_text);
  }
  return std::make_shared<Trained>(std::move(options));
}

const auto parameters = bind_parameters<Written>(
    text(&Written::of_text, "of", "the evaluator used on the rest, with its parameters"),
    real(&Written::share, "share", "of the log, its first records: the training part")
        .above(0)
        .below(1)
        .source("not given (thesis, algorithm 18, appendix B.2.1, p. 238)"),
    integer(&Written::size, "size",
            "only so many records of the training part are trained on, its first; 0: all")
        .limits_records()
        .at_least(0),
    text(&Written::truth_text, "truth",
         "an evaluator of the environment that gives the trained policy's true value, as "
         "\"online\" "
         "or \"policy_value\"; empty: none"),
    integer(&Written::play, "play", "steps of direct play; 0: as many as there are test records")
        .at_least(0),
    text(&Written::baseline_text, "baseline",
         "an algorithm, trained and evaluated alike, over which the lift is reported; empty: none")
        .source("thesis, table 4.1 (section 4.5, p. 117): the best news"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "trained",
     .summary = "trains the policy on the first part of the log and evaluates it on the rest with "
                "any evaluator",
     .source = "thesis algorithm 18 (appendix B.2.1, p. 238)",
     .revision = 3,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    parameters.factory(make),
    "Algorithms that are trained offline: the classifiers. What `of` requires of the log and of "
    "the policy is required here too."};

}  // namespace replaybench::evaluators::trained
