#include "suite/cli/evaluate_request.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <thread>

#include "suite/cli/flag_values.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

// "role=column" of --columns.
void add_role(const std::string& text, std::map<std::string, std::string>& columns,
              std::vector<SpecProblem>& problems) {
  const auto at = text.find('=');
  if (at == std::string::npos || at == 0) {
    problems.push_back(
        {{}, "--columns: " + quoted_text(text) + " is not ROLE=COLUMN, such as action=item_id"});
  } else if (!columns.emplace(text.substr(0, at), text.substr(at + 1)).second) {
    problems.push_back(
        {{}, "--columns: " + quoted_text(text.substr(0, at)) + " is given two columns"});
  }
}

// "column:buckets" of --hashed.
void add_hashed(const std::string& text, std::vector<HashedColumn>& hashed,
                std::vector<SpecProblem>& problems) {
  const auto at = text.rfind(':');
  std::uint32_t buckets = 0;
  if (at != std::string::npos && at > 0) {
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + at + 1, end, buckets);
    if (read.ec == std::errc{} && read.ptr == end) {
      hashed.push_back({text.substr(0, at), buckets});
      return;
    }
  }
  problems.push_back(
      {{}, "--hashed: " + quoted_text(text) + " is not COLUMN:BUCKETS, such as user_agent:64"});
}

void add_log_flags(CLI::App& command, EvaluateRequest& request) {
  InputLogOptions& reading = request.reading;
  command
      .add_option(
          "--log", request.output.log,
          "CSV, dsjson, VW text, npz or Parquet, plain, gzip or zstd ('-': standard input): "
          "action, reward, [propensity], [pool], [timestamp], [logger], x_*; or a prepared "
          "log; or a folder with files of Yahoo! R6B")
      ->required();
  command
      .add_option("--columns", request.columns,
                  "columns that have other names: action=item_id,reward=click,propensity=ps; also "
                  "pool, timestamp, logger")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--features", reading.features,
                  "the feature columns: names and patterns, 'age,score,user_*'; default: x_*")
      ->delimiter(',');
  command
      .add_option("--categorical", reading.categorical,
                  "columns of texts: a feature of 0 and 1 per value; country,device")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--hashed", request.hashed,
                  "columns of texts: a feature of 0 and 1 per bucket; user_agent:64")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--policy-column", reading.policy_columns,
                  "a column with a target policy's probability of the logged action; repeatable")
      ->allow_extra_args(false);
  command
      .add_option(
          "--policy-columns", reading.policy_patterns,
          "columns with a target policy's probabilities of all actions: pi_*, where * is the "
          "action; repeatable")
      ->allow_extra_args(false);
  command
      .add_option("--q-columns", reading.prediction_patterns,
                  "columns with a model's predicted rewards of all actions: q_*; repeatable")
      ->allow_extra_args(false);
  command.add_option("--cluster", reading.cluster,
                     "a column (user, session) whose records depend on each other: intervals and "
                     "tests by cluster");
  command.add_option(
      "--input-format", reading.format,
      "csv, dsjson, vw, npz, parquet or prepared; default: recognised by the content");
  command
      .add_option("--feature-buckets", reading.feature_buckets,
                  "hash the names of features of dsjson and VW text into so many; 0: one per name")
      ->check(CLI::Range(0, 65536));
  command
      .add_option("--separator", request.separator, "of the fields of a CSV file: ';' or tab, say")
      ->capture_default_str();
  command.add_flag("!--no-intercept", reading.intercept, "do not append a constant feature");
  command.add_flag("--skip-bad-lines", reading.skip_bad_lines,
                   "leave malformed lines out instead of stopping");
}

void add_component_flags(CLI::App& command, EvaluateRequest& request) {
  command
      .add_option("--algorithm", request.algorithms,
                  "'name' or 'name{parameter=value, ...}'; see list, describe; repeatable")
      ->allow_extra_args(false);
  command
      .add_option("--evaluator", request.evaluators,
                  fmt::format("the same; see list evaluators; repeatable; default: {}, or {} where "
                              "a target policy is given by columns",
                              default_on_log(), default_for_targets()))
      ->allow_extra_args(false);
}

void add_comparison_flags(CLI::App& command, EvaluateRequest& request) {
  command
      .add_option("--baseline", request.baseline,
                  "logged: the lift over the policy that wrote the log, with its paired interval")
      ->check(CLI::IsMember({"logged"}));
  command.add_option("--by", request.reading.segment,
                     "a column whose values divide the log into segments: a table of each");
  command
      .add_option("--bootstrap", request.options.bootstrap,
                  "resamples for paired intervals where an evaluator gives no influence of each "
                  "record; 0: none")
      ->check(CLI::Validator(
          [](const std::string& text) -> std::string {
            std::uint64_t value = 0;
            const char* const end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, value);
            const bool whole = read.ec == std::errc{} && read.ptr == end;
            if (whole && (value == 0 || (value >= 40 && value <= 1'000'000))) return {};
            return "\"" + text + "\" is not 0 or a whole number from 40 to 1000000";
          },
          "0, 40..1000000"));
}

void add_output_flags(CLI::App& command, EvaluateRequest& request) {
  command.add_flag("--progress", request.progress,
                   "show the passes done also when the standard error is no terminal");
  command.add_flag("--show-unreliable", request.output.show_unreliable,
                   "print an estimate that rests on too few effective records");
  command.add_flag(
      "--actions", request.output.all_actions,
      fmt::format("print the table of actions also when there are more than {}", few_actions));
  command
      .add_option("--format", request.format,
                  "text, table, csv or json; default: text for one estimate, else table")
      ->check(CLI::IsMember({"text", "table", "csv", "json"}));
}

}  // namespace

void add_flags(CLI::App& command, EvaluateRequest& request) {
  EvaluationOptions& evaluation = request.options.evaluation;
  add_log_flags(command, request);
  add_component_flags(command, request);
  add_seed(command, evaluation.seed, "of the algorithm's draws");
  command
      .add_option("--repetitions", evaluation.repetitions,
                  "runs with different draws of the algorithm")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  evaluation.jobs = std::max(1u, std::thread::hardware_concurrency());
  command
      .add_option("--jobs", evaluation.jobs,
                  "repetitions at the same time; the result does not depend on it")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  add_comparison_flags(command, request);
  add_output_flags(command, request);
}

void finish_flags(EvaluateRequest& request) {
  std::vector<SpecProblem> problems;
  request.reading.separator = separator_of(request.separator);
  for (const auto& text : request.columns) add_role(text, request.reading.columns, problems);
  for (const auto& text : request.hashed) add_hashed(text, request.reading.hashed, problems);
  const bool targets =
      !request.reading.policy_columns.empty() || !request.reading.policy_patterns.empty();
  if (request.algorithms.empty() && !targets) {
    problems.push_back({{},
                        "nothing to evaluate: --algorithm names an algorithm, --policy-column or "
                        "--policy-columns a target policy of the log"});
  }
  if (!problems.empty()) throw SpecErrors(problems);
  if (request.evaluators.empty()) {
    request.evaluators.push_back(targets ? default_for_targets() : default_on_log());
  }
  request.options.lift = !request.baseline.empty();
}

NamedComponents find_components(EvaluateRequest& request, const std::shared_ptr<const Log>& log) {
  NamedComponents named;
  std::vector<SpecProblem> problems;
  for (const TargetPolicy& target : log->targets) {
    named.algorithms.push_back(algorithm_of_target(target.name));
    request.output.labels.push_back(target.name);
  }
  for (const auto& text : request.algorithms) {
    auto found =
        find_component(text, {"--algorithm", 1, 1}, algorithms_table(), "algorithm", problems);
    if (found) named.algorithms.push_back(std::move(*found));
    request.output.labels.push_back(text);
  }
  for (const auto& text : request.evaluators) {
    auto found =
        find_component(text, {"--evaluator", 1, 1}, evaluators_table(), "evaluator", problems);
    if (found) named.evaluators.push_back(std::move(*found));
    request.output.evaluators.push_back(text);
  }
  if (!problems.empty()) throw SpecErrors(problems);
  return named;
}

bool is_single(const EvaluateRequest& request, const NamedComponents& named) {
  return named.algorithms.size() == 1 && named.evaluators.size() == 1 && !request.options.lift &&
         request.reading.segment.empty() && request.format != "table" && request.format != "csv";
}

}  // namespace replaybench::cli
