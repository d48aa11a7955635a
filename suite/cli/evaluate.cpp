// The practitioner's command: flags in, an estimate with its interval and every warning out. The
// work is done by suite/evaluate.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "suite/cli/commands.hpp"
#include "suite/cli/evaluation_output.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/progress.hpp"
#include "suite/estimation/pass_progress.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/evaluation_warnings.hpp"
#include "suite/evaluate/log_input.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

struct Request {
  EvaluationOutput output;
  std::string algorithm;
  std::string evaluator = default_on_log();
  EvaluationOptions options;
  InputLogOptions reading;
  std::string separator = ",";
  bool progress = false;
  std::string format = "text";
};

// What separates the fields, as a user writes it: ';', 'tab', '\t'.
char separator_of(const std::string& text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() == 1 && text[0] != '"' && text[0] != '\n' && text[0] != '\0') return text[0];
  throw SpecErrors("--separator: " + quoted_text(text) +
                   " is not one character; allowed: a character such as ';', or tab");
}

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

}  // namespace

void add_evaluate(CLI::App& app, CommandContext&) {
  auto* command = app.add_subcommand("evaluate", "how good is an algorithm, given only this log?");
  auto request = std::make_shared<Request>();
  command
      ->add_option(
          "--log", request->output.log,
          "CSV, dsjson, VW text, npz or Parquet, plain, gzip or zstd ('-': standard input): "
          "action, "
          "reward, [propensity], [pool], [timestamp], x_*; or a prepared log; or a folder with "
          "files of Yahoo! R6B")
      ->required();
  command
      ->add_option("--algorithm", request->algorithm,
                   "'name' or 'name{parameter=value, ...}'; see list, describe")
      ->required();
  command->add_option("--evaluator", request->evaluator, "the same; see list evaluators")
      ->capture_default_str();
  add_seed(*command, request->options.seed, "of the algorithm's draws");
  command
      ->add_option("--repetitions", request->options.repetitions,
                   "runs with different draws of the algorithm")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  request->options.jobs = std::max(1u, std::thread::hardware_concurrency());
  command
      ->add_option("--jobs", request->options.jobs,
                   "repetitions at the same time; the result does not depend on it")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_flag("--progress", request->progress,
                    "show the passes done also when the standard error is no terminal");
  command
      ->add_option("--features", request->reading.features,
                   "the feature columns: names and patterns, 'age,score,user_*'; default: x_*")
      ->delimiter(',');
  command->add_option("--cluster", request->reading.cluster,
                      "a column (user, session) whose records depend on each other: intervals and "
                      "tests by cluster");
  command
      ->add_option("--separator", request->separator,
                   "of the fields of a CSV file: ';' or tab, say")
      ->capture_default_str();
  command->add_option(
      "--input-format", request->reading.format,
      "csv, dsjson, vw, npz, parquet or prepared; default: recognised by the content");
  command
      ->add_option("--feature-buckets", request->reading.feature_buckets,
                   "hash the names of features of dsjson and VW text into so many; 0: one per name")
      ->check(CLI::Range(0, 65536));
  command->add_flag("!--no-intercept", request->reading.intercept,
                    "do not append a constant feature");
  command->add_flag("--skip-bad-lines", request->reading.skip_bad_lines,
                    "leave malformed lines out instead of stopping");
  command->add_flag("--show-unreliable", request->output.show_unreliable,
                    "print an estimate that rests on too few effective records");
  command->add_flag(
      "--actions", request->output.all_actions,
      fmt::format("print the table of actions also when there are more than {}", few_actions));
  command->add_option("--format", request->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->callback([request] {
    request->reading.separator = separator_of(request->separator);
    const InputLog input = open_log(request->output.log, request->reading);
    for (const auto& bad : input.bad) tell(bad);
    const auto components = find_evaluation_components(request->algorithm, request->evaluator);
    request->options.log_name = request->output.log;
    const Evaluation evaluation = [&] {
      std::optional<EvaluationProgress> progress;
      if (request->progress || ::isatty(STDERR_FILENO)) {
        progress.emplace(expected_passes(components.evaluator, request->options.repetitions));
      }
      // Before the work, which it may make endless.
      if (const std::string many = warning_of_many_actions(*input.log); !many.empty()) {
        tell("warning: " + many);
      }
      return evaluate(input, components.algorithm, components.evaluator, request->options);
    }();
    if (request->format == "json") {
      print_json(request->output, input, evaluation);
    } else {
      print_text(request->output, input, evaluation);
    }
  });
}

}  // namespace replaybench::cli
