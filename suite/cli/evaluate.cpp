// The practitioner's command: an estimate with its interval and every warning, or a table of
// several. The flags are in evaluate_request.cpp; the work is done by suite/evaluate.

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "build_info.hpp"
#include "suite/cli/commands.hpp"
#include "suite/cli/evaluate_parts.hpp"
#include "suite/cli/evaluate_request.hpp"
#include "suite/cli/evaluation_table.hpp"
#include "suite/cli/output_file.hpp"
#include "suite/cli/progress.hpp"
#include "suite/cli/rehearsal_output.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/estimation/pass_progress.hpp"
#include "suite/evaluate/evaluation_progress.hpp"
#include "suite/evaluate/evaluation_warnings.hpp"
#include "suite/evaluationpage/evaluation_page.hpp"
#include "suite/evaluationpage/rehearsal_json.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/text/files.hpp"

namespace replaybench::cli {

namespace {

EvaluationWork work_of(const EvaluateRequest& request, const NamedComponents& named,
                       const InputLog& input) {
  EvaluationWork work{.passes = 0, .records = 0};
  const std::uint64_t repetitions = request.options.evaluation.repetitions;
  // Estimates of one repetition are compared by their influences, without resamples.
  const std::uint64_t resamples = repetitions > 1 ? request.options.bootstrap : 0;
  const std::uint64_t passes_of_log = named.algorithms.size() * repetitions * (resamples + 1);
  bool records_known = true;
  for (const auto& evaluator : named.evaluators) {
    const Passes passes = passes_of(evaluator);
    work.passes += passes.count * repetitions;
    records_known = records_known && passes.counts_records;
  }
  const std::size_t segments = input.segment_names.size();
  work.passes *= named.algorithms.size() * (request.options.bootstrap + 1) * (segments + 1);
  if (records_known) {
    // The segments together are the log once more.
    work.records = named.evaluators.size() * passes_of_log * input.blocks_of_log()->size() *
                   (segments > 0 ? 2 : 1);
  }
  return work;
}

// Counts what the evaluation passes, and shows it where somebody looks.
class Watch {
 public:
  Watch(bool shown, EvaluationWork expected) : counting_(&passed_) {
    if (!shown) return;
    progress_.emplace("evaluate", [this, share = EvaluationProgress(expected)]() mutable {
      const auto state = share.at(estimation::passes_begun(), passed_);
      return BackgroundProgress::State{state.done, state.share};
    });
  }
  void end() { progress_.reset(); }

 private:
  std::atomic<std::uint64_t> passed_ = 0;
  CountScope counting_;
  std::optional<BackgroundProgress> progress_;
};

void write_page(const EvaluateRequest& request, const nlohmann::ordered_json& result) {
  const bool is_file = !request.logs.empty() && request.reading.path != "-";
  write_file(
      request.report,
      evaluation_page(result, {.command = "replaybench " + request.command,
                               .version = REPLAYBENCH_VERSION,
                               .log_digest = is_file ? digest_of_log(request.reading) : ""}));
  tell("page: " + request.report);
}

void print_one(const EvaluateRequest& request, const InputLog& input,
               const Evaluation& evaluation) {
  if (request.options.evaluation.keep_details) {
    const auto json = json_of(request.output, input, evaluation);
    if (!request.report.empty()) write_page(request, json);
    if (request.format == "json") print_json(json);
  }
  if (request.format != "json") print_text(request.output, input, evaluation);
}

// `rehearsal`: null if none was asked for.
void print_all(const EvaluateRequest& request, const InputLog& input, const EvaluationTable& table,
               const rehearsal::Rehearsal* rehearsal) {
  if (request.options.evaluation.keep_details) {
    auto json = json_of(request.output, input, table, request.options.evaluation);
    if (rehearsal) json["rehearsal"] = json_of(*rehearsal, request.output);
    if (!request.report.empty()) write_page(request, json);
    if (request.format == "json") print_json(json);
  }
  if (request.format == "json") return;
  if (request.format == "csv") {
    print_csv(request.output, table);
    return;
  }
  if (rehearsal) {
    print_rehearsal(request.output, input, table, *rehearsal);
    if (request.format.empty() && rehearsal->impossible.empty()) return;
    fmt::print("\n");
  }
  if (request.format == "text") {
    for (const auto& pair : table.segments.back().pairs) {
      if (!pair.evaluation) continue;
      print_text(request.output, input, *pair.evaluation);
      fmt::print("\n");
    }
  }
  print_table(request.output, input, table);
}

// Rehearses what was evaluated, and shows how far it is.
rehearsal::Rehearsal rehearsed(const EvaluateRequest& request, const InputLog& input,
                               const NamedComponents& named, const EvaluationTable& table,
                               bool shown) {
  std::atomic<std::uint64_t> done = 0, of = 0;
  rehearsal::RehearsalOptions options{.seed = request.options.evaluation.seed,
                                      .twins = request.rehearse,
                                      .minutes = request.minutes,
                                      .asks_lift = request.options.lift,
                                      .jobs = request.options.evaluation.jobs,
                                      .done = &done,
                                      .of = &of};
  std::optional<BackgroundProgress> progress;
  if (shown) {
    progress.emplace("rehearse", [&] {
      const double all = static_cast<double>(of.load());
      return BackgroundProgress::State{
          all > 0 ? fmt::format("{} of {} twins", done.load(), of.load()) : "models",
          all > 0 ? static_cast<double>(done.load()) / all : 0};
    });
  }
  return rehearse(input, named.algorithms, named.evaluators,
                  {request.output.labels, request.output.evaluators}, table.segments.back(),
                  options);
}

void evaluate_merged_parts(EvaluateRequest& request) {
  const MergedLog merged = merge_requested_parts(request);
  request.options.evaluation.keep_details = request.format == "json";
  const auto& plan = merged.plan;
  if (is_single(request, plan.policies.size(), plan.evaluators.size(), merged.input)) {
    print_one(request, merged.input, merged.table.segments.back().pairs.front().evaluation.value());
  } else {
    print_all(request, merged.input, merged.table, nullptr);
  }
}

}  // namespace

void run_evaluate(EvaluateRequest& request) {
  if (!request.schema.empty()) {
    request.schema == "json" ? print_json_schema() : print_csv_schema();
    return;
  }
  request.output.sentence = &with_flags;
  if (!request.parts.empty()) {
    evaluate_merged_parts(request);
    return;
  }
  refuse_flags_of_whole_logs(request);
  finish_flags(request);
  require_writable("--report", request.report, page_beginning);
  require_writable("--partial", request.partial, part_beginning);
  request.options.evaluation.keep_details = request.format == "json" || !request.report.empty();
  const bool shown = request.progress || ::isatty(STDERR_FILENO);
  InputLog input = read_requested_log(request, shown);
  use_propensities(request, input);
  for (const auto& bad : input.bad_line_texts()) tell(with_flags(bad));
  const NamedComponents named = find_components(request, input.log);
  request.options.evaluation.log_name = request.output.log;
  if (!request.partial.empty()) {
    write_part(request, named, input);
    return;
  }
  Watch watch(shown, work_of(request, named, input));
  // Before the work, which it may make endless.
  if (const std::string many =
          warning_of_many_actions(input.log->action_count, input.blocks_of_log()->size());
      !many.empty()) {
    tell("warning: " + many);
  }
  if (is_single(request, named.algorithms.size(), named.evaluators.size(), input)) {
    const Evaluation evaluation = evaluate(input, named.algorithms.front(),
                                           named.evaluators.front(), request.options.evaluation);
    watch.end();
    print_one(request, input, evaluation);
    return;
  }
  request.options.evaluation.keep_parts = request.rehearse > 0;
  const EvaluationTable table =
      evaluate_all(input, named.algorithms, named.evaluators, request.options);
  watch.end();
  std::optional<rehearsal::Rehearsal> rehearsal;
  if (request.rehearse > 0) rehearsal = rehearsed(request, input, named, table, shown);
  print_all(request, input, table, rehearsal ? &*rehearsal : nullptr);
}

void add_evaluate(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("evaluate", "how good is an algorithm, given only this log?");
  auto request = std::make_shared<EvaluateRequest>();
  add_flags(*command, *request);
  add_rehearsal_flags(*command, *request);
  add_part_flags(*command, *request);
  command->callback([request, &context] {
    request->command = context.command;
    context.out_of_memory =
        "; policies of columns under ips, snips and their variants, or dm, dr and its variants "
        "with "
        "model=\"given\", and learning algorithms under --evaluator replay, are read in blocks; "
        "other evaluations, such as fitted models and resamples, need the whole log in memory: "
        "evaluate a sample of it, whose interval shows its error, or sum it in parts (--partial)";
    run_evaluate(*request);
  });
}

void add_rehearse(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "rehearse", "which estimate of a policy to trust on this log: evaluate --rehearse");
  command->group("");
  auto request = std::make_shared<EvaluateRequest>();
  request->rehearse = usual_twins;
  add_flags(*command, *request);
  add_rehearsal_flags(*command, *request);
  command->callback([request, &context] {
    request->command = context.command;
    run_evaluate(*request);
  });
}

}  // namespace replaybench::cli
