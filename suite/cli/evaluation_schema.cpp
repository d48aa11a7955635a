// The schemas of evaluations as JSON and as CSV, from the lists of fields.

#include <fmt/core.h>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

#include "suite/cli/evaluation_table.hpp"
#include "suite/evaluationpage/evaluation_details_json.hpp"
#include "suite/evaluationpage/rehearsal_json.hpp"

namespace replaybench::cli {

namespace {

using Json = nlohmann::ordered_json;

const char* type_of(FieldUnit unit) {
  switch (unit) {
    case FieldUnit::integer:
      return "integer";
    case FieldUnit::flag:
      return "boolean";
    case FieldUnit::name:
    case FieldUnit::text:
    case FieldUnit::sentences:
      return "string";
    default:
      return "number";
  }
}

std::string description_of(const Field& field) {
  std::string text(field.about);
  if (field.unit == FieldUnit::reward || field.unit == FieldUnit::difference) {
    text += ", in the unit of the rewards";
  }
  return text + (field.is_withheld ? "; withheld with the estimate" : "");
}

// The bounds of a number.
void add_bounds(Json& json, FieldUnit unit) {
  const bool is_share = unit == FieldUnit::share || unit == FieldUnit::level;
  if (is_share || unit == FieldUnit::count || unit == FieldUnit::integer) json["minimum"] = 0;
  if (is_share) json["maximum"] = 1;
}

Json schema_of(const Field& field) {
  Json json;
  if (field.unit == FieldUnit::sentences) {
    json = {{"type", "array"}, {"items", {{"type", "string"}}}};
  } else {
    json["type"] = {type_of(field.unit), "null"};
    add_bounds(json, field.unit);
  }
  json["description"] = description_of(field);
  return json;
}

Json object_schema() {
  return {{"type", "object"},
          {"properties", Json::object()},
          {"required", Json::array()},
          {"additionalProperties", false}};
}

void add_property(Json& object, const std::string& key, Json schema, bool is_optional = false) {
  if (!is_optional) object["required"].push_back(key);
  object["properties"][key] = std::move(schema);
}

// Adds a field to the schema of an object, at the rest of its path ("low" of "interval.low").
void add_field(Json& object, std::string_view path, const Field& field, bool is_optional) {
  const std::size_t dot = path.find('.');
  const std::string key(path.substr(0, dot));
  if (dot == std::string_view::npos) {
    if (!object["properties"].contains(key)) {
      add_property(object, key, schema_of(field), is_optional);
    }
    return;
  }
  if (!object["properties"].contains(key)) {
    Json within = object_schema();
    within["type"] = {"object", "null"};
    add_property(object, key, within, is_optional);
  }
  add_field(object["properties"][key], path.substr(dot + 1), field, false);
}

Json schema_of_fields(std::initializer_list<std::span<const Field>> lists) {
  Json object = object_schema();
  for (const auto& fields : lists) {
    for (const Field& field : fields) {
      if (!field.json.empty()) add_field(object, field.json, field, field.is_optional);
    }
  }
  return object;
}

Json reference(const char* name) { return {{"$ref", std::string("#/$defs/") + name}}; }
Json list_of(const char* name) { return {{"type", "array"}, {"items", reference(name)}}; }

void add_rows(Json& evaluation) {
  Json row = object_schema();
  add_property(row, "step", {{"type", "integer"}});
  row["additionalProperties"] = {{"type", {"number", "null"}}};
  add_property(evaluation, "rows",
               {{"type", {"array", "null"}},
                {"items", row},
                {"description",
                 "the columns of an evaluator that gives several rows, one per checkpoint, or "
                 "estimates no value; null: withheld with the estimate"}},
               true);
}

void add_details(Json& evaluation) {
  add_property(evaluation, "tests", schema_of_tests(), true);
  add_property(evaluation, "details", schema_of_details(), true);
}

void dump(const Json& json) { fmt::print("{}\n", json.dump(2)); }

}  // namespace

void print_json_schema() {
  Json one = schema_of_fields({evaluation_fields(), log_fields()});
  add_rows(one);
  add_details(one);
  add_property(one, "profile", schema_of_profile());
  add_property(one, "action_table", list_of("action"));
  Json evaluation = schema_of_fields({evaluation_fields()});
  add_rows(evaluation);
  add_details(evaluation);
  Json segment = schema_of_fields({segment_fields()});
  add_property(segment, "evaluations", list_of("evaluation"));
  add_property(segment, "differences", list_of("difference"));
  Json several = schema_of_fields({log_fields()});
  add_property(several, "level", {{"const", 0.95}});
  add_property(several, "segments", list_of("segment"));
  add_property(several, "action_table", list_of("action"));
  add_property(several, "profile", schema_of_profile());
  add_property(several, "rehearsal", schema_of_rehearsal(), true);
  dump({{"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"title", "replaybench evaluate --format json"},
        {"description",
         "One evaluation, or several with their comparisons: by segment, the whole log last. A key "
         "that is not required is absent if it does not apply; null stands for a number that is "
         "withheld or does not exist."},
        {"oneOf", {reference("one"), reference("several")}},
        {"$defs",
         {{"one", one},
          {"several", several},
          {"segment", segment},
          {"evaluation", evaluation},
          {"difference", schema_of_fields({difference_fields()})},
          {"action", schema_of_fields({action_fields()})}}}});
}

void print_csv_schema() {
  Json fields = Json::array();
  for (const Field& field : csv_columns()) {
    fields.push_back({{"name", std::string(field.csv)},
                      {"type", type_of(field.unit)},
                      {"description", description_of(field)}});
  }
  dump({{"title", "replaybench evaluate --format csv"},
        {"description",
         "Columns of the CSV, in their order, as a Table Schema. Of a line of kind difference the "
         "estimate, low and high are those of the difference."},
        {"fields", fields},
        {"missingValues", {""}}});
}

}  // namespace replaybench::cli
