// Estimates of deterministic policies from a log of real-valued actions. The work is done by
// suite/continuous.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/cli/commands.hpp"
#include "suite/cli/estimate_lines.hpp"
#include "suite/cli/evaluation_output.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/continuous/kernel_estimators.hpp"
#include "suite/evaluate/judge.hpp"
#include "suite/format/log_format.hpp"
#include "suite/log/log_options.hpp"
#include "suite/text/csv_field.hpp"
#include "suite/text/printable_text.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

struct ContinuousRequest {
  std::string log;
  std::vector<std::string> targets, estimators, role_texts;
  std::string kernel = "epanechnikov";
  std::vector<double> bandwidths, range;
  std::string input_format, separator = ",";
  std::string format = "table";
  bool show_unreliable = false;
};

// An estimator's line for one policy.
struct KernelLine {
  const TargetActions* target = nullptr;
  const KernelEstimatorInfo* info = nullptr;
  std::optional<BandwidthChoice> choice;  // none: it does not fit, `withheld` says why
  JudgedEstimate judged;
  EstimateDoubts doubts;

  bool shows() const { return choice && doubts.withheld.empty(); }
};

struct ContinuousResult {
  ContinuousLog log;
  statistics::IntervalEstimate log_mean;
  std::vector<KernelLine> lines;
};

std::vector<const KernelEstimatorInfo*> chosen_kernel_estimators(
    const std::vector<std::string>& names, std::vector<SpecProblem>& problems) {
  std::vector<std::string> known;
  std::vector<const KernelEstimatorInfo*> chosen;
  for (const auto& info : kernel_estimators()) {
    known.emplace_back(info.name);
    if (names.empty()) chosen.push_back(&info);
  }
  for (const std::string& name : names) {
    const auto at = std::find(known.begin(), known.end(), name);
    if (at == known.end()) {
      problems.push_back(
          {{}, "--estimator: unknown estimator " + quoted_text(name) + suggestion(name, known)});
      continue;
    }
    chosen.push_back(&kernel_estimators()[static_cast<std::size_t>(at - known.begin())]);
  }
  return chosen;
}

ContinuousColumns columns_of(const ContinuousRequest& request, std::vector<SpecProblem>& problems) {
  const auto roles = spelt_value<ColumnRoles>("--columns", request.role_texts, problems);
  ContinuousColumns columns;
  const std::map<std::string, std::string*> known{{"action", &columns.action},
                                                  {"reward", &columns.reward},
                                                  {"density", &columns.density},
                                                  {"q", &columns.q}};
  std::vector<std::string> names;
  for (const auto& [role, column] : known) names.push_back(role);
  for (const auto& [role, column] : roles) {
    const auto at = known.find(role);
    if (at == known.end()) {
      problems.push_back({{},
                          "--columns: unknown role " + quoted_text(role) + suggestion(role, names) +
                              "; roles: action, reward, density, q"});
    } else {
      *at->second = column;
    }
  }
  if (!request.targets.empty()) columns.targets = request.targets;
  return columns;
}

std::optional<ActionRange> range_of(const ContinuousRequest& request,
                                    std::vector<SpecProblem>& problems) {
  if (request.range.empty()) return {};
  const ActionRange range{request.range[0], request.range[1]};
  if (!(range.low < range.high) || !std::isfinite(range.low) || !std::isfinite(range.high)) {
    problems.push_back({{},
                        fmt::format("--range: {} {} is no range; allowed: two numbers, the lower "
                                    "one first",
                                    range.low, range.high)});
  }
  return range;
}

void check_bandwidths(const ContinuousRequest& request, std::vector<SpecProblem>& problems) {
  for (const double bandwidth : request.bandwidths) {
    if (bandwidth > 0 && std::isfinite(bandwidth)) continue;
    problems.push_back({{}, fmt::format("--bandwidth: {} is not a number above 0", bandwidth)});
  }
}

std::string percent(double share) { return fmt::format("{:.3g}%", 100 * share); }

EstimateForm form_of(KernelEstimator estimator) {
  if (estimator == KernelEstimator::ips) return EstimateForm::mean;
  return estimator == KernelEstimator::snips ? EstimateForm::ratio : EstimateForm::modelled;
}

// What speaks against an estimate, before it is shown.
void diagnose(KernelLine& line, const ContinuousRequest& request, const ContinuousLog& log,
              RewardRange range) {
  const KernelEstimate& of = line.choice->chosen();
  JudgeInput input = weighted_input(of.estimate, of.interval, form_of(line.info->estimator),
                                    of.weights, log.size(), scale_of(range));
  input.of.sums = of.sums;
  input.tail = of.tail;
  if (range == RewardRange::binary && input.of.form != EstimateForm::modelled) {
    input.rewarded = static_cast<double>(of.rewarded);
  }
  line.judged = judge(input);
  line.doubts = doubts_of(line.judged, request.show_unreliable);
  constexpr double few_near_an_end = 0.01;
  if (of.near_end >= few_near_an_end) {
    line.doubts.warnings.push_back(
        request.range.empty()
            ? percent(of.near_end) +
                  " of the policy's actions are within a bandwidth of the least or the largest "
                  "logged action: where no action exists beyond it, a part of the kernel is lost; "
                  "--range LOW HIGH gives it back"
            : percent(of.near_end) +
                  " of the policy's actions are within a bandwidth of an end of the range: what is "
                  "smoothed there lies on one side, and its bias falls as h, not as h^2");
  }
  if (!std::isfinite(of.estimate.value)) {
    line.doubts.withheld = "withheld: a weight is beyond the numbers of a double";
  }
}

ContinuousResult evaluate_continuous(const ContinuousRequest& request) {
  std::vector<SpecProblem> problems;
  LogRowsOptions opening;
  opening.separator = spelt_value<SeparatorCharacter>("--separator", request.separator, problems);
  const auto estimators = chosen_kernel_estimators(request.estimators, problems);
  const auto columns = columns_of(request, problems);
  const auto range = range_of(request, problems);
  check_bandwidths(request, problems);
  if (!problems.empty()) throw SpecErrors(problems);
  if (!request.input_format.empty()) opening.format = log_format_names.find(request.input_format);
  const KernelOptions options{.kernel = *kernel_names.find(request.kernel), .range = range};

  const auto rows = open_log_rows(request.log == "-" ? "/dev/stdin" : request.log, opening);
  ContinuousResult result{
      .log = read_continuous_log(*rows, columns, range), .log_mean = {}, .lines = {}};
  const ContinuousLog& log = result.log;
  const RewardRange reward_range = range_of_rewards(log.rewards);
  result.log_mean = mean_reward(log.rewards, scale_of(reward_range));
  std::vector<double> bandwidths = request.bandwidths;
  if (bandwidths.empty()) {
    try {
      bandwidths = bandwidth_grid(log);
    } catch (const DataError& error) {
      throw DataError(request.log + ": " + error.marked() + "; --bandwidth H gives one");
    }
  }
  std::string first_reason;
  for (std::size_t target = 0; target < log.targets.size(); ++target) {
    for (const KernelEstimatorInfo* info : estimators) {
      KernelLine line{
          .target = &log.targets[target], .info = info, .choice = {}, .judged = {}, .doubts = {}};
      line.doubts.withheld = why_not(log, target, info->estimator);
      if (line.doubts.withheld.empty()) {
        line.choice =
            choose_bandwidth(log, target, info->estimator, bandwidths, options, fewest_effective);
        diagnose(line, request, log, reward_range);
      } else if (first_reason.empty()) {
        first_reason = std::string(info->name) + ": " + line.doubts.withheld;
      }
      result.lines.push_back(std::move(line));
    }
  }
  const bool any = std::any_of(result.lines.begin(), result.lines.end(),
                               [](const KernelLine& line) { return line.choice.has_value(); });
  if (!any) throw SpecErrors(first_reason);
  return result;
}

// The difference from the log's mean; without ends where nothing varied or the terms have no variance.
statistics::IntervalEstimate lift_of(const KernelEstimate& of, bool has_variance) {
  const auto [low, high] = of.lift_interval;
  if (has_variance && low < high) return {of.lift, low, high};
  return {of.lift, nan, nan};
}

void print_continuous_table(const ContinuousRequest& request, const ContinuousResult& result) {
  const ContinuousLog& log = result.log;
  fmt::print("log             {} ({} records)\n", request.log, log.size());
  if (!log.ignored_columns.empty()) {
    fmt::print("remark          not used: column {}\n",
               printable_text(fmt::format("{}", fmt::join(log.ignored_columns, ", "))));
  }
  fmt::print(
      "remark          each estimate is of the policy smoothed by its bandwidth; the interval does "
      "not contain what that changes\n");
  if (request.bandwidths.size() != 1) {
    fmt::print(
        "remark          SLOPE++ chose the bandwidths on the same records, which the intervals do "
        "not know; --bandwidth gives one\n");
  }
  for (const KernelLine& line : result.lines) {
    for (const auto& note : line.doubts.notes()) {
      fmt::print("{}\n",
                 wrapped_on_terminal(
                     "warning         ",
                     fmt::format("{} of {}: {}", line.info->name, line.target->name, note), 16));
    }
  }
  fmt::print("log's mean      {}  {}  (of the policy that wrote the log, 95%)\n\n",
             shown(result.log_mean.value),
             shown_interval(result.log_mean.low, result.log_mean.high));
  std::vector<std::vector<std::string>> lines{{"policy", "estimator", "bandwidth", "within",
                                               "effective", "mean weight", "estimate", "std. error",
                                               "95% interval", "lift", "95% interval"}};
  for (const KernelLine& line : result.lines) {
    std::vector<std::string> cells(lines.front().size(), "-");
    cells[0] = line.target->name;
    cells[1] = line.info->name;
    if (line.choice) {
      const KernelEstimate& of = line.choice->chosen();
      cells[2] = fmt::format("{:.4g}", of.bandwidth);
      cells[3] = percent(of.within);
      cells[4] = fmt::format("{:.4g}", of.weights.effective);
      cells[5] = fmt::format("{:.4g}", of.weights.mean);
      if (line.shows()) {
        const auto [lift, lift_low, lift_high] = lift_of(of, line.judged.has_variance);
        cells[6] = shown(line.judged.estimate);
        cells[7] = shown(line.judged.standard_error);
        cells[8] = shown_interval(line.judged.interval.low, line.judged.interval.high);
        cells[9] = shown(lift);
        cells[10] = shown_interval(lift_low, lift_high);
      }
    }
    lines.push_back(std::move(cells));
  }
  print_columns(lines, 2);
}

// The numbers of a line by name; NaN where they are withheld or there are none.
std::vector<std::pair<const char*, double>> numbers_of(const KernelLine& line) {
  const KernelEstimate none{.bandwidth = nan,
                            .estimate = {nan, nan},
                            .interval = {nan, nan},
                            .sums = {},
                            .tail = {},
                            .lift = nan,
                            .lift_interval = {nan, nan},
                            .weights = {nan, nan, nan, nan, nan, 0},
                            .within = nan,
                            .near_end = nan};
  const KernelEstimate& of = line.choice ? line.choice->chosen() : none;
  const JudgedEstimate known = line.shows() ? line.judged : JudgedEstimate{};
  const auto lift = lift_of(line.shows() ? of : none, line.judged.has_variance);
  return {{"bandwidth", of.bandwidth},
          {"estimate", known.estimate},
          {"standard_error", known.standard_error},
          {"low", known.interval.low},
          {"high", known.interval.high},
          {"lift", lift.value},
          {"lift_low", lift.low},
          {"lift_high", lift.high},
          {"effective_sample_size", of.weights.effective},
          {"mean_weight", of.weights.mean},
          {"largest_weight", of.weights.largest},
          {"share_within", of.within},
          {"share_near_end", of.near_end}};
}

void print_continuous_csv(const ContinuousResult& result) {
  fmt::print("policy,estimator");
  for (const auto& [name, number] : numbers_of(result.lines.front())) fmt::print(",{}", name);
  fmt::print(",records,log_mean,notes\n");
  for (const KernelLine& line : result.lines) {
    fmt::print("{},{}", csv_field(line.target->name), line.info->name);
    for (const auto& [name, number] : numbers_of(line)) fmt::print(",{}", csv_number(number));
    fmt::print(",{},{},{}\n", result.log.size(), csv_number(result.log_mean.value),
               csv_field(fmt::format("{}", fmt::join(line.doubts.notes(), " | "))));
  }
}

void print_continuous_json(const ContinuousRequest& request, const ContinuousResult& result) {
  using Json = nlohmann::ordered_json;
  Json json = {{"log", request.log},
               {"records", result.log.size()},
               {"kernel", request.kernel},
               {"log_mean",
                {{"value", json_number(result.log_mean.value)},
                 {"low", json_number(result.log_mean.low)},
                 {"high", json_number(result.log_mean.high)}}},
               {"ignored_columns", result.log.ignored_columns},
               {"estimates", Json::array()}};
  for (const KernelLine& line : result.lines) {
    Json entry = {{"policy", line.target->name}, {"estimator", line.info->name}};
    for (const auto& [name, number] : numbers_of(line)) entry[name] = json_number(number);
    entry["formula"] = line.info->formula;
    entry["withheld"] = line.doubts.withheld;
    entry["warnings"] = line.doubts.warnings;
    json["estimates"].push_back(entry);
  }
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void add_continuous_flags(CLI::App& command, ContinuousRequest& request) {
  const std::vector<std::string> kernels(kernel_names.begin(), kernel_names.end());
  command
      .add_option("--log", request.log,
                  "CSV, npz or Parquet, plain, gzip or zstd ('-': standard input), with a line per "
                  "record: action, reward, density, and a column for each policy")
      ->required();
  command
      .add_option("--target", request.targets,
                  "the column with a policy's actions; repeatable; default: target")
      ->allow_extra_args(false);
  command
      .add_option("--columns", request.role_texts,
                  "columns that have other names: action=dose,reward=outcome,density=f,q=model")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--estimator", request.estimators,
                  "kernel_ips, kernel_snips, kernel_dr or kernel_dr_logged; repeatable; default: "
                  "all that the columns allow")
      ->allow_extra_args(false);
  command
      .add_option(
          "--kernel", request.kernel,
          fmt::format("how much a logged action counts nearby: {}", fmt::join(kernels, ", ")))
      ->check(CLI::IsMember(kernels))
      ->option_text("KERNEL [" + request.kernel + "]");
  command
      .add_option("--bandwidth", request.bandwidths,
                  "how near is near, in units of the action; several, or none: chosen by SLOPE++")
      ->allow_extra_args(false);
  command.add_option("--range", request.range, "the least and the largest action that exist")
      ->expected(2);
  command
      .add_option("--input-format", request.input_format,
                  "csv, npz or parquet; default: recognised by the content")
      ->check(CLI::IsMember({"csv", "npz", "parquet"}));
  command
      .add_option("--separator", request.separator, "of the fields of a CSV file: ';' or tab, say")
      ->capture_default_str();
  command.add_option("--format", request.format, "table, csv or json")
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->capture_default_str();
  command.add_flag("--show-unreliable", request.show_unreliable,
                   "print estimates that are withheld");
}

}  // namespace

void add_continuous(CLI::App& app, CommandContext&) {
  auto* command = app.add_subcommand(
      "continuous", "what a policy would have earned with real-valued actions, from a log of them");
  auto request = std::make_shared<ContinuousRequest>();
  add_continuous_flags(*command, *request);
  command->callback([request] {
    const ContinuousResult result = evaluate_continuous(*request);
    if (request->format == "json") {
      print_continuous_json(*request, result);
    } else if (request->format == "csv") {
      print_continuous_csv(result);
    } else {
      print_continuous_table(*request, result);
    }
  });
}

}  // namespace replaybench::cli
