#include "suite/evaluationpage/evaluation_details_json.hpp"

#include <string>
#include <vector>

#include "suite/evaluate/evaluation_verdict.hpp"
#include "suite/evaluationpage/json_number.hpp"

namespace replaybench {

namespace {

using Json = nlohmann::ordered_json;

// A key of the objects of one list: its value, and its schema.
template <class Row>
struct Column {
  const char* key;
  const char* type;  // of a value that is not null
  const char* about;
  Json (*value)(const Row&);
};

template <class Row>
Json rows_of(const std::vector<Row>& rows, const std::vector<Column<Row>>& columns) {
  Json list = Json::array();
  for (const Row& row : rows) {
    Json object = Json::object();
    for (const auto& column : columns) object[column.key] = column.value(row);
    list.push_back(std::move(object));
  }
  return list;
}

template <class Row>
Json schema_of(const char* about, const std::vector<Column<Row>>& columns) {
  Json properties = Json::object(), required = Json::array();
  for (const auto& column : columns) {
    const std::string type = column.type;
    Json schema = type == "array"    ? Json{{"type", "array"}, {"items", {{"type", "number"}}}}
                  : type == "number" ? Json{{"type", {"number", "null"}}}
                                     : Json{{"type", type}};
    schema["description"] = column.about;
    properties[column.key] = std::move(schema);
    required.push_back(column.key);
  }
  return {{"type", "array"},
          {"items",
           {{"type", "object"},
            {"properties", properties},
            {"required", required},
            {"additionalProperties", false}}},
          {"description", about}};
}

template <auto member, class Row>
Json number(const Row& row) {
  return json_number(row.*member);
}
template <auto member, class Row>
Json plain(const Row& row) {
  return row.*member;
}

const std::vector<Column<WeightBin>>& weight_columns() {
  static const std::vector<Column<WeightBin>> list = {
      {"from", "number", "smallest weight of the bin", number<&WeightBin::from, WeightBin>},
      {"to", "number", "upper end, which is twice the lower; not in the bin",
       number<&WeightBin::to, WeightBin>},
      {"records", "integer", "records of such weights", plain<&WeightBin::records, WeightBin>},
      {"records_share", "number", "the same as a share of all records",
       number<&WeightBin::records_share, WeightBin>},
      {"weight_share", "number", "their share of the sum of all weights",
       number<&WeightBin::weight_share, WeightBin>}};
  return list;
}
const std::vector<Column<LargeTerm>>& term_columns() {
  static const std::vector<Column<LargeTerm>> list = {
      {"weight", "number", "weight of the record", number<&LargeTerm::weight, LargeTerm>},
      {"reward", "number", "reward of the record", number<&LargeTerm::reward, LargeTerm>},
      {"share", "number", "share of weight times reward in the sum of all, by absolute value",
       number<&LargeTerm::share, LargeTerm>}};
  return list;
}
const std::vector<Column<UseStretch>>& use_columns() {
  static const std::vector<Column<UseStretch>> list = {
      {"first", "integer", "number of the first record, from 1",
       plain<&UseStretch::first, UseStretch>},
      {"records", "integer", "records of the stretch", plain<&UseStretch::records, UseStretch>},
      {"used", "integer", "those that the estimate uses: of a weight other than 0",
       plain<&UseStretch::used, UseStretch>},
      {"weight_share", "number", "their share of the sum of all weights",
       number<&UseStretch::weight_share, UseStretch>}};
  return list;
}
const std::vector<Column<RunningPoint>>& running_columns() {
  static const std::vector<Column<RunningPoint>> list = {
      {"records", "integer", "number of records, the first of the log",
       plain<&RunningPoint::records, RunningPoint>},
      {"estimate", "number", "estimate from these records",
       number<&RunningPoint::estimate, RunningPoint>},
      {"low", "number", "lower bound of a 95% sequence that holds at all points together",
       number<&RunningPoint::low, RunningPoint>},
      {"high", "number", "upper bound", number<&RunningPoint::high, RunningPoint>},
      {"part", "number",
       "sum of the parts of these records in the estimate; 0 at the end of the log",
       number<&RunningPoint::part, RunningPoint>}};
  return list;
}
const std::vector<Column<CurvePoint>>& curve_columns() {
  static const std::vector<Column<CurvePoint>> list = {
      {"first", "integer", "first interaction, from 1", plain<&CurvePoint::first, CurvePoint>},
      {"last", "integer", "last interaction", plain<&CurvePoint::last, CurvePoint>},
      {"mean_reward", "number", "mean reward of these interactions",
       [](const CurvePoint& of) { return json_number(of.mean.value); }},
      {"low", "number", "lower bound of its 95% interval",
       [](const CurvePoint& of) { return json_number(of.mean.low); }},
      {"high", "number", "upper bound",
       [](const CurvePoint& of) { return json_number(of.mean.high); }}};
  return list;
}
const std::vector<Column<LogStretch>>& stretch_columns() {
  static const std::vector<Column<LogStretch>> list = {
      {"first", "integer", "number of the first record, from 1",
       plain<&LogStretch::first, LogStretch>},
      {"records", "integer", "records of the stretch", plain<&LogStretch::records, LogStretch>},
      {"from_time", "string", "timestamp of the first record as written; empty: there is none",
       plain<&LogStretch::from_time, LogStretch>},
      {"mean_reward", "number", "mean reward",
       [](const LogStretch& of) { return json_number(of.mean_reward.value); }},
      {"low", "number", "lower bound of its 95% interval",
       [](const LogStretch& of) { return json_number(of.mean_reward.low); }},
      {"high", "number", "upper bound",
       [](const LogStretch& of) { return json_number(of.mean_reward.high); }},
      {"shares", "array", "share of each of shown_actions",
       plain<&LogStretch::shares, LogStretch>}};
  return list;
}
const std::vector<Column<PropensityBin>>& propensity_columns() {
  static const std::vector<Column<PropensityBin>> list = {
      {"from", "number", "smallest propensity of the bin",
       number<&PropensityBin::from, PropensityBin>},
      {"to", "number", "upper end, not in the bin", number<&PropensityBin::to, PropensityBin>},
      {"records", "integer", "records of such propensities",
       plain<&PropensityBin::records, PropensityBin>}};
  return list;
}
const std::vector<Column<ActionCalibration>>& calibration_columns() {
  static const std::vector<Column<ActionCalibration>> list = {
      {"action", "string", "the action's name, or its number",
       plain<&ActionCalibration::action, ActionCalibration>},
      {"records", "integer", "records in which it was logged",
       plain<&ActionCalibration::records, ActionCalibration>},
      {"inverse", "number",
       "sum of 1/propensity over these records, divided by the records that offered the action; 1 "
       "in expectation if the propensities are right",
       number<&ActionCalibration::inverse, ActionCalibration>},
      {"z", "number", "its distance from 1 in standard errors",
       number<&ActionCalibration::z, ActionCalibration>}};
  return list;
}
const std::vector<Column<DoseBin>>& dose_columns() {
  static const std::vector<Column<DoseBin>> list = {
      {"from", "number", "smallest dose of the bin", number<&DoseBin::from, DoseBin>},
      {"to", "number", "upper end", number<&DoseBin::to, DoseBin>},
      {"records", "integer", "records of such doses", plain<&DoseBin::records, DoseBin>},
      {"mean_reward", "number", "their mean reward", number<&DoseBin::mean_reward, DoseBin>}};
  return list;
}
struct Test {
  std::string_view id, verdict;
  std::string sentence;
};
const std::vector<Column<Test>>& test_columns() {
  static const std::vector<Column<Test>> list = {
      {"test", "string", "what was tested; the same name for the same test",
       [](const Test& of) { return Json(of.id); }},
      {"verdict", "string", "fails, take care, note or holds",
       [](const Test& of) { return Json(of.verdict); }},
      {"sentence", "string", "the result with its numbers", plain<&Test::sentence, Test>}};
  return list;
}

}  // namespace

Json json_of(const EvaluationDetails& details, bool withheld) {
  std::vector<RunningPoint> running = details.running;
  std::vector<CurvePoint> curve = details.learning_curve;
  if (withheld) {
    running.clear();
    curve.clear();
  }
  return {{"weights", rows_of(details.weights, weight_columns())},
          {"largest_terms", rows_of(details.largest_terms, term_columns())},
          {"use", rows_of(details.use, use_columns())},
          {"running", rows_of(running, running_columns())},
          {"learning_curve", rows_of(curve, curve_columns())}};
}

Json json_of(const LogProfile& profile) {
  return {{"first_time", profile.first_time},
          {"last_time", profile.last_time},
          {"least_reward", json_number(profile.least_reward)},
          {"most_reward", json_number(profile.most_reward)},
          {"pools", profile.pools},
          {"shown_actions", profile.shown_actions},
          {"stretches", rows_of(profile.stretches, stretch_columns())},
          {"propensities", rows_of(profile.propensities, propensity_columns())},
          {"calibration", rows_of(profile.calibration, calibration_columns())},
          {"doses", rows_of(profile.doses, dose_columns())}};
}

Json json_tests(const Evaluation& evaluation, std::string (*sentence)(std::string_view marked)) {
  std::vector<Test> tests;
  for (const Severity severity : {Severity::grave, Severity::care, Severity::note}) {
    for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
      for (const EvaluationWarning& warning : *list) {
        if (severity_of(warning.kind) != severity) continue;
        tests.push_back({id_of(warning.kind), word_of(severity), sentence(warning.marked)});
      }
    }
  }
  for (const EvaluationWarning& held : evaluation.held) {
    tests.push_back({id_of(held.kind), "holds", sentence(held.marked)});
  }
  return rows_of(tests, test_columns());
}

namespace {

Json object_schema(Json properties, const char* about) {
  Json required = Json::array();
  for (const auto& [key, value] : properties.items()) required.push_back(key);
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", required},
          {"additionalProperties", false},
          {"description", about}};
}

Json described(const char* type, const char* about) {
  return {{"type", type}, {"description", about}};
}

}  // namespace

Json schema_of_details() {
  return object_schema(
      {{"weights", schema_of("importance weights, a bin per doubling", weight_columns())},
       {"largest_terms", schema_of("the ten records with the largest terms", term_columns())},
       {"use", schema_of("records that the estimate uses, along the log", use_columns())},
       {"running", schema_of("the estimate along the log; empty if the part of each record is not "
                             "known, or the estimate is withheld",
                             running_columns())},
       {"learning_curve", schema_of("mean reward of the accepted records, in their order; likewise",
                                    curve_columns())}},
      "the records behind the estimate, in bins");
}

Json schema_of_profile() {
  return object_schema(
      {{"first_time", described("string", "timestamp of the first record; empty: there is none")},
       {"last_time", described("string", "timestamp of the last record")},
       {"least_reward", described("number", "smallest reward")},
       {"most_reward", described("number", "largest reward")},
       {"pools",
        described("integer", "different pools of actions; 0: every action is always available")},
       {"shown_actions",
        {{"type", "array"},
         {"items", {{"type", "string"}}},
         {"description", "the most frequent actions, whose shares are in stretches"}}},
       {"stretches", schema_of("the log in stretches of equal size", stretch_columns())},
       {"propensities", schema_of("propensities, four bins per decade", propensity_columns())},
       {"calibration",
        schema_of("propensities of the actions with 30 effective records or more; of more than 200 "
                  "actions those that fit worst",
                  calibration_columns())},
       {"doses", schema_of("doses, in bins of equal width", dose_columns())}},
      "what the log recorded, in bins");
}

Json schema_of_tests() {
  return schema_of("what was tested, the worst result first", test_columns());
}

}  // namespace replaybench
