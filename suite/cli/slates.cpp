// Estimates of a fixed policy from a log of slates. The work is done by suite/slate.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/cli/commands.hpp"
#include "suite/cli/estimate_lines.hpp"
#include "suite/cli/evaluation_output.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/evaluate/judge.hpp"
#include "suite/format/log_format.hpp"
#include "suite/log/log_options.hpp"
#include "suite/slate/slate_estimators.hpp"
#include "suite/text/csv_field.hpp"
#include "suite/text/printable_text.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

struct SlatesRequest {
  std::string log;
  std::vector<std::string> estimators;
  std::string logger = "product";
  std::string input_format, separator = ",";
  std::string format = "table";
  std::uint64_t actions = 0;
  bool show_unreliable = false;
};

// An estimator's line.
struct SlateLine {
  const SlateEstimatorInfo* info = nullptr;
  std::optional<SlateEstimate> estimate;  // none: it does not fit, `withheld` says why
  JudgedEstimate judged;
  EstimateDoubts doubts;

  bool shows() const { return estimate && doubts.withheld.empty(); }
};

struct SlatesResult {
  SlateLog log;
  statistics::IntervalEstimate log_mean;  // of a slate's sum of rewards
  std::vector<SlateLine> lines;
};

std::vector<const SlateEstimatorInfo*> chosen_estimators(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  std::vector<const SlateEstimatorInfo*> chosen;
  for (const auto& info : slate_estimators()) {
    known.emplace_back(info.name);
    if (names.empty()) chosen.push_back(&info);
  }
  for (const std::string& name : names) {
    const auto at = std::find(known.begin(), known.end(), name);
    if (at == known.end()) {
      throw SpecErrors("--estimator: unknown estimator " + quoted_text(name) +
                       suggestion(name, known));
    }
    chosen.push_back(&slate_estimators()[static_cast<std::size_t>(at - known.begin())]);
  }
  return chosen;
}

// The rewards of a slate are a sum over its slots.
RewardScale scale_of_slates(const SlateLog& log) {
  const RewardRange slot = range_of_rewards(log.rewards);
  RewardScale scale = scale_of(slot);
  if (slot == RewardRange::real) return scale;
  std::size_t most = 1;
  for (std::size_t slate = 0; slate < log.size(); ++slate) {
    most = std::max(most, log.rewards_of(slate).size());
  }
  if (most > 1) scale.range = RewardRange::unit;
  scale.highest = static_cast<double>(most);
  return scale;
}

EstimateForm form_of(SlateEstimator estimator) {
  using enum SlateEstimator;
  if (estimator == cascade_dr) return EstimateForm::modelled;
  if (estimator == sn_pseudo_inverse) return EstimateForm::ratio;
  // A term of the pseudo-inverse may be below 0.
  return estimator == pseudo_inverse ? EstimateForm::other : EstimateForm::mean;
}

JudgedEstimate judge_slates(const SlateLog& log, const RewardScale& scale, SlateEstimator estimator,
                            const SlateEstimate& estimate) {
  JudgeInput input = weighted_input(estimate.estimate, estimate.interval, form_of(estimator),
                                    estimate.weights, log.size(), scale);
  input.of.sums = estimate.sums;
  input.tail = estimate.tail;
  if (scale.known && input.of.form != EstimateForm::modelled) {
    input.rewarded = static_cast<double>(estimate.rewarded);
  }
  input.unit = "slates";
  return judge(input);
}

SlatesResult evaluate_slates(const SlatesRequest& request) {
  const auto estimators = chosen_estimators(request.estimators);
  if (request.actions > 0 && request.logger == "product") {
    throw SpecErrors("--actions is for --logger uniform_ranking");
  }
  LogRowsOptions opening;
  std::vector<SpecProblem> problems;
  opening.separator = spelt_value<SeparatorCharacter>("--separator", request.separator, problems);
  if (!problems.empty()) throw SpecErrors(problems);
  if (!request.input_format.empty()) opening.format = log_format_names.find(request.input_format);
  const SlateOptions options{
      .logger = request.logger == "product" ? SlateLogger::product : SlateLogger::uniform_ranking,
      .actions = request.actions};
  const auto rows = open_log_rows(request.log == "-" ? "/dev/stdin" : request.log, opening);
  SlatesResult result{.log = read_slate_log(*rows), .log_mean = {}, .lines = {}};
  if (options.actions > 0 && options.actions < result.log.distinct_actions) {
    throw DataError(
        fmt::format("{}: the log shows {} actions, more than the {} actions that --actions gives",
                    request.log, result.log.distinct_actions, options.actions));
  }
  std::vector<double> sums;
  for (std::size_t slate = 0; slate < result.log.size(); ++slate) {
    double sum = 0;
    for (const double reward : result.log.rewards_of(slate)) sum += reward;
    sums.push_back(sum);
  }
  const RewardScale scale = scale_of_slates(result.log);
  result.log_mean = mean_reward(sums, scale);
  std::string first_reason;
  bool any = false;
  for (const SlateEstimatorInfo* info : estimators) {
    SlateLine line{.info = info, .estimate = {}, .judged = {}, .doubts = {}};
    line.doubts.withheld = why_not(result.log, info->estimator, options);
    if (line.doubts.withheld.empty()) {
      try {
        line.estimate = estimate_slates(result.log, info->estimator, options);
      } catch (const DataError& error) {
        throw DataError(request.log + ": " + error.marked());
      }
      line.judged = judge_slates(result.log, scale, info->estimator, *line.estimate);
      line.doubts = doubts_of(line.judged, request.show_unreliable);
      any = true;
    } else if (first_reason.empty()) {
      first_reason = std::string(info->name) + ": " + line.doubts.withheld;
    }
    result.lines.push_back(std::move(line));
  }
  if (!any) throw SpecErrors(first_reason);
  return result;
}

void print_slates_table(const SlatesRequest& request, const SlatesResult& result) {
  const SlateLog& log = result.log;
  fmt::print("log             {} ({} slates, {} slots)\n", request.log, log.size(),
             log.rewards.size());
  if (!log.ignored_columns.empty()) {
    fmt::print("remark          not used: column {}\n",
               printable_text(fmt::format("{}", fmt::join(log.ignored_columns, ", "))));
  }
  for (const SlateLine& line : result.lines) {
    for (const auto& note : line.doubts.notes()) {
      fmt::print("{}\n", wrapped_on_terminal("warning         ",
                                             fmt::format("{}: {}", line.info->name, note), 16));
    }
  }
  fmt::print(
      "log's mean      {}  {}  (sum of a slate's rewards, of the policy that wrote the log, "
      "95%)\n\n",
      shown(result.log_mean.value), shown_interval(result.log_mean.low, result.log_mean.high));
  std::vector<std::vector<std::string>> lines{
      {"estimator", "estimate", "std. error", "95% interval", "effective", "mean weight"}};
  for (const SlateLine& line : result.lines) {
    lines.push_back({std::string(line.info->name), "-", "-", "-", "-", "-"});
    auto& cells = lines.back();
    if (line.shows()) {
      cells[1] = shown(line.judged.estimate);
      cells[2] = shown(line.judged.standard_error);
      cells[3] = shown_interval(line.judged.interval.low, line.judged.interval.high);
    }
    if (!line.estimate) continue;
    cells[4] = fmt::format("{:.4g}", line.estimate->weights.effective);
    cells[5] = fmt::format("{:.4g}", line.estimate->weights.mean);
  }
  print_columns(lines, 1);
  fmt::print("\nwithout bias where\n");
  for (const SlateLine& line : result.lines) {
    fmt::print("  {:<18}{}\n", line.info->name, line.info->assumes);
  }
}

// The numbers of a line by name; NaN where they are withheld or there are none.
std::vector<std::pair<const char*, double>> numbers_of(const SlateLine& line) {
  const offpolicy::WeightSummary none{nan, nan, nan, nan, nan, 0};
  const offpolicy::WeightSummary& weights = line.estimate ? line.estimate->weights : none;
  const JudgedEstimate known = line.shows() ? line.judged : JudgedEstimate{};
  return {{"estimate", known.estimate},
          {"standard_error", known.standard_error},
          {"low", known.interval.low},
          {"high", known.interval.high},
          {"effective_sample_size", weights.effective},
          {"mean_weight", weights.mean},
          {"largest_weight", weights.largest},
          {"largest_share", weights.largest_share}};
}

void print_slates_csv(const SlatesResult& result) {
  fmt::print("estimator");
  for (const auto& [name, number] : numbers_of(result.lines.front())) fmt::print(",{}", name);
  fmt::print(",slates,log_mean,notes\n");
  for (const SlateLine& line : result.lines) {
    fmt::print("{}", line.info->name);
    for (const auto& [name, number] : numbers_of(line)) fmt::print(",{}", csv_number(number));
    fmt::print(",{},{},{}\n", result.log.size(), csv_number(result.log_mean.value),
               csv_field(fmt::format("{}", fmt::join(line.doubts.notes(), " | "))));
  }
}

void print_slates_json(const SlatesRequest& request, const SlatesResult& result) {
  using Json = nlohmann::ordered_json;
  Json json = {{"log", request.log},
               {"slates", result.log.size()},
               {"slots", result.log.rewards.size()},
               {"log_mean",
                {{"value", json_number(result.log_mean.value)},
                 {"low", json_number(result.log_mean.low)},
                 {"high", json_number(result.log_mean.high)}}},
               {"ignored_columns", result.log.ignored_columns},
               {"estimators", Json::array()}};
  for (const SlateLine& line : result.lines) {
    Json entry = {{"estimator", line.info->name}};
    for (const auto& [name, number] : numbers_of(line)) entry[name] = json_number(number);
    entry["assumes"] = line.info->assumes;
    entry["withheld"] = line.doubts.withheld;
    entry["warnings"] = line.doubts.warnings;
    json["estimators"].push_back(entry);
  }
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

void add_slates(CLI::App& app, CommandContext&) {
  auto* command = app.add_subcommand(
      "slates",
      "what a policy would have earned with slates (rankings, pages), from a log of them");
  auto request = std::make_shared<SlatesRequest>();
  command
      ->add_option(
          "--log", request->log,
          "CSV, npz or Parquet, plain, gzip or zstd ('-': standard input), with a line per "
          "slot: slate, slot, reward, and probabilities")
      ->required();
  command
      ->add_option("--estimator", request->estimators,
                   "sips, iips, rips, pseudo_inverse, sn_pseudo_inverse or cascade_dr; repeatable; "
                   "default: all that the columns allow")
      ->allow_extra_args(false);
  command
      ->add_option("--logger", request->logger,
                   "how the log's slates were made, for the pseudo-inverse: product (each slot by "
                   "itself), or uniform_ranking (different actions, each order alike)")
      ->check(CLI::IsMember({"product", "uniform_ranking"}))
      ->capture_default_str();
  command
      ->add_option("--actions", request->actions,
                   "number of actions that a uniform_ranking chose from; default: those in the log")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
  command
      ->add_option("--input-format", request->input_format,
                   "csv, npz or parquet; default: recognised by the content")
      ->check(CLI::IsMember({"csv", "npz", "parquet"}));
  command
      ->add_option("--separator", request->separator,
                   "of the fields of a CSV file: ';' or tab, say")
      ->capture_default_str();
  command->add_option("--format", request->format, "table, csv or json")
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->capture_default_str();
  command->add_flag("--show-unreliable", request->show_unreliable,
                    "print estimates that are withheld");
  command->callback([request] {
    const SlatesResult result = evaluate_slates(*request);
    if (request->format == "json") {
      print_slates_json(*request, result);
    } else if (request->format == "csv") {
      print_slates_csv(result);
    } else {
      print_slates_table(*request, result);
    }
  });
}

}  // namespace replaybench::cli
