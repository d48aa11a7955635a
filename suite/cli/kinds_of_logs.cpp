// The commands `slates` and `continuous`: `evaluate` for logs of slates and of real-valued actions, with
// every evaluator of such logs where none is named. Hidden from the list of commands: other names of one.

#include <fmt/format.h>

#include <map>

#include "suite/cli/commands.hpp"
#include "suite/cli/evaluate_request.hpp"
#include "suite/component/registry.hpp"

namespace replaybench::cli {

namespace {

struct KindRequest : EvaluateRequest {
  /// Parameters of evaluators by name, as text: given to those that have them.
  std::map<std::string, std::string> parameters;
  // The flags that they come from.
  std::string logger, kernel;
  std::uint64_t actions = 0;
  std::vector<double> bandwidths, range;
};

// Every evaluator of logs of this kind, and every other name that stands for one with parameters.
std::vector<std::string> names_of_kind(LogKind kind) {
  std::vector<std::string> names;
  for (const EvaluatorDescription* evaluator : evaluators_table()) {
    if (evaluator->properties.reads != kind) continue;
    names.push_back(evaluator->name);
    for (const std::string& alias : aliases_of(*evaluator)) {
      const auto end = alias.find('{');
      if (end != std::string::npos) names.push_back(alias.substr(0, end));
    }
  }
  return names;
}

// The evaluator with those of the parameters that it has. A text with parameters of its own stays.
std::string with_parameters(const std::string& evaluator,
                            const std::map<std::string, std::string>& parameters) {
  const EvaluatorDescription* description = find_description(evaluator, evaluators_table());
  if (!description) return evaluator;
  std::string given;
  for (const auto& [name, value] : parameters) {
    if (!find_parameter(description->parameters, name.c_str())) continue;
    given += fmt::format("{}{}={}", given.empty() ? "" : ", ", name, value);
  }
  return given.empty() ? evaluator : fmt::format("{}{{{}}}", evaluator, given);
}

void evaluate_kind(KindRequest& request, LogKind kind) {
  if (request.evaluators.empty()) request.evaluators = names_of_kind(kind);
  request.evaluator_labels = request.evaluators;
  for (std::string& evaluator : request.evaluators) {
    evaluator = with_parameters(evaluator, request.parameters);
  }
  request.kind = kind;
  run_evaluate(request);
}

std::string list_of(const std::vector<double>& numbers) { return to_text(ParameterValue(numbers)); }

void add_common_flags(CLI::App& command, KindRequest& request, const std::string& log) {
  request.format = "table";
  command.add_option("--log", request.logs, log)->required()->allow_extra_args(false);
  command
      .add_option("--evaluator,--estimator", request.evaluators,
                  "'name' or 'name{parameter=value, ...}'; repeatable; default: all that the "
                  "columns allow")
      ->allow_extra_args(false);
  // The options of tables that these logs are read without, and those that the command has otherwise.
  add_reading_and_comparison_flags(
      command, request,
      {"path", "kind", "features", "categorical", "hashed", "policy_column", "policy_columns",
       "q_columns", "pool_separator", "missing_reward", "missing_feature", "max_actions",
       "intercept", "normalise", "skip_bad_lines", "feature_buckets", "action_features",
       "reward_range"});
  add_run_flags(command, request);
}

void add_slate_flags(CLI::App& command, KindRequest& request) {
  add_common_flags(
      command, request,
      "CSV, npz or Parquet, plain, gzip or zstd ('-': standard input), with a line per "
      "slot: slate, slot, reward, and probabilities");
  command
      .add_option("--logger", request.logger,
                  "how the log's slates were made, for the pseudo-inverse: product (each slot by "
                  "itself), or uniform_ranking (different actions, each order alike) [product]")
      ->check(CLI::IsMember({"product", "uniform_ranking"}));
  command
      .add_option("--actions", request.actions,
                  "number of actions that a uniform_ranking chose from; default: those in the log")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
}

void finish_slate_flags(KindRequest& request) {
  if (request.actions > 0 && request.logger != "uniform_ranking") {
    throw SpecErrors("--actions is for --logger uniform_ranking");
  }
  if (!request.logger.empty()) request.parameters["logger"] = quoted_text(request.logger);
  if (request.actions > 0) request.parameters["actions"] = std::to_string(request.actions);
}

void add_dose_flags(CLI::App& command, KindRequest& request) {
  add_common_flags(
      command, request,
      "CSV, npz or Parquet, plain, gzip or zstd ('-': standard input), with a line per "
      "record: action, reward, density, and a column for each policy");
  command
      .add_option("--target", request.targets,
                  "the column with a policy's actions; repeatable; default: target")
      ->allow_extra_args(false);
  command.add_option("--kernel", request.kernel,
                     "how much a logged action counts nearby [epanechnikov]");
  command.add_option(
      "--bandwidth", request.bandwidths,
      "bandwidth of the kernel, in units of the action; several, or none: chosen by SLOPE++");
  command.add_option("--range", request.range, "the least and the largest action that exist")
      ->expected(2);
}

void finish_dose_flags(KindRequest& request) {
  if (!request.kernel.empty()) request.parameters["kernel"] = quoted_text(request.kernel);
  if (!request.range.empty()) request.parameters["range"] = list_of(request.range);
  if (request.bandwidths.size() == 1) {
    request.parameters["bandwidth"] = to_text(ParameterValue(request.bandwidths.front()));
  } else if (!request.bandwidths.empty()) {
    request.parameters["candidates"] = list_of(request.bandwidths);
  }
}

}  // namespace

void add_slates(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "slates",
      "what a policy would have earned with slates (rankings, pages), from a log of them");
  command->group("");
  auto request = std::make_shared<KindRequest>();
  add_slate_flags(*command, *request);
  command->callback([request, &context] {
    request->command = context.command;
    finish_slate_flags(*request);
    evaluate_kind(*request, LogKind::slates);
  });
}

void add_continuous(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "continuous", "what a policy would have earned with real-valued actions, from a log of them");
  command->group("");
  auto request = std::make_shared<KindRequest>();
  add_dose_flags(*command, *request);
  command->callback([request, &context] {
    request->command = context.command;
    finish_dose_flags(*request);
    evaluate_kind(*request, LogKind::doses);
  });
}

}  // namespace replaybench::cli
