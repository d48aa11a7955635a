#include "suite/cli/evaluation_json.hpp"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/cli/with_flags.hpp"

namespace replaybench::cli {

namespace {

using Json = nlohmann::ordered_json;

// NaN has no place in JSON; a count has no decimals.
Json json_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  return value;
}
Json json_count(double value) {
  if (std::floor(value) == value && std::fabs(value) < 1e15)
    return static_cast<std::int64_t>(value);
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

// One algorithm under one evaluator; null in the place of numbers that are withheld.
Json json_evaluation(const EvaluationOutput& output, const Evaluation& evaluation) {
  const bool withheld = output.withholds(evaluation);
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
  if (evaluation.tail) {
    json["tail"] = {{"largest_share", json_number(evaluation.tail->largest_share)},
                    {"index", json_number(evaluation.tail->index)},
                    {"order", evaluation.tail->order}};
  }
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
    for (const auto& warning : *list) json["warnings"].push_back(with_flags(warning.marked));
  }
  json["algorithm"] = evaluation.algorithm;
  json["evaluator"] = evaluation.evaluator;
  return json;
}

void add_log(Json& json, const InputLog& input) {
  json["actions"] = input.log->action_count;
  json["features"] = input.log->dimension;
  if (!input.generated.empty()) json["generated"] = input.generated;
  json["lines"] = input.lines;
  json["bad_lines"] = input.bad_lines;
  json["ignored_columns"] = input.ignored_columns;
}

Json json_paired(const PairedEstimate& paired, bool withheld) {
  const auto number = [&](double value) { return withheld ? Json(nullptr) : json_number(value); };
  return {{"value", number(paired.estimate.value)},
          {"low", number(paired.estimate.low)},
          {"high", number(paired.estimate.high)},
          {"method", paired.method}};
}

Json json_pair(const EvaluationOutput& output, const EvaluationTable& table,
               const EvaluatedPair& pair) {
  Json json;
  json["algorithm_label"] = output.labels[pair.algorithm];
  if (!pair.evaluation) {
    json["estimate"] = nullptr;
    json["not_applicable"] = with_flags(pair.not_applicable);
    json["algorithm"] = table.algorithms[pair.algorithm];
    json["evaluator"] = table.evaluators[pair.evaluator];
    return json;
  }
  json.update(json_evaluation(output, *pair.evaluation));
  if (pair.lift) {
    const bool withheld = output.withholds(pair.evaluation);
    json["lift"] = {{"absolute", json_paired(pair.lift->absolute, withheld)},
                    {"relative", json_paired(pair.lift->relative, withheld)}};
  }
  return json;
}

Json json_segment(const EvaluationOutput& output, const EvaluationTable& table,
                  const EvaluatedSegment& segment) {
  Json json;
  json["segment"] = segment.whole ? Json(nullptr) : Json(segment.name);
  json["records"] = segment.records;
  if (!segment.note.empty()) json["note"] = segment.note;
  json["log_mean"] =
      json_interval(segment.log_value.value, segment.log_value.low, segment.log_value.high);
  json["evaluations"] = Json::array();
  for (const auto& pair : segment.pairs) {
    json["evaluations"].push_back(json_pair(output, table, pair));
  }
  json["differences"] = Json::array();
  for (const auto& difference : segment.differences) {
    const auto withheld = [&](std::size_t algorithm) {
      return output.withholds(
          segment.pairs[difference.evaluator * table.algorithms.size() + algorithm].evaluation);
    };
    Json entry = {{"evaluator", table.evaluators[difference.evaluator]},
                  {"first", output.labels[difference.first]},
                  {"second", output.labels[difference.second]}};
    entry.update(json_paired(difference.difference,
                             withheld(difference.first) || withheld(difference.second)));
    json["differences"].push_back(entry);
  }
  return json;
}

void dump_json(const Json& json) {
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

void print_json(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation) {
  Json json = json_evaluation(output, evaluation);
  json["log"] = output.log;
  json["seed"] = evaluation.seed;
  json["repetitions"] = evaluation.repetitions;
  add_log(json, input);
  json["action_table"] = json_actions(evaluation.actions);
  dump_json(json);
}

void print_json(const EvaluationOutput& output, const InputLog& input, const EvaluationTable& table,
                const EvaluationOptions& options) {
  Json json;
  json["log"] = output.log;
  json["seed"] = options.seed;
  json["repetitions"] = options.repetitions;
  json["records"] = input.log->size();
  add_log(json, input);
  json["level"] = 0.95;
  json["segments"] = Json::array();
  for (const auto& segment : table.segments) {
    json["segments"].push_back(json_segment(output, table, segment));
  }
  json["action_table"] = json_actions(summarise_actions(*input.log));
  dump_json(json);
}

}  // namespace replaybench::cli
