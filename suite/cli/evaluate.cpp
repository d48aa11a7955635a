// The practitioner's command: flags in, an estimate with its interval and every warning out. The
// work is done by suite/evaluate.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/cli/commands.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/log_input.hpp"

namespace replaybench::cli {

namespace {

struct Request {
  std::string log;
  std::string algorithm;
  std::string evaluator = "replay";
  EvaluationOptions options;
  bool no_intercept = false;
  bool skip_bad_lines = false;
  std::string format = "text";
};

// NaN has no place in JSON.
nlohmann::ordered_json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  return value;
}

void print_json(const Request& request, const InputLog& input, const Evaluation& evaluation) {
  nlohmann::ordered_json json;
  json["estimate"] = number(evaluation.estimate);
  json["standard_error"] = number(evaluation.standard_error);
  json["interval"] = {{"low", number(evaluation.interval.low)},
                      {"high", number(evaluation.interval.high)},
                      {"level", evaluation.interval.level},
                      {"method", evaluation.interval.method}};
  json["records"] = evaluation.records;
  if (evaluation.repetitions == 1) {
    json["accepted"] = static_cast<std::uint64_t>(evaluation.accepted);
  } else {
    json["accepted"] = number(evaluation.accepted);  // a mean
  }
  if (!evaluation.rows.empty()) {
    for (const ResultRow& row : evaluation.rows) {
      nlohmann::ordered_json entry;
      entry["step"] = row.step;
      for (std::size_t i = 0; i < evaluation.columns.size(); ++i) {
        entry[evaluation.columns.names()[i]] = number(row.values[i]);
      }
      json["rows"].push_back(entry);
    }
  }
  json["remarks"] = evaluation.remarks;
  json["warnings"] = nlohmann::ordered_json::array();
  for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
    for (const auto& warning : *list) json["warnings"].push_back(warning.sentence);
  }
  json["algorithm"] = evaluation.algorithm;
  json["evaluator"] = evaluation.evaluator;
  json["log"] = request.log;
  json["seed"] = evaluation.seed;
  json["repetitions"] = evaluation.repetitions;
  json["actions"] = input.log->action_count;
  json["features"] = input.log->dimension;
  json["lines"] = input.lines;
  json["bad_lines"] = input.bad_lines;
  json["ignored_columns"] = input.ignored_columns;
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_rows(const Evaluation& evaluation) {
  std::vector<std::vector<std::string>> lines{{"step"}};
  lines[0].insert(lines[0].end(), evaluation.columns.names().begin(),
                  evaluation.columns.names().end());
  for (const ResultRow& row : evaluation.rows) {
    lines.push_back({std::to_string(row.step)});
    for (const double value : row.values) {
      lines.back().push_back(std::isfinite(value) ? fmt::format("{:.5g}", value) : "-");
    }
  }
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::size_t width = 0;
      for (const auto& other : lines) width = std::max(width, other[i].size());
      fmt::print("{}{:>{}}", i == 0 ? "" : "  ", line[i], width);
    }
    fmt::print("\n");
  }
}

void print_warnings(const std::vector<EvaluationWarning>& warnings) {
  for (const auto& warning : warnings) fmt::print("warning         {}\n", warning.sentence);
}

void print_text(const Request& request, const InputLog& input, const Evaluation& evaluation) {
  const auto decimal = [](double value) {
    return std::isfinite(value) ? fmt::format("{:.6g}", value) : std::string("-");
  };
  fmt::print("log             {} ({} records, {} actions, {} features)\n", request.log,
             input.log->size(), input.log->action_count, input.log->dimension);
  fmt::print("algorithm       {}\n", evaluation.algorithm);
  fmt::print("evaluator       {}\n", evaluation.evaluator);
  // Who reads an estimate has read what is wrong with its log.
  print_warnings(evaluation.assumption_violations);
  fmt::print("estimate        {}\n", decimal(evaluation.estimate));
  fmt::print("standard error  {}\n", decimal(evaluation.standard_error));
  const EvaluationInterval& interval = evaluation.interval;
  fmt::print("{:.0f}% interval    [{}, {}]  ({})\n", 100 * interval.level, decimal(interval.low),
             decimal(interval.high), interval.method);
  fmt::print("accepted        {:.6g} of {} records", evaluation.accepted, evaluation.records);
  if (evaluation.repetitions > 1) fmt::print(" (mean of {} repetitions)", evaluation.repetitions);
  fmt::print("\n");
  for (const auto& column : input.ignored_columns) fmt::print("ignored column  {}\n", column);
  if (!evaluation.rows.empty()) print_rows(evaluation);
  for (const auto& remark : evaluation.remarks) fmt::print("remark          {}\n", remark);
  print_warnings(evaluation.warnings);
}

}  // namespace

void add_evaluate(CLI::App& app, CommandContext&) {
  auto* command = app.add_subcommand("evaluate", "how good is an algorithm, given only this log?");
  auto request = std::make_shared<Request>();
  command
      ->add_option(
          "--log", request->log,
          "CSV, plain or gzip: action, reward, [propensity], [pool], [timestamp], x_*; or a "
          "prepared log; or a folder with files of Yahoo! R6B")
      ->required();
  command
      ->add_option("--algorithm", request->algorithm,
                   "for example 'lin_ucb{alpha=1, lambda=1}'; see list, describe")
      ->required();
  command
      ->add_option("--evaluator", request->evaluator,
                   "for example 'replay{weights=\"propensity\"}'")
      ->capture_default_str();
  add_seed(*command, request->options.seed, "of the algorithm's draws");
  command
      ->add_option("--repetitions", request->options.repetitions,
                   "runs with different draws of the algorithm")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_flag("--no-intercept", request->no_intercept, "do not append a constant feature");
  command->add_flag("--skip-bad-lines", request->skip_bad_lines,
                    "leave malformed lines out instead of stopping");
  command->add_option("--format", request->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->callback([request] {
    const InputLog input =
        open_log(request->log, {!request->no_intercept, request->skip_bad_lines});
    for (const auto& bad : input.bad) tell(bad);
    const auto components = find_evaluation_components(request->algorithm, request->evaluator);
    request->options.log_name = request->log;
    const Evaluation evaluation =
        evaluate(input, components.algorithm, components.evaluator, request->options);
    if (request->format == "json") {
      print_json(*request, input, evaluation);
    } else {
      print_text(*request, input, evaluation);
    }
  });
}

}  // namespace replaybench::cli
