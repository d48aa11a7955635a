#include "suite/evaluationpage/evaluation_details_json.hpp"

#include <string>
#include <vector>

#include "suite/evaluate/evaluation_verdict.hpp"
#include "suite/evaluationpage/json_members.hpp"

namespace replaybench {

namespace {

using Json = nlohmann::ordered_json;

template <class Row>
Json rows_of(const std::vector<Row>& rows, const JsonMembers<Row>& columns) {
  Json list = Json::array();
  for (const Row& row : rows) {
    Json object = Json::object();
    for (const auto& column : columns) object[column.key] = column.value(row);
    list.push_back(std::move(object));
  }
  return list;
}

template <class Row>
Json schema_of(const char* about, const JsonMembers<Row>& columns) {
  Json properties = Json::object(), required = Json::array();
  for (const auto& column : columns) {
    Json schema = {{"type", column.type}};
    if (column.is_list) {
      schema = {{"type", "array"}, {"items", schema}};
    } else if (schema["type"] == "number") {
      schema["type"] = {"number", "null"};
    }
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

const JsonMembers<WeightBin> weight_columns = {
    {"from", "smallest weight of the bin", &WeightBin::from},
    {"to", "upper end, which is twice the lower; not in the bin", &WeightBin::to},
    {"records", "records of such weights", &WeightBin::records},
    {"records_share", "the same as a share of all records", &WeightBin::records_share},
    {"weight_share", "their share of the sum of all weights", &WeightBin::weight_share}};
const JsonMembers<LargeTerm> term_columns = {
    {"weight", "weight of the record", &LargeTerm::weight},
    {"reward", "reward of the record", &LargeTerm::reward},
    {"share", "share of weight times reward in the sum of all, by absolute value",
     &LargeTerm::share}};
const JsonMembers<UseStretch> use_columns = {
    {"first", "number of the first record, from 1", &UseStretch::first},
    {"records", "records of the stretch", &UseStretch::records},
    {"used", "those that the estimate uses: of a weight other than 0", &UseStretch::used},
    {"weight_share", "their share of the sum of all weights", &UseStretch::weight_share}};
const JsonMembers<RunningPoint> running_columns = {
    {"records", "number of records, the first of the log", &RunningPoint::records},
    {"estimate", "estimate from these records", &RunningPoint::estimate},
    {"low", "lower bound of a 95% sequence that holds at all points together", &RunningPoint::low},
    {"high", "upper bound", &RunningPoint::high},
    {"part", "sum of the parts of these records in the estimate; 0 at the end of the log",
     &RunningPoint::part}};
const JsonMembers<CurvePoint> curve_columns = {
    {"first", "first interaction, from 1", &CurvePoint::first},
    {"last", "last interaction", &CurvePoint::last},
    {"mean_reward", "mean reward of these interactions",
     [](const CurvePoint& of) { return of.mean.value; }},
    {"low", "lower bound of its 95% interval", [](const CurvePoint& of) { return of.mean.low; }},
    {"high", "upper bound", [](const CurvePoint& of) { return of.mean.high; }}};
const JsonMembers<LogStretch> stretch_columns = {
    {"first", "number of the first record, from 1", &LogStretch::first},
    {"records", "records of the stretch", &LogStretch::records},
    {"from_time", "timestamp of the first record as written; empty: there is none",
     &LogStretch::from_time},
    {"mean_reward", "mean reward", [](const LogStretch& of) { return of.mean_reward.value; }},
    {"low", "lower bound of its 95% interval",
     [](const LogStretch& of) { return of.mean_reward.low; }},
    {"high", "upper bound", [](const LogStretch& of) { return of.mean_reward.high; }},
    {"shares", "share of each of shown_actions", &LogStretch::shares}};
const JsonMembers<PropensityBin> propensity_columns = {
    {"from", "smallest propensity of the bin", &PropensityBin::from},
    {"to", "upper end, not in the bin", &PropensityBin::to},
    {"records", "records of such propensities", &PropensityBin::records}};
const JsonMembers<ActionCalibration> calibration_columns = {
    {"action", "the action's name, or its number", &ActionCalibration::action},
    {"records", "records in which it was logged", &ActionCalibration::records},
    {"inverse",
     "sum of 1/propensity over these records, divided by the records that offered the action; 1 "
     "in expectation if the propensities are right",
     &ActionCalibration::inverse},
    {"z", "its distance from 1 in standard errors", &ActionCalibration::z}};
const JsonMembers<DoseBin> dose_columns = {
    {"from", "smallest dose of the bin", &DoseBin::from},
    {"to", "upper end", &DoseBin::to},
    {"records", "records of such doses", &DoseBin::records},
    {"mean_reward", "their mean reward", &DoseBin::mean_reward}};
struct Test {
  std::string_view id, verdict;
  std::string sentence;
};
const JsonMembers<Test> test_columns = {
    {"test", "what was tested; the same name for the same test", &Test::id},
    {"verdict", "fails, take care, note or holds", &Test::verdict},
    {"sentence", "the result with its numbers", &Test::sentence}};

}  // namespace

Json json_of(const EvaluationDetails& details, bool withheld) {
  std::vector<RunningPoint> running = details.running;
  std::vector<CurvePoint> curve = details.learning_curve;
  if (withheld) {
    running.clear();
    curve.clear();
  }
  return {{"weights", rows_of(details.weights, weight_columns)},
          {"largest_terms", rows_of(details.largest_terms, term_columns)},
          {"use", rows_of(details.use, use_columns)},
          {"running", rows_of(running, running_columns)},
          {"learning_curve", rows_of(curve, curve_columns)}};
}

Json json_of(const LogProfile& profile) {
  return {{"first_time", profile.first_time},
          {"last_time", profile.last_time},
          {"least_reward", json_number(profile.least_reward)},
          {"most_reward", json_number(profile.most_reward)},
          {"pools", profile.pools},
          {"shown_actions", profile.shown_actions},
          {"stretches", rows_of(profile.stretches, stretch_columns)},
          {"propensities", rows_of(profile.propensities, propensity_columns)},
          {"calibration", rows_of(profile.calibration, calibration_columns)},
          {"doses", rows_of(profile.doses, dose_columns)}};
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
  return rows_of(tests, test_columns);
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
      {{"weights", schema_of("importance weights, a bin per doubling", weight_columns)},
       {"largest_terms", schema_of("the ten records with the largest terms", term_columns)},
       {"use", schema_of("records that the estimate uses, along the log", use_columns)},
       {"running", schema_of("the estimate along the log; empty if the part of each record is not "
                             "known, or the estimate is withheld",
                             running_columns)},
       {"learning_curve",
        schema_of("mean reward of the accepted records, in their order; likewise", curve_columns)}},
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
       {"stretches", schema_of("the log in stretches of equal size", stretch_columns)},
       {"propensities", schema_of("propensities, four bins per decade", propensity_columns)},
       {"calibration",
        schema_of("propensities of the actions with 30 effective records or more; of more than 200 "
                  "actions those that fit worst",
                  calibration_columns)},
       {"doses", schema_of("doses, in bins of equal width", dose_columns)}},
      "what the log recorded, in bins");
}

Json schema_of_tests() {
  return schema_of("what was tested, the worst result first", test_columns);
}

}  // namespace replaybench
