// The algorithms on a leaderboard of one log, and the evaluator that ranks them.

#include "suite/evaluate/default_evaluators.hpp"
#include "suite/leaderboard/log_board.hpp"
#include "suite/leaderboard/task.hpp"

namespace replaybench {

namespace {

// The reason why an algorithm is on no board of a log; empty if it may be on one.
std::string reason_for_absence(const AlgorithmDescription& algorithm) {
  if (algorithm.name == algorithm_for_columns()) return "it represents policies given by columns";
  if (algorithm.properties.is_reference)
    return "it is for experiments: a counter-example, or a part of other algorithms";
  if (is_oracle(algorithm)) return "it knows the truth of a simulator, which a log does not have";
  if (is_trained_offline(algorithm)) {
    return "it is trained before it plays: evaluate it with the evaluator trained";
  }
  return {};
}

}  // namespace

Competitors competitors_for(const Log& log, const std::vector<std::string>& texts) {
  Competitors found;
  for (const TargetPolicy& target : log.targets) {
    found.all.push_back({target.name, algorithm_of_target(target.name), true});
  }
  std::vector<SpecProblem> problems;
  for (const std::string& text : texts) {
    auto one = find_component(text, {option("algorithm"), 1, 1}, algorithms_table(), "algorithm",
                              problems);
    if (one) found.all.push_back({text, std::move(*one), false});
  }
  if (!problems.empty()) throw SpecErrors(problems);
  if (!texts.empty()) return found;
  for (const AlgorithmDescription* algorithm : algorithms_table()) {
    const std::string why = reason_for_absence(*algorithm);
    if (!why.empty()) {
      found.absent.push_back({algorithm->name, why});
      continue;
    }
    auto one = find_component(algorithm->name, {}, algorithms_table(), "algorithm", problems);
    if (one) {
      found.all.push_back({algorithm->name, std::move(*one), false});
    } else {
      found.absent.push_back({algorithm->name, problems.back().message});
    }
  }
  return found;
}

std::vector<std::string> tuning_values(const Competitor& competitor) {
  std::vector<std::string> values;
  const ParameterInfo* const parameter =
      competitor.is_target ? nullptr : tuned_parameter(*competitor.algorithm.description);
  if (!parameter || competitor.algorithm.parameters.given(parameter->name)) return values;
  for (const double value : parameter->candidates) values.push_back(to_text(ParameterValue(value)));
  return values;
}

RankingEvaluator log_board_evaluator(const InputLog& input, const std::vector<Competitor>& all) {
  std::vector<const Component<AlgorithmDescription>*> algorithms;
  for (const Competitor& competitor : all) {
    if (!competitor.is_target) algorithms.push_back(&competitor.algorithm);
  }
  if (algorithms.empty()) {
    for (const Competitor& competitor : all) algorithms.push_back(&competitor.algorithm);
  }
  const EvaluationSituation found = situation_of(input.log, algorithms);
  if (found == EvaluationSituation::learner_skewed) {
    return {default_evaluator(EvaluationSituation::learner_few_records).evaluator,
            "propensities are not uniform and algorithms learn: a thinned log has fewer "
            "interactions, but no bias, and paired differences decide ties"};
  }
  const DefaultEvaluator& row = default_evaluator(found);
  return {row.evaluator, row.because};
}

}  // namespace replaybench
