// The practitioner's command: an algorithm, a log, an estimate with its interval, and every doubt
// about it.

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/cli/commands.hpp"
#include "suite/evaluate/log_input.hpp"
#include "suite/log/assumption_tests.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::cli {

namespace {

constexpr double level = 0.95;

struct Request {
  std::string log;
  std::string algorithm;
  std::string evaluator = "replay";
  std::uint64_t seed = 1;
  std::uint64_t repetitions = 1;
  bool no_intercept = false;
  bool skip_bad_lines = false;
  std::string format = "text";
};

class LogDataset final : public Dataset {
 public:
  explicit LogDataset(std::shared_ptr<const Log> log) : log_(std::move(log)) {}
  std::shared_ptr<const Log> log() const override { return log_; }

 private:
  std::shared_ptr<const Log> log_;
};

struct Answer {
  std::string algorithm;
  std::string evaluator;
  double estimate = 0;
  double standard_error = std::nan("");
  double low = std::nan("");
  double high = std::nan("");
  std::string method;
  double accepted = 0;  // mean over repetitions
  std::vector<std::string> columns;
  std::vector<ResultRow> rows;        // of an evaluator that gives several
  std::vector<std::string> remarks;   // the evaluator's own
  std::vector<std::string> doubts;    // what does not hold of what it assumes of the log
  std::vector<std::string> warnings;  // and of the estimate
};

bool all_binary(const Log& log) {
  for (const double reward : log.rewards) {
    if (reward != 0 && reward != 1) return false;
  }
  return true;
}

// Wilson's score interval for `successes` of `trials`: honest for few successes, where the normal
// one is not.
void wilson(Answer& answer, double successes, double trials, double z) {
  const double rate = successes / trials;
  const double z2 = z * z / trials;
  const double centre = (rate + z2 / 2) / (1 + z2);
  const double half = z * std::sqrt(rate * (1 - rate) / trials + z2 / (4 * trials)) / (1 + z2);
  answer.low = std::fmax(0, centre - half);
  answer.high = std::fmin(1, centre + half);
  answer.method = "Wilson score interval over the accepted records";
}

// Of the log alone, whatever the estimate.
void doubt(const InputLog& given, const LogAssumptions& assumed, Answer& answer) {
  const Log& log = *given.log;
  const auto add = [&](std::string text) { answer.doubts.push_back(std::move(text)); };
  if (log.action_count == 1) {
    add("the log has one action only: every algorithm gets the same estimate");
  }
  const bool said_uniform = log.has_propensities() && propensities_are_uniform(log);
  if (assumed.uniform_actions || said_uniform) {
    const ChiSquareTest uniform = test_uniform_actions(log);
    if (log.has_propensities() && !said_uniform) {
      add("the propensities are not those of a uniform choice, and this evaluator does not use "
          "them: the estimate "
          "is biased; for a static policy use replay{weights=\"propensity\"}, for one that learns "
          "replay_thinned");
    } else if (said_uniform && uniform.p_value < 0.001) {
      add(fmt::format(
          "the propensities do not fit the actions: they say that the choice was uniform, the "
          "actions "
          "are far from it (chi-square {:.1f} on {:.0f} degrees of freedom, p = {:.2g})",
          uniform.statistic, uniform.degrees, uniform.p_value));
    } else if (uniform.p_value < 0.001) {
      add(fmt::format(
          "the actions are far from uniform (chi-square {:.1f} on {:.0f} degrees of freedom, "
          "p = {:.2g}): replay assumes a uniform choice, and without propensities its bias "
          "is unknown",
          uniform.statistic, uniform.degrees, uniform.p_value));
    }
    const FeatureTest feature = test_actions_ignore_features(log);
    if (feature.test.p_value < 0.001) {
      add(fmt::format(
          "the logged action depends on feature {} (p = {:.2g} after correction for the number "
          "of features): replay assumes that it does not",
          log.feature_names.empty() ? std::to_string(feature.feature)
                                    : log.feature_names[feature.feature],
          feature.test.p_value));
    }
  } else if (std::fabs(propensity_discrepancy(log)) > 4) {
    add(fmt::format(
        "the propensities do not fit the actions: the mean of 1/(K p) is {:.1f} standard errors "
        "from 1",
        propensity_discrepancy(log)));
  }
  const ChiSquareTest stationary = test_stationary_actions(log);
  if (stationary.p_value < 0.001) {
    add(fmt::format(
        "the logging policy changed along the log (chi-square {:.1f} on {:.0f} degrees of freedom, "
        "p = {:.2g}): evaluators that take the records in another order, or weigh them, assume "
        "that it did not",
        stationary.statistic, stationary.degrees, stationary.p_value));
  }
  if (assumed.whole_horizon && log.size() < log.action_count) {
    add(
        fmt::format("{} records for {} actions: some were never tried, and no resampling tells "
                    "what they give",
                    log.size(), log.action_count));
  }
  if (log.has_pools() && assumed.constant_pool) {
    add("the pool of actions changes along the log: records with small pools count too much; use "
        "weights=\"pool_size\" or segments=\"separate\"");
  }
  if (!given.missing.empty()) {
    add(fmt::format("{} files of the data set are missing, the first is {}", given.missing.size(),
                    given.missing.front()));
  }
  if (given.bad_lines > 0) {
    add(fmt::format("{} of {} lines were left out as malformed", given.bad_lines, given.lines));
  }
}

void warn(const Log& log, const LogAssumptions& assumed, const Agent& agent, Answer& answer) {
  const auto add = [&](std::string text) { answer.warnings.push_back(std::move(text)); };
  if (agent.learns() && assumed.static_policy) {
    add("a learning algorithm under weights: they repair the estimate, not the history that it "
        "learns from, and no "
        "weights make it unbiased (thesis theorem 10)");
  } else if (agent.learns() && !assumed.whole_horizon) {
    add(fmt::format(
        "a learning algorithm sees only the accepted records: the estimate is of its first {:.0f} "
        "interactions, not of {} (time acceleration)",
        answer.accepted, log.size()));
  }
  if (answer.accepted == 0) {
    add("no record was accepted: the estimate 0 is a convention, not a measurement");
  } else if (answer.accepted < 100) {
    add(fmt::format("only {:.0f} records were accepted: too few for a useful estimate",
                    answer.accepted));
  }
  const double rewards = answer.estimate * answer.accepted;
  if (answer.accepted > 0 && all_binary(log) && rewards < 10) {
    add(fmt::format(
        "about {:.0f} rewards among the accepted records: the interval is wide in proportion",
        rewards));
  }
}

Answer evaluate(const Request& request, const InputLog& given) {
  std::vector<SpecProblem> problems;
  const auto algorithm = find_component(request.algorithm, {"--algorithm", 1, 1},
                                        algorithms_table(), "algorithm", problems);
  const auto evaluator = find_component(request.evaluator, {"--evaluator", 1, 1},
                                        evaluators_table(), "evaluator", problems);
  if (!problems.empty()) throw SpecErrors(problems);

  const std::shared_ptr<const Log> log = given.log;
  const LogDataset dataset(log);
  const auto make_agent = [&](const Problem& problem) {
    return replaybench::make_agent(*algorithm, problem);
  };
  const auto method = evaluator->description->make(evaluator->parameters);
  const RowSchema& columns = method->schema();
  const StreamKey policy =
      derive_key(request.seed, "policy", "evaluate", algorithm->description->name);

  Answer answer;
  answer.columns = columns.names();
  ResultRow last;
  numeric::Moments estimates;
  numeric::Moments squared_errors;
  numeric::Moments accepted;
  for (std::uint64_t repetition = 0; repetition < request.repetitions; ++repetition) {
    ReplicateStreams streams;
    streams.policy = replicate_key(policy, repetition);
    Trial trial(dataset, make_agent, make_agent, 0, streams);
    std::vector<ResultRow> rows;
    method->evaluate(trial, rows);
    if (rows.empty()) {
      throw DataError(evaluator->canonical() +
                      " gives no estimate of this log: its first checkpoint is never reached");
    }
    if (repetition == 0 && rows.size() > 1) answer.rows = rows;
    last = rows.back();
    estimates.add(value_of(columns, last, Role::estimate));
    accepted.add(value_of(columns, last, Role::accepted));
    const double error = value_of(columns, last, Role::standard_error);
    squared_errors.add(error * error);
  }

  answer.algorithm = algorithm->canonical();
  answer.evaluator = evaluator->canonical();
  answer.estimate = estimates.mean;
  answer.accepted = accepted.mean;
  if (!std::isfinite(answer.estimate)) {
    throw DataError("the estimate is not finite: the rewards or weights of " + request.log +
                    " are too large to add");
  }
  const double between =
      estimates.count > 1 ? estimates.variance() / static_cast<double>(estimates.count) : 0;
  answer.standard_error = std::sqrt(squared_errors.mean + between);
  const double z = numeric::normal_quantile(0.5 + level / 2);
  // A plain mean of accepted 0/1 rewards is a number of successes over a number of trials.
  const double successes = value_of(columns, last, Role::reward_sum);
  const double low = value_of(columns, last, Role::interval_low);
  const double high = value_of(columns, last, Role::interval_high);
  if (request.repetitions == 1 && std::isfinite(low) && std::isfinite(high)) {
    answer.low = low;
    answer.high = high;
    answer.method = "the evaluator's own";
  } else if (request.repetitions == 1 && answer.accepted > 0 && all_binary(*log) &&
             std::fabs(successes - answer.estimate * answer.accepted) < 1e-6) {
    wilson(answer, successes, answer.accepted, z);
  } else if (std::isfinite(answer.standard_error)) {
    answer.low = answer.estimate - z * answer.standard_error;
    answer.high = answer.estimate + z * answer.standard_error;
    answer.method =
        request.repetitions == 1
            ? "normal, from the rewards of the accepted records"
            : "normal, from the rewards of the accepted records (mean over repetitions) and the "
              "spread between repetitions";
  } else {
    answer.method = answer.accepted < 2 ? "none: fewer than two accepted records"
                                        : "none: this evaluator gives no standard error here";
  }
  const Agent agent =
      make_agent({log->action_count, log->dimension, log->size(), log->reward_range(), nullptr});
  answer.remarks = method->remarks(*log, agent, last);
  doubt(given, method->assumptions(), answer);
  warn(*log, method->assumptions(), agent, answer);
  return answer;
}

// NaN has no place in JSON.
nlohmann::ordered_json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  return value;
}

void print_json(const Request& request, const InputLog& given, const Answer& answer) {
  nlohmann::ordered_json json;
  json["estimate"] = number(answer.estimate);
  json["standard_error"] = number(answer.standard_error);
  json["interval"] = {{"low", number(answer.low)},
                      {"high", number(answer.high)},
                      {"level", level},
                      {"method", answer.method}};
  json["records"] = given.log->size();
  if (request.repetitions == 1) {
    json["accepted"] = static_cast<std::uint64_t>(answer.accepted);
  } else {
    json["accepted"] = number(answer.accepted);  // a mean
  }
  if (!answer.rows.empty()) {
    for (const ResultRow& row : answer.rows) {
      nlohmann::ordered_json entry;
      entry["step"] = row.step;
      for (std::size_t i = 0; i < answer.columns.size(); ++i) {
        entry[answer.columns[i]] = number(row.values[i]);
      }
      json["rows"].push_back(entry);
    }
  }
  json["remarks"] = answer.remarks;
  std::vector<std::string> warnings = answer.doubts;
  warnings.insert(warnings.end(), answer.warnings.begin(), answer.warnings.end());
  json["warnings"] = warnings;
  json["algorithm"] = answer.algorithm;
  json["evaluator"] = answer.evaluator;
  json["log"] = request.log;
  json["seed"] = request.seed;
  json["repetitions"] = request.repetitions;
  json["actions"] = given.log->action_count;
  json["features"] = given.log->dimension;
  json["lines"] = given.lines;
  json["bad_lines"] = given.bad_lines;
  json["ignored_columns"] = given.ignored_columns;
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_rows(const Answer& answer) {
  std::vector<std::vector<std::string>> lines{{"step"}};
  lines[0].insert(lines[0].end(), answer.columns.begin(), answer.columns.end());
  for (const ResultRow& row : answer.rows) {
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

void print_text(const Request& request, const InputLog& given, const Answer& answer) {
  const auto decimal = [](double value) {
    return std::isfinite(value) ? fmt::format("{:.6g}", value) : std::string("-");
  };
  fmt::print("log             {} ({} records, {} actions, {} features)\n", request.log,
             given.log->size(), given.log->action_count, given.log->dimension);
  fmt::print("algorithm       {}\n", answer.algorithm);
  fmt::print("evaluator       {}\n", answer.evaluator);
  // Who reads an estimate has read what is wrong with its log.
  for (const auto& text : answer.doubts) fmt::print("warning         {}\n", text);
  fmt::print("estimate        {}\n", decimal(answer.estimate));
  fmt::print("standard error  {}\n", decimal(answer.standard_error));
  fmt::print("{:.0f}% interval    [{}, {}]  ({})\n", 100 * level, decimal(answer.low),
             decimal(answer.high), answer.method);
  fmt::print("accepted        {:.6g} of {} records", answer.accepted, given.log->size());
  if (request.repetitions > 1) fmt::print(" (mean of {} repetitions)", request.repetitions);
  fmt::print("\n");
  for (const auto& column : given.ignored_columns) fmt::print("ignored column  {}\n", column);
  if (!answer.rows.empty()) print_rows(answer);
  for (const auto& remark : answer.remarks) fmt::print("remark          {}\n", remark);
  for (const auto& warning : answer.warnings) fmt::print("warning         {}\n", warning);
}

// CLI11 would take -1 and numbers of any length.
std::string not_a_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, seed);
  return read.ec == std::errc{} && read.ptr == end
             ? ""
             : "\"" + text + "\" is not a whole number below 2^64";
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
  command->add_option("--seed", request->seed, "of the algorithm's draws")
      ->check(CLI::Validator(not_a_seed, "0..18446744073709551615"))
      ->capture_default_str();
  command
      ->add_option("--repetitions", request->repetitions,
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
    const InputLog given =
        open_log(request->log, {!request->no_intercept, request->skip_bad_lines});
    for (const auto& bad : given.bad) tell(bad);
    const Answer answer = evaluate(*request, given);
    if (request->format == "json") {
      print_json(*request, given, answer);
    } else {
      print_text(*request, given, answer);
    }
  });
}

}  // namespace replaybench::cli
