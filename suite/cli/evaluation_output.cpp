#include "suite/cli/evaluation_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/text/quoted_text.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

namespace {

using Json = nlohmann::ordered_json;

bool is_whole(double value) { return std::floor(value) == value && std::fabs(value) < 1e15; }

// NaN has no place in JSON; a count has no decimals.
Json json_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  return value;
}
Json json_count(double value) {
  if (std::isfinite(value) && is_whole(value)) return static_cast<std::int64_t>(value);
  return json_number(value);
}
Json json_interval(double value, double low, double high) {
  return {{"value", json_number(value)}, {"low", json_number(low)}, {"high", json_number(high)}};
}

Json json_weights(const WeightDiagnostics& weights) {
  return {{"effective_sample_size", json_number(weights.effective)},
          {"records", weights.records},
          {"largest_weight", json_number(weights.largest)},
          {"largest_share", json_number(weights.largest_share)},
          {"mean_weight", json_number(weights.mean)},
          {"z", json_number(weights.z)},
          {"clipped", weights.clipped}};
}

Json json_actions(const std::vector<ActionSummary>& actions) {
  Json list = Json::array();
  for (const ActionSummary& action : actions) {
    list.push_back({{"action", action.name},
                    {"records", action.records},
                    {"share", action.share},
                    {"mean_reward", json_number(action.mean_reward)},
                    {"mean_propensity", json_number(action.mean_propensity)}});
  }
  return list;
}

std::string shown(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : std::string("-");
}
std::string shown_count(double value) {
  return std::isfinite(value) && is_whole(value) ? fmt::format("{:.0f}", value) : shown(value);
}

void print_rows(const Evaluation& evaluation) {
  std::vector<TextRow> lines{{"step"}};
  lines[0].insert(lines[0].end(), evaluation.columns.names().begin(),
                  evaluation.columns.names().end());
  for (const ResultRow& row : evaluation.rows) {
    lines.push_back({std::to_string(row.step)});
    for (const double value : row.values) {
      lines.back().push_back(std::isfinite(value) ? fmt::format("{:.5g}", value) : "-");
    }
  }
  fmt::print("{}", aligned_table(lines, {Alignment::right}));
}

void print_actions(const std::vector<ActionSummary>& actions) {
  const bool propensities = std::any_of(
      actions.begin(), actions.end(),
      [](const ActionSummary& action) { return std::isfinite(action.mean_propensity); });
  std::vector<TextRow> lines{{"action", "records", "share", "mean reward"}};
  if (propensities) lines[0].push_back("mean propensity");
  for (const ActionSummary& action : actions) {
    lines.push_back({quoted_text(action.name), std::to_string(action.records),
                     fmt::format("{:.4f}", action.share), shown(action.mean_reward)});
    if (propensities) lines.back().push_back(shown(action.mean_propensity));
  }
  fmt::print("{}", aligned_table(lines, {Alignment::left, Alignment::right}));
}

void print_weights(const Evaluation& evaluation) {
  const auto z_of = [](double z) {
    return std::isfinite(z) ? fmt::format("z = {:.1f}", z) : std::string("all are equal");
  };
  if (const auto& weights = evaluation.weights) {
    fmt::print(
        "weights         effective sample size {:.4g} of {} records; largest weight {:.4g}, "
        "{:.1f}% "
        "of all; mean {:.4g} ({}, {})\n",
        weights->effective, evaluation.records, weights->largest, 100 * weights->largest_share,
        weights->mean, weights->clipped ? "below 1 by clipping" : "should be 1", z_of(weights->z));
  }
  if (const auto& fit = evaluation.propensities) {
    fmt::print("propensities    mean of 1/(K p) {:.4g} (should be 1, {})\n", fit->mean,
               z_of(fit->z));
  }
}

void print_estimate(const EvaluationOutput& output, const Evaluation& evaluation) {
  if (!evaluation.withheld.empty() && !output.show_unreliable) {
    fmt::print("estimate        -  ({}; --show-unreliable prints it)\n", evaluation.withheld);
    return;
  }
  fmt::print("estimate        {}\n", shown(evaluation.estimate));
  fmt::print("standard error  {}\n", shown(evaluation.standard_error));
  const EvaluationInterval& interval = evaluation.interval;
  const auto ends = [](double low, double high) {
    if (!std::isfinite(low) && !std::isfinite(high)) return std::string("-");
    return fmt::format("[{}, {}]", shown(low), shown(high));
  };
  fmt::print("{:<16}{}  ({})\n", fmt::format("{:.4g}% interval", 100 * interval.level),
             ends(interval.low, interval.high), interval.method);
  if (std::isfinite(interval.normal.low)) {
    fmt::print("normal interval {}  (for comparison)\n",
               ends(interval.normal.low, interval.normal.high));
  }
  if (const auto& difference = evaluation.difference) {
    fmt::print("difference      {:+.6g}  [{:+.6g}, {:+.6g}]  (estimate less the log's mean)\n",
               difference->value, difference->low, difference->high);
  }
}

}  // namespace

void print_json(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation) {
  const bool withheld = !evaluation.withheld.empty() && !output.show_unreliable;
  const auto number = [&](double value) { return withheld ? Json(nullptr) : json_number(value); };
  Json json;
  json["estimate"] = number(evaluation.estimate);
  json["standard_error"] = number(evaluation.standard_error);
  const EvaluationInterval& interval = evaluation.interval;
  json["interval"] = {{"low", number(interval.low)},
                      {"high", number(interval.high)},
                      {"level", interval.level},
                      {"method", interval.method},
                      {"normal_low", number(interval.normal.low)},
                      {"normal_high", number(interval.normal.high)}};
  if (!evaluation.withheld.empty()) json["unreliable"] = evaluation.withheld;
  json["log_mean"] = json_interval(evaluation.log_value.value, evaluation.log_value.low,
                                   evaluation.log_value.high);
  json["difference"] = nullptr;
  if (evaluation.difference && !withheld) {
    json["difference"] = json_interval(evaluation.difference->value, evaluation.difference->low,
                                       evaluation.difference->high);
  }
  json["records"] = evaluation.records;
  json["accepted"] = json_count(evaluation.accepted);
  json["offered"] = json_count(evaluation.offered);
  if (evaluation.weights) json["weights"] = json_weights(*evaluation.weights);
  if (evaluation.propensities) {
    json["propensities"] = {{"mean_inverse", json_number(evaluation.propensities->mean)},
                            {"z", json_number(evaluation.propensities->z)},
                            {"fit", evaluation.propensities->fits}};
  }
  if (withheld && !evaluation.rows.empty()) json["rows"] = nullptr;
  for (const ResultRow& row : withheld ? std::vector<ResultRow>{} : evaluation.rows) {
    Json entry;
    entry["step"] = row.step;
    for (std::size_t i = 0; i < evaluation.columns.size(); ++i) {
      entry[evaluation.columns.names()[i]] = json_number(row.values[i]);
    }
    json["rows"].push_back(entry);
  }
  json["remarks"] = evaluation.remarks;
  json["warnings"] = Json::array();
  for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
    for (const auto& warning : *list) json["warnings"].push_back(warning.sentence);
  }
  json["algorithm"] = evaluation.algorithm;
  json["evaluator"] = evaluation.evaluator;
  json["log"] = output.log;
  json["seed"] = evaluation.seed;
  json["repetitions"] = evaluation.repetitions;
  json["actions"] = input.log->action_count;
  json["features"] = input.log->dimension;
  json["lines"] = input.lines;
  json["bad_lines"] = input.bad_lines;
  json["ignored_columns"] = input.ignored_columns;
  json["action_table"] = json_actions(evaluation.actions);
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_text(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation) {
  const auto counted = [](std::size_t count, const char* word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
  };
  fmt::print("log             {} ({}, {}, {})\n", output.log, counted(input.log->size(), "record"),
             counted(input.log->action_count, "action"), counted(input.log->dimension, "feature"));
  fmt::print("algorithm       {}\n", evaluation.algorithm);
  fmt::print("evaluator       {}\n", evaluation.evaluator);
  // Who reads an estimate has read what speaks against it.
  for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
    for (const auto& warning : *list) fmt::print("warning         {}\n", warning.sentence);
  }
  print_weights(evaluation);
  fmt::print("log's mean      {}  [{}, {}]  (reward of the policy that wrote the log, 95%)\n",
             shown(evaluation.log_value.value), shown(evaluation.log_value.low),
             shown(evaluation.log_value.high));
  if (evaluation.estimates_value) print_estimate(output, evaluation);
  if (std::isfinite(evaluation.accepted)) {
    // Expanded resamples offer more records than the log has.
    const bool expanded = evaluation.offered > static_cast<double>(evaluation.records);
    fmt::print("accepted        {}{}", shown_count(evaluation.accepted),
               expanded ? fmt::format(" of {} offered per pass; the log has {}",
                                      shown_count(evaluation.offered),
                                      counted(evaluation.records, "record"))
                        : fmt::format(" of {}", counted(evaluation.records, "record")));
    if (evaluation.repetitions > 1) fmt::print(" (mean of {} repetitions)", evaluation.repetitions);
    fmt::print("\n");
  }
  for (const auto& remark : evaluation.remarks) fmt::print("remark          {}\n", remark);
  // What is withheld at the end is no better on the way there.
  if (!evaluation.rows.empty() && (evaluation.withheld.empty() || output.show_unreliable)) {
    print_rows(evaluation);
  }
  if (output.all_actions || evaluation.actions.size() <= few_actions) {
    print_actions(evaluation.actions);
  }
}

}  // namespace replaybench::cli
