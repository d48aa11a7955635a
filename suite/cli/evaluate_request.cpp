#include "suite/cli/evaluate_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <thread>

#include "suite/cli/commands.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/output_file.hpp"
#include "suite/cli/progress.hpp"
#include "suite/component/registry.hpp"
#include "suite/evaluate/default_evaluators.hpp"
#include "suite/evaluate/estimate_propensities.hpp"
#include "suite/evaluate/evaluation_progress.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/rehearsal/rehearsal.hpp"

namespace replaybench::cli {

namespace {

void add_component_flags(CLI::App& command, EvaluateRequest& request) {
  command
      .add_option("--algorithm", request.algorithms,
                  "'name' or 'name{parameter=value, ...}'; see list, describe; repeatable")
      ->allow_extra_args(false);
  command
      .add_option("--evaluator", request.evaluators,
                  "the same; see list evaluators; repeatable; default: by the log and the "
                  "algorithms; see list --defaults")
      ->allow_extra_args(false);
}

void add_comparison_flags(CLI::App& command, EvaluateRequest& request) {
  command
      .add_option("--baseline", request.baseline,
                  "logged: the lift over the policy that wrote the log, with its paired interval")
      ->check(CLI::IsMember({"logged"}));
  add_bootstrap_flag(command, request);
}

void add_output_flags(CLI::App& command, EvaluateRequest& request) {
  command.add_flag(
      "--show-unreliable", request.output.show_unreliable,
      "print estimates that are withheld, for example those from fewer than 30 accepted or "
      "effective records");
  command
      .add_option("--format", request.format,
                  "text, table, csv or json; default: text for one estimate, else table")
      ->check(CLI::IsMember({"text", "table", "csv", "json"}));
  add_output_file(command, "--report", request.report,
                  "write a page of the evaluation as well: one HTML file with the answer, pictures "
                  "and tests, which needs no other file; its folder is made if there is none");
}

void add_work_flags(CLI::App& command, EvaluateRequest& request) {
  command.add_flag(
      "--actions", request.output.all_actions,
      fmt::format("print the table of actions also when there are more than {}", few_actions));
  command
      .add_option("--schema", request.schema,
                  "print the schema of --format json (JSON Schema) or csv (Table Schema), and stop")
      ->check(CLI::IsMember({"json", "csv"}));
}

// Rejects a log that is not a file but has the name of a data set.
void refuse_data_set(const std::string& log) {
  std::error_code unreadable;
  if (std::filesystem::exists(log, unreadable) || unreadable) return;
  const std::string name = log.substr(0, log.find('{'));
  const DatasetDescription* const dataset = find_description(name, datasets_table());
  if (!dataset) return;
  throw FileError(fmt::format(
      "--log: there is no file {}; it is a data set, which --dataset names (\"replaybench describe "
      "{}\" says what it is)",
      log, dataset->name));
}

// The kind of log that these evaluators read; what is wrong is added to `problems`. Names that are not
// known are reported with their parameters.
LogKind kind_of(const std::vector<std::string>& evaluators, std::vector<SpecProblem>& problems) {
  const EvaluatorDescription* first = nullptr;
  for (const std::string& text : evaluators) {
    const auto* one = find_description(text.substr(0, text.find('{')), evaluators_table());
    if (!one) continue;
    if (!first) first = one;
    if (one->properties.reads == first->properties.reads) continue;
    problems.push_back({{},
                        fmt::format("--evaluator: {} reads logs of {}, {} reads logs of {}: a log "
                                    "is of one kind",
                                    first->name, log_kind_names[first->properties.reads], one->name,
                                    log_kind_names[one->properties.reads])});
    break;
  }
  return first ? first->properties.reads : LogKind::actions;
}

// True if a text has a comma outside braces, brackets and quotes: several components in one.
bool has_several(const std::string& text) {
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == ',' && depth == 0) {
      return true;
    } else {
      depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    }
  }
  return false;
}

// The component that a repeatable flag names. What is wrong is added to `problems`.
template <class Table>
auto component_of_flag(const char* flag, const std::string& text, const Table& table,
                       const char* kind, std::vector<SpecProblem>& problems) {
  auto found = find_component(text, {flag, 1, 1}, table, kind, problems);
  if (!found && has_several(text)) {
    problems.back().message += std::string("; repeat ") + flag + " for several";
  }
  return found;
}

}  // namespace

void add_log_flags(CLI::App& command, EvaluateRequest& request) {
  auto* log = command.add_option(
      "--log", request.logs,
      "CSV, JSON lines, dsjson, VW text, npz or Parquet, plain, gzip or zstd ('-': standard "
      "input): "
      "action, reward, [propensity], [pool], [timestamp], [logger], x_*; or a prepared "
      "log; or a folder with files of Yahoo! R6B. Several files with the same columns are one log: "
      "a folder of parts, whose folders key=value are columns, a pattern ('day-*.csv'), or --log "
      "repeated");
  log->allow_extra_args(false);
  auto* dataset = command.add_option(
      "--dataset", request.dataset,
      "a data set instead of --log, 'name' or 'name{parameter=value, ...}' (see list datasets): "
      "a file of the catalogue, or a simulator's log");
  log->excludes(dataset);
  command
      .add_option(
          "--records", request.written.records,
          "of --dataset: number of records to simulate, or to read from the start of a file "
          "[all]")
      ->check(CLI::Range(std::uint64_t{1}, max_written_records))
      ->needs(dataset);
  command
      .add_option(
          "--logging", request.written.logging,
          "of --dataset: the policy that writes a simulator's log; default: " + default_logging())
      ->needs(dataset);
  add_options(command, log_parameters_without({"path", "kind"}), request.reading_flags);
  command
      .add_option("--propensities", request.propensities,
                  "of a log without them, or whose own are not to be used: estimated by the "
                  "frequencies of the actions, or by logistic regression on the features")
      ->check(CLI::IsMember({"given", "frequency", "logistic"}))
      ->capture_default_str();
}

void add_bootstrap_flag(CLI::App& command, EvaluateRequest& request) {
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

void add_rehearsal_flags(CLI::App& command, EvaluateRequest& request) {
  auto* rehearse =
      command
          .add_option_function<std::string>(
              "--rehearse",
              [&request](const std::string& twins) {
                request.twins_by_default = twins.empty();
                request.rehearse = twins.empty() ? usual_twins : std::stoull(twins);
              },
              "show which estimate to trust, by trying the evaluators on twins, simulated copies "
              "of the log whose truth is known; number of twins of each kind [100; 20 if an "
              "algorithm "
              "learns, whose truth is live play]")
          ->expected(0, 1)
          ->type_name("UINT")
          ->check(CLI::Validator(
              [](const std::string& text) -> std::string {
                return text.empty() ? ""
                                    : CLI::Range(std::uint64_t{20}, std::uint64_t{100'000})(text);
              },
              "20..100000"));
  auto* minutes =
      command
          .add_option(
              "--minutes", request.minutes,
              "of --rehearse: minutes after which no new twins are started; a few are always "
              "made")
          ->check(above_zero());
  if (request.rehearse == 0) minutes->needs(rehearse);
}

void add_run_flags(CLI::App& command, EvaluateRequest& request) {
  EvaluationOptions& evaluation = request.options.evaluation;
  add_seed(command, evaluation.seed,
           "of the draws of algorithm and evaluator, and of the folds of models");
  command
      .add_option("--repetitions", evaluation.repetitions,
                  "runs with different draws, whose estimates and rows are averaged")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  evaluation.jobs = std::max(1u, std::thread::hardware_concurrency());
  command
      .add_option("--jobs", evaluation.jobs, "threads; the result does not depend on their number")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command.add_flag("--progress", request.progress,
                   "show the passes done also when the standard error is no terminal");
}

void add_flags(CLI::App& command, EvaluateRequest& request) {
  add_log_flags(command, request);
  add_component_flags(command, request);
  add_run_flags(command, request);
  add_work_flags(command, request);
  add_comparison_flags(command, request);
  add_output_flags(command, request);
}

void add_reading_and_comparison_flags(CLI::App& command, EvaluateRequest& request,
                                      const std::vector<std::string_view>& without) {
  add_options(command, log_parameters_without(without), request.reading_flags);
  add_comparison_flags(command, request);
  add_output_flags(command, request);
}

void finish_log_flags(EvaluateRequest& request, std::vector<SpecProblem>& problems) {
  const bool of_dataset = !request.dataset.empty();
  if (request.logs.empty() && !of_dataset) {
    throw SpecErrors("there is no log: --log names a file, --dataset a data set");
  }
  request.reading = request.reading_flags.read(log_parameters(), problems);
  request.reading.kind = request.kind.value_or(kind_of(request.evaluators, problems));
  if (!request.targets.empty()) request.reading.policy_columns = request.targets;
  if (!of_dataset) {
    request.reading.path = request.logs.front();
    request.reading.more_paths.assign(request.logs.begin() + 1, request.logs.end());
    request.output.log = name_of_log(request.reading);
    require_log_path(request.reading);
    for (const std::string& log : request.logs) refuse_data_set(log);
  }
  const bool of_actions = request.reading.kind == LogKind::actions;
  if (!of_actions && request.propensities != "given") {
    problems.push_back({{},
                        "--propensities: a log of " +
                            std::string(log_kind_names[request.reading.kind]) +
                            " has none to estimate"});
  }
}

void finish_flags(EvaluateRequest& request) {
  std::vector<SpecProblem> problems;
  finish_log_flags(request, problems);
  const bool of_actions = request.reading.kind == LogKind::actions;
  // The targets of a prepared log are known once it is read.
  const bool targets = !request.reading.policy_columns.empty() ||
                       !request.reading.policy_patterns.empty() ||
                       (request.logs.size() == 1 && is_prepared_table(request.logs[0]));
  if (request.algorithms.empty() && !targets && of_actions) {
    problems.push_back({{},
                        "nothing to evaluate: --algorithm names an algorithm, --policy-column or "
                        "--policy-columns a target policy of the log"});
  }
  if (request.rehearse > 0 && request.format == "csv") {
    problems.push_back({{}, "--rehearse: --format csv has no place for it; json has"});
  }
  if (!problems.empty()) throw SpecErrors(problems);
  request.options.lift = !request.baseline.empty();
}

namespace {

// A simulator may write for long.
DatasetLog open_requested_dataset(const EvaluateRequest& request, bool shown) {
  std::atomic<std::uint64_t> written = 0;
  const CountScope counting(&written);
  std::optional<BackgroundProgress> progress;
  if (shown) {
    progress.emplace("log", [&] {
      const auto state = progress_of_opening(written, request.written.records);
      return BackgroundProgress::State{state.done, state.share};
    });
  }
  return open_dataset_log(request.dataset, request.written);
}

// Every evaluation needs the records once, in their order or in any: no column is needed as a whole.
bool wants_blocks(const EvaluateRequest& request) {
  if (request.whole_log || request.propensities != "given" || request.rehearse > 0) return false;
  std::vector<std::string> texts = request.evaluators;
  if (!request.algorithms.empty()) {
    // The log decides which evaluator is the default, and resamples are whole.
    if (texts.empty() || request.options.bootstrap > 0) return false;
    const bool fixed = std::any_of(
        request.algorithms.begin(), request.algorithms.end(), [](const std::string& text) {
          const auto* found = find_description(text.substr(0, text.find('{')), algorithms_table());
          return found && found->group == Group::fixed_policies;
        });
    if (fixed) return false;
  } else if (texts.empty()) {
    texts = {default_evaluator(EvaluationSituation::columns).evaluator};
  }
  std::vector<SpecProblem> problems;  // reported when the log is there
  return std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
    const auto found = find_component(text, {}, evaluators_table(), "evaluator", problems);
    if (!found) return false;
    // Resamples of the log stand in for the parts of records, which an evaluator without intervals does not give.
    const bool has_interval = find_parameter(found->description->parameters, "interval");
    if (request.options.bootstrap > 0 && !has_interval) return false;
    const EvaluationOptions& options = request.options.evaluation;
    return request.algorithms.empty() ? reads_blocks(*found, options)
                                      : replays_blocks(*found, options);
  });
}

}  // namespace

InputLog read_requested_log(EvaluateRequest& request, bool shown) {
  if (!request.logs.empty()) {
    LogOptions reading = request.reading;
    if (shown) reading.progress = progress_of_reading();
    return open_log(reading, wants_blocks(request) ? RecordsIn::blocks : RecordsIn::memory);
  }
  const std::vector<std::string> flags = request.reading_flags.flags();
  if (!flags.empty()) {
    throw SpecErrors(fmt::format("--dataset: a data set has its own columns: {} not allowed",
                                 fmt::join(flags, ", ")));
  }
  request.written.seed = request.options.evaluation.seed;
  DatasetLog found = open_requested_dataset(request, shown);
  request.output.log = found.name;
  return std::move(found.input);
}

void use_propensities(const EvaluateRequest& request, InputLog& input) {
  if (request.propensities == "given") return;
  offpolicy::PropensityOptions options;
  if (request.propensities == "frequency") options.kind = offpolicy::PropensityKind::frequency;
  estimate_propensities(input, options, request.options.evaluation.seed);
}

NamedComponents find_components(EvaluateRequest& request, const std::shared_ptr<const Log>& log) {
  if (request.algorithms.empty() && log->targets.empty()) {
    throw SpecErrors("nothing to evaluate: " + request.output.log +
                     " has no target policy; --algorithm names an algorithm");
  }
  NamedComponents named;
  std::vector<SpecProblem> problems;
  for (const TargetPolicy& target : log->targets) {
    named.algorithms.push_back(algorithm_of_target(target.name));
    request.output.labels.push_back(target.name);
  }
  for (const auto& text : request.algorithms) {
    auto found = component_of_flag("--algorithm", text, algorithms_table(), "algorithm", problems);
    if (found) named.algorithms.push_back(std::move(*found));
    request.output.labels.push_back(text);
  }
  if (request.rehearse > 0 && problems.empty()) {
    const bool learners = rehearsal::has_learners(log, named.algorithms);
    if (learners && request.twins_by_default) {
      request.rehearse = rehearsal::default_twins_of_learners;
    }
    if (request.evaluators.empty()) {
      request.evaluators = learners ? rehearsal::default_candidates_of_learners(*log)
                                    : rehearsal::default_candidates();
    }
  }
  if (request.evaluators.empty() && problems.empty()) {
    for (const DefaultEvaluator& row : choose_evaluators(log, named.algorithms)) {
      // The default of the plainest logs needs no word.
      if (row.situation != EvaluationSituation::uniform &&
          row.situation != EvaluationSituation::columns) {
        tell(fmt::format("evaluator: {} by default: {}", row.evaluator, row.because));
      }
      request.evaluators.push_back(row.evaluator);
    }
  }
  for (const auto& text : request.evaluators) {
    auto found = component_of_flag("--evaluator", text, evaluators_table(), "evaluator", problems);
    if (found) named.evaluators.push_back(std::move(*found));
  }
  request.output.evaluators =
      request.evaluator_labels.empty() ? request.evaluators : request.evaluator_labels;
  if (!problems.empty()) throw SpecErrors(problems);
  return named;
}

bool is_single(const EvaluateRequest& request, std::size_t algorithms, std::size_t evaluators,
               const InputLog& input) {
  return request.rehearse == 0 && algorithms == 1 && evaluators == 1 && !request.options.lift &&
         input.segment_names.empty() && request.format != "table" && request.format != "csv";
}

}  // namespace replaybench::cli
