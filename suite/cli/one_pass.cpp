#include "suite/cli/one_pass.hpp"

#include <fmt/core.h>

#include <atomic>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/cli/progress.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/evaluate/default_evaluators.hpp"
#include "suite/evaluate/evaluation_progress.hpp"
#include "suite/evaluate/one_pass.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/text/csv_field.hpp"

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

// The warnings of an estimate, in sentences; of which the first may be why it is withheld.
std::vector<std::string> sentences_of(const OnePassEstimate& estimate) {
  std::vector<std::string> sentences;
  for (const auto& warning : estimate.judged.warnings)
    sentences.push_back(with_flags(warning.marked));
  const EvaluationInterval& interval = estimate.judged.interval;
  if (!std::isfinite(interval.low)) {
    sentences.push_back("interval " + interval.method);
  } else if (interval.level != 0.95) {
    sentences.push_back(fmt::format("the interval has level {:.4g}%", 100 * interval.level));
  }
  return sentences;
}

bool is_withheld(const EvaluateRequest& request, const OnePassEstimate& estimate) {
  return !request.output.show_unreliable && !estimate.judged.withheld.empty();
}

void print_lines(const EvaluateRequest& request, const OnePassResult& result) {
  fmt::print("log    {} ({} records, read in blocks: what the log assumes was not tested)\n\n",
             request.output.log, result.records);
  std::vector<std::vector<std::string>> lines{{"policy", "evaluator", "estimate", "std. error",
                                               "interval", "accepted", "effective", "notes"}};
  std::vector<std::string> notes;
  for (const OnePassEstimate& estimate : result.estimates) {
    const JudgedEstimate& judged = estimate.judged;
    const bool withheld = is_withheld(request, estimate);
    std::vector<std::string> sentences = sentences_of(estimate);
    if (withheld) sentences.insert(sentences.begin(), estimate.judged.withheld);
    std::string numbers;
    for (const std::string& sentence : sentences) {
      notes.push_back(sentence);
      numbers += (numbers.empty() ? "" : " ") + std::to_string(notes.size());
    }
    lines.push_back({estimate.policy, estimate.evaluator, withheld ? "-" : shown(judged.estimate),
                     withheld ? "-" : shown(judged.standard_error),
                     withheld ? "-" : shown_interval(judged.interval.low, judged.interval.high),
                     std::to_string(estimate.accepted), shown_count(estimate.weights.effective),
                     numbers});
  }
  print_columns(lines, 2);
  if (!notes.empty()) fmt::print("\nnotes\n");
  for (std::size_t i = 0; i < notes.size(); ++i) {
    fmt::print("{}\n", wrapped_on_terminal(fmt::format("{:>4}  ", i + 1), notes[i], 6));
  }
}

std::string digits(double value) { return std::isfinite(value) ? numeric::to_decimal(value) : ""; }

void print_csv_lines(const EvaluateRequest& request, const OnePassResult& result) {
  fmt::print(
      "policy,evaluator,records,estimate,standard_error,low,high,level,interval,accepted,"
      "effective_sample_size,mean_weight,mean_weight_z,largest_weight,largest_share,unsupported,"
      "withheld,warnings\n");
  for (const OnePassEstimate& estimate : result.estimates) {
    const JudgedEstimate& judged = estimate.judged;
    const bool withheld = is_withheld(request, estimate);
    std::string warnings;
    for (const std::string& sentence : sentences_of(estimate)) {
      warnings += (warnings.empty() ? "" : " | ") + sentence;
    }
    const auto number = [&](double value) { return withheld ? std::string() : digits(value); };
    const std::string fields[] = {estimate.policy,
                                  estimate.evaluator,
                                  std::to_string(result.records),
                                  number(judged.estimate),
                                  number(judged.standard_error),
                                  number(judged.interval.low),
                                  number(judged.interval.high),
                                  digits(judged.interval.level),
                                  judged.interval.method,
                                  std::to_string(estimate.accepted),
                                  digits(estimate.weights.effective),
                                  digits(estimate.weights.mean),
                                  digits(estimate.weights.z),
                                  digits(estimate.weights.largest),
                                  digits(estimate.weights.largest_share),
                                  digits(estimate.unsupported),
                                  judged.withheld,
                                  warnings};
    const char* separator = "";
    for (const std::string& field : fields) {
      fmt::print("{}{}", separator, csv_field(field));
      separator = ",";
    }
    fmt::print("\n");
  }
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
  // As the user wrote them, for a table to be read.
  for (std::size_t i = 0; i < result.estimates.size(); ++i) {
    result.estimates[i].evaluator = texts[i % texts.size()];
  }
  if (request.format == "csv") {
    print_csv_lines(request, result);
  } else {
    print_lines(request, result);
  }
}

}  // namespace replaybench::cli
