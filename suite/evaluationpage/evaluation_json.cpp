#include "suite/evaluationpage/evaluation_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "suite/evaluationpage/evaluation_details_json.hpp"
#include "suite/evaluationpage/json_number.hpp"

namespace replaybench {

namespace {

using Json = nlohmann::ordered_json;

// A count has no decimals.
Json json_count(double value) {
  if (std::floor(value) == value && std::fabs(value) < 1e15) {
    return static_cast<std::int64_t>(value);
  }
  return json_number(value);
}

Json json_value(const ResultNames& names, const Field& field, const FieldValue& value) {
  return std::visit(
      [&](const auto& of) -> Json {
        using Value = std::decay_t<decltype(of)>;
        if constexpr (std::is_same_v<Value, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<Value, double>) {
          return field.unit == FieldUnit::count ? json_count(of) : json_number(of);
        } else if constexpr (std::is_same_v<Value, std::string>) {
          return field.unit == FieldUnit::name ? of : names.sentence(of);  // a name is the user's
        } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
          Json list = Json::array();
          for (const std::string& sentence : of) list.push_back(names.sentence(sentence));
          return list;
        } else {
          return of;
        }
      },
      value);
}

bool has_value(const Json& json) {
  if (json.is_object()) return std::any_of(json.begin(), json.end(), has_value);
  return !json.is_null() && json != "";
}

// The object of these fields. An object within that has no value is null.
Json json_object(const ResultNames& names, std::span<const Field> fields,
                 const FieldSource& source) {
  Json json = Json::object();
  for (const Field& field : fields) {
    if (field.json.empty()) continue;
    json[json_place(field)] = json_value(names, field, value_of(field, source));
  }
  for (const Field& field : fields) {
    const std::string key(field.json.substr(0, field.json.find('.')));
    if (key.empty() || !json.contains(key) || has_value(json[key])) continue;
    if (field.is_optional) {
      json.erase(key);
    } else if (json[key].is_object()) {
      json[key] = nullptr;
    }
  }
  return json;
}

Json json_actions(const ResultNames& names, const std::vector<ActionSummary>& actions) {
  Json list = Json::array();
  for (const ActionSummary& action : actions) {
    list.push_back(json_object(names, action_fields(), {.action = &action}));
  }
  return list;
}

// The evaluator's rows, one object per checkpoint; null if the numbers are withheld.
void add_rows(Json& json, const Evaluation& evaluation, bool withheld) {
  if (evaluation.rows.empty()) return;
  if (withheld) {
    json["rows"] = nullptr;
    return;
  }
  for (const ResultRow& row : evaluation.rows) {
    Json entry;
    entry["step"] = row.step;
    for (std::size_t i = 0; i < evaluation.columns.size(); ++i) {
      entry[evaluation.columns.names()[i]] = json_number(row.values[i]);
    }
    json["rows"].push_back(entry);
  }
}

Json json_evaluation(const ResultNames& names, const FieldSource& source) {
  Json json = json_object(names, evaluation_fields(), source);
  if (!source.evaluation) return json;
  const Evaluation& evaluation = *source.evaluation;
  const bool withheld = !source.withheld.empty();
  add_rows(json, evaluation, withheld);
  if (!evaluation.details) return json;
  json["tests"] = json_tests(evaluation, names.sentence);
  json["details"] = json_of(*evaluation.details, withheld);
  return json;
}

Json json_segment(const EvaluationTable& table, const EvaluatedSegment& segment,
                  const ResultNames& names) {
  Json json = json_object(names, segment_fields(), {.segment = &segment});
  json["evaluations"] = Json::array();
  for (const auto& pair : segment.pairs) {
    json["evaluations"].push_back(
        json_evaluation(names, source_of(table, segment, pair, names.result_labels())));
  }
  json["differences"] = Json::array();
  for (const auto& difference : segment.differences) {
    json["differences"].push_back(json_object(
        names, difference_fields(), source_of(table, segment, difference, names.result_labels())));
  }
  return json;
}

// As the evaluations of the whole log have them, if they do.
std::vector<ActionSummary> actions_of(const InputLog& input, const EvaluationTable& table) {
  for (const EvaluatedPair& pair : table.segments.back().pairs) {
    if (pair.evaluation && !pair.evaluation->actions.empty()) return pair.evaluation->actions;
  }
  return summarise_actions(*input.blocks_of_log());
}

void add_profile(Json& json, const InputLog& input, bool wanted) {
  if (wanted)
    json["profile"] = json_of(profile_of(LogFacts(input.blocks_of_log(), input.clusters)));
}

}  // namespace

Json::json_pointer json_place(const Field& field) {
  std::string path = "/";
  for (const char c : field.json) path += c == '.' ? '/' : c;
  return Json::json_pointer(path);
}

FieldSource source_of_single(const ResultNames& names, const Evaluation& evaluation) {
  FieldSource source = source_of(evaluation, names.show_unreliable);
  const auto component = [](std::string_view text) { return text.substr(0, text.find('{')); };
  if (names.labels.size() == 1 &&
      component(names.labels.front()) != component(evaluation.algorithm)) {
    source.label = names.labels.front();
  }
  return source;
}

Json json_of(const ResultNames& names, const InputLog& input, const Evaluation& evaluation) {
  Json json = json_evaluation(names, source_of_single(names, evaluation));
  json.update(json_object(names, log_fields(),
                          {.input = &input, .evaluation = &evaluation, .log = names.log}));
  json["action_table"] = json_actions(names, evaluation.actions);
  add_profile(json, input, evaluation.details != nullptr);
  return json;
}

Json json_of(const ResultNames& names, const InputLog& input, const EvaluationTable& table,
             const EvaluationOptions& options) {
  Json json =
      json_object(names, log_fields(), {.input = &input, .options = &options, .log = names.log});
  json["level"] = 0.95;
  json["segments"] = Json::array();
  for (const auto& segment : table.segments) {
    json["segments"].push_back(json_segment(table, segment, names));
  }
  json["action_table"] = json_actions(names, actions_of(input, table));
  const auto& pairs = table.segments.back().pairs;
  add_profile(json, input, std::any_of(pairs.begin(), pairs.end(), [](const EvaluatedPair& pair) {
                return pair.evaluation && pair.evaluation->details;
              }));
  return json;
}

}  // namespace replaybench
