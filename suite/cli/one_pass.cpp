#include "suite/cli/one_pass.hpp"

#include <fmt/core.h>

#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/cli/evaluation_table.hpp"
#include "suite/cli/progress.hpp"
#include "suite/evaluate/default_evaluators.hpp"
#include "suite/evaluate/evaluation_progress.hpp"
#include "suite/evaluate/one_pass.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/prepared/prepared_table.hpp"

namespace replaybench::cli {

namespace {

void require_flags(const EvaluateRequest& request) {
  const std::pair<bool, const char*> others[] = {
      {!request.dataset.empty(), "--dataset"},
      {!request.algorithms.empty(), "--algorithm"},
      {!request.baseline.empty(), "--baseline"},
      {request.options.bootstrap > 0, "--bootstrap"},
      {request.output.all_actions, "--actions"},
      {request.propensities != "given", "--propensities"},
      {request.options.evaluation.repetitions > 1, "--repetitions"},
      {request.format == "json", "--format json"},
      {request.format == "text", "--format text"}};
  for (const auto& [given, flag] : others) {
    if (given) throw SpecErrors(fmt::format("{} does not go with --one-pass", flag));
  }
  if (is_prepared_table(request.output.log)) {
    refuse_table_options(request.reading);
    return;
  }
  throw SpecErrors(fmt::format(
      "--one-pass reads a prepared log with target policies: 'replaybench data prepare {} "
      "--policy-column COLUMN --out FILE' makes one",
      request.output.log));
}

std::vector<Component<EvaluatorDescription>> evaluators_of(const std::vector<std::string>& texts) {
  std::vector<Component<EvaluatorDescription>> found;
  std::vector<SpecProblem> problems;
  for (const auto& text : texts) {
    auto component =
        find_component(text, {"--evaluator", 1, 1}, evaluators_table(), "evaluator", problems);
    if (component) found.push_back(std::move(*component));
  }
  if (!problems.empty()) throw SpecErrors(problems);
  return found;
}

// The estimates as those of any other evaluation; of the log they know the number of records alone.
EvaluationTable table_of(OnePassResult result, std::size_t evaluators) {
  EvaluationTable table;
  EvaluatedSegment whole;
  whole.whole = true;
  whole.records = result.records;
  whole.log_value = {nan, nan, nan};
  for (std::size_t i = 0; i < result.estimates.size(); ++i) {
    OnePassEstimate& from = result.estimates[i];
    if (i % evaluators == 0) table.algorithms.push_back(from.policy);
    if (i < evaluators) table.evaluators.push_back(from.evaluator);
    Evaluation evaluation;
    evaluation.algorithm = std::move(from.policy);
    evaluation.evaluator = std::move(from.evaluator);
    evaluation.records = result.records;
    evaluation.estimate = from.judged.estimate;
    evaluation.standard_error = from.judged.standard_error;
    evaluation.interval = std::move(from.judged.interval);
    evaluation.accepted = static_cast<double>(from.accepted);
    evaluation.weights = from.weights;
    evaluation.withheld = std::move(from.judged.withheld);
    evaluation.log_value = whole.log_value;
    evaluation.warnings = std::move(from.judged.warnings);
    whole.pairs.push_back({i / evaluators, i % evaluators, std::move(evaluation), {}, {}});
  }
  table.segments.push_back(std::move(whole));
  return table;
}

}  // namespace

void run_one_pass(const EvaluateRequest& request, bool shown) {
  require_flags(request);
  std::vector<std::string> texts = request.evaluators;
  if (texts.empty()) texts = {default_evaluator(EvaluationSituation::columns).evaluator};
  std::atomic<std::uint64_t> passed = 0, expected = 0;
  const CountScope counting(&passed);
  std::optional<BackgroundProgress> progress;
  if (shown) {
    progress.emplace("evaluate", [&] {
      if (expected == 0) return BackgroundProgress::State{"checking the file", 0};
      const auto state = EvaluationProgress({.passes = 1, .records = expected}).at(1, passed);
      return BackgroundProgress::State{state.done, state.share};
    });
  }
  OnePassResult result = evaluate_in_one_pass(request.output.log, evaluators_of(texts),
                                              request.options.evaluation.jobs, &expected);
  progress.reset();
  const std::uint64_t records = result.records;
  const EvaluationTable table = table_of(std::move(result), texts.size());
  EvaluationOutput output = request.output;
  output.labels = table.algorithms;
  output.evaluators = texts;
  if (request.format == "csv") {
    print_csv(output, table);
    return;
  }
  fmt::print("log    {} ({} records, read in blocks: what the log assumes was not tested)\n\n",
             output.log, records);
  print_lines_of_table(output, table);
}

}  // namespace replaybench::cli
