// The practitioner's command: an estimate with its interval and every warning, or a table of
// several. The flags are in evaluate_request.cpp; the work is done by suite/evaluate.

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "suite/cli/commands.hpp"
#include "suite/cli/evaluate_request.hpp"
#include "suite/cli/evaluation_json.hpp"
#include "suite/cli/evaluation_table.hpp"
#include "suite/cli/one_pass.hpp"
#include "suite/cli/progress.hpp"
#include "suite/estimation/pass_progress.hpp"
#include "suite/evaluate/evaluation_warnings.hpp"

namespace replaybench::cli {

namespace {

// Shows the passes of an evaluation that takes longer than two seconds, from a thread of its own.
class EvaluationProgress {
 public:
  explicit EvaluationProgress(std::uint64_t expected)
      : thread_([this, expected] { show(expected); }) {}
  ~EvaluationProgress() {
    {
      const std::scoped_lock lock(mutex_);
      done_ = true;
    }
    finished_.notify_one();
    thread_.join();
  }

 private:
  void show(std::uint64_t expected) {
    Progress progress("evaluate");
    std::unique_lock lock(mutex_);
    auto pause = std::chrono::milliseconds(2000);
    while (!finished_.wait_for(lock, pause, [this] { return done_; })) {
      pause = std::chrono::milliseconds(200);
      const std::uint64_t pass = std::max<std::uint64_t>(1, estimation::passes_begun());
      // An evaluator of evaluators makes more passes than its own parameters say.
      if (pass > expected) {
        progress.show_share(fmt::format("pass {}", pass), 0);
      } else {
        progress.show_share(fmt::format("pass {} of {}", pass, expected),
                            static_cast<double>(pass - 1) / static_cast<double>(expected));
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::thread thread_;
};

std::uint64_t passes_of(const EvaluateRequest& request, const NamedComponents& named,
                        const InputLog& input) {
  std::uint64_t passes = 0;
  for (const auto& evaluator : named.evaluators) {
    passes += expected_passes(evaluator, request.options.evaluation.repetitions);
  }
  return passes * named.algorithms.size() * (input.segment_names.size() + 1) *
         (request.options.bootstrap + 1);
}

void print_one(const EvaluateRequest& request, const InputLog& input,
               const Evaluation& evaluation) {
  if (request.format == "json") {
    print_json(request.output, input, evaluation);
  } else {
    print_text(request.output, input, evaluation);
  }
}

void print_all(const EvaluateRequest& request, const InputLog& input,
               const EvaluationTable& table) {
  if (request.format == "json") {
    print_json(request.output, input, table, request.options.evaluation);
    return;
  }
  if (request.format == "csv") {
    print_csv(request.output, table);
    return;
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

void run_evaluate(EvaluateRequest& request) {
  finish_flags(request);
  if (request.one_pass) {
    run_one_pass(request);
    return;
  }
  InputLog input = open_log(request.output.log, request.reading);
  use_propensities(request, input);
  for (const auto& bad : input.bad) tell(bad);
  const NamedComponents named = find_components(request, input.log);
  request.options.evaluation.log_name = request.output.log;
  std::optional<EvaluationProgress> progress;
  if (request.progress || ::isatty(STDERR_FILENO)) {
    progress.emplace(passes_of(request, named, input));
  }
  // Before the work, which it may make endless.
  if (const std::string many = warning_of_many_actions(*input.log); !many.empty()) {
    tell("warning: " + many);
  }
  if (is_single(request, named, input)) {
    const Evaluation evaluation = evaluate(input, named.algorithms.front(),
                                           named.evaluators.front(), request.options.evaluation);
    progress.reset();
    print_one(request, input, evaluation);
    return;
  }
  const EvaluationTable table =
      evaluate_all(input, named.algorithms, named.evaluators, request.options);
  progress.reset();
  print_all(request, input, table);
}

}  // namespace

void add_evaluate(CLI::App& app, CommandContext&) {
  auto* command = app.add_subcommand("evaluate", "how good is an algorithm, given only this log?");
  auto request = std::make_shared<EvaluateRequest>();
  add_flags(*command, *request);
  command->callback([request] { run_evaluate(*request); });
}

}  // namespace replaybench::cli
