#include "suite/evaluationpage/rehearsal_json.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "suite/evaluationpage/json_number.hpp"

namespace replaybench {

namespace {

using namespace rehearsal;
using Json = nlohmann::ordered_json;

// A member of an object: its JSON type, or that of the items of a list.
template <class Of>
struct Member {
  const char* key;
  const char* type;
  const char* about;
  Json (*value)(const Of&);
  bool is_list = false;
};

Json texts(const std::vector<std::string>& list) {
  Json json = Json::array();
  for (const std::string& text : list) json.push_back(text);
  return json;
}
Json numbers(const std::vector<double>& list) {
  Json json = Json::array();
  for (const double value : list) json.push_back(json_number(value));
  return json;
}

const std::array<Member<TwinErrors>, 6> error_members{{
    {"bias", "number", "mean of estimate less true value",
     [](const TwinErrors& of) -> Json { return json_number(of.bias); }},
    {"deviation", "number", "standard deviation of that",
     [](const TwinErrors& of) -> Json { return json_number(of.deviation); }},
    {"error", "number", "root mean squared error",
     [](const TwinErrors& of) -> Json { return json_number(of.error); }},
    {"coverage", "number", "part of the 95% intervals that hold the true value",
     [](const TwinErrors& of) -> Json { return json_number(of.coverage); }},
    {"width", "number", "mean width of the intervals",
     [](const TwinErrors& of) -> Json { return json_number(of.width); }},
    {"withheld", "number", "part of the estimates that evaluate withholds",
     [](const TwinErrors& of) -> Json { return json_number(of.withheld); }},
}};

const std::array<Member<TwinKind>, 6> kind_members{{
    {"name", "string", "of this kind of twins", [](const TwinKind& of) -> Json { return of.name; }},
    {"fits", "boolean", "twins of this kind look like the log",
     [](const TwinKind& of) -> Json { return of.fits(); }},
    {"misfits", "string", "what does not fit",
     [](const TwinKind& of) -> Json { return texts(of.misfits); }, true},
    {"explained", "number", "part of the rewards' variance that the model predicts",
     [](const TwinKind& of) -> Json { return json_number(of.explained); }},
    {"residual_z", "number",
     "by policy, of learners by greedy policy of a kind: standard errors of the weighted residual "
     "from 0, before the tilt",
     [](const TwinKind& of) -> Json { return numbers(of.residual_z); }, true},
    {"tilt", "number", "by the same: coefficient of the tilt",
     [](const TwinKind& of) -> Json { return numbers(of.tilt); }, true},
}};

const std::array<Member<RehearsedEstimator>, 9> estimator_members{{
    {"expected_error", "number", "root mean squared error over the kinds of twins that fit",
     [](const RehearsedEstimator& of) -> Json { return json_number(of.expected_error); }},
    {"worst_error", "number", "the largest of a kind",
     [](const RehearsedEstimator& of) -> Json { return json_number(of.worst_error); }},
    {"bias", "number", "mean over these kinds",
     [](const RehearsedEstimator& of) -> Json { return json_number(of.bias); }},
    {"coverage", "number", "of the 95% interval, mean over these kinds",
     [](const RehearsedEstimator& of) -> Json { return json_number(of.coverage); }},
    {"score", "number", "mean over kinds of the log of the error over the least error",
     [](const RehearsedEstimator& of) -> Json { return json_number(of.score); }},
    {"worst_ratio", "number", "the largest ratio of its error to the least one of a kind",
     [](const RehearsedEstimator& of) -> Json { return json_number(of.worst_ratio); }},
    {"home_win", "boolean", "among the best on twins of its own model's class only",
     [](const RehearsedEstimator& of) -> Json { return of.home_win; }},
    {"against_validator", "number",
     "difference from an estimator without bias on the log, in standard errors",
     [](const RehearsedEstimator& of) -> Json { return json_number(of.against_validator); }},
    {"unrated", "string", "why it has no errors; empty: it has",
     [](const RehearsedEstimator& of) -> Json { return of.unrated; }},
}};

const std::array<Member<Opinion>, 3> opinion_members{{
    {"rule", "string", "of the literature", [](const Opinion& of) -> Json { return of.rule; }},
    {"choice", "string", "the estimator that it takes, or the weights of a combination",
     [](const Opinion& of) -> Json { return of.choice; }},
    {"agrees", "boolean", "the choice's expected error is at most 1.25 times the least",
     [](const Opinion& of) -> Json { return of.agrees ? Json(*of.agrees) : Json(nullptr); }},
}};

const std::array<Member<RehearsedPolicy>, 12> policy_members{{
    {"policy", "string", "name", [](const RehearsedPolicy& of) -> Json { return of.policy; }},
    {"trusted", "boolean", "the chosen estimate can be trusted",
     [](const RehearsedPolicy& of) -> Json { return of.distrust.empty(); }},
    {"because", "string", "why it was chosen",
     [](const RehearsedPolicy& of) -> Json { return of.because; }},
    {"distrust", "string", "why no estimate can be trusted",
     [](const RehearsedPolicy& of) -> Json { return texts(of.distrust); }, true},
    {"remedies", "string", "what would help, for each of these",
     [](const RehearsedPolicy& of) -> Json { return texts(of.remedies); }, true},
    {"estimate", "number", "the chosen estimate, in the unit of the rewards",
     [](const RehearsedPolicy& of) -> Json { return json_number(of.estimate); }},
    {"low", "number", "its 95% interval, as wide as the twins ask for",
     [](const RehearsedPolicy& of) -> Json { return json_number(of.widened.low); }},
    {"high", "number", "the same",
     [](const RehearsedPolicy& of) -> Json { return json_number(of.widened.high); }},
    {"widening", "number", "factor of the interval's width; null: it is from the twins alone",
     [](const RehearsedPolicy& of) -> Json { return json_number(of.widening); }},
    {"lift", "number", "estimate less the log's mean reward",
     [](const RehearsedPolicy& of) -> Json { return json_number(of.lift); }},
    {"records_for_lift", "number", "records with which the expected error is half of that",
     [](const RehearsedPolicy& of) -> Json { return json_number(of.records_for_lift); }},
    {"chosen", "integer", "place of the chosen estimator among `estimators`, from 0",
     [](const RehearsedPolicy& of) -> Json {
       return of.chosen ? Json(*of.chosen) : Json(nullptr);
     }},
}};

const std::array<Member<Rehearsal>, 8> rehearsal_members{{
    {"impossible", "string", "why nothing could be rehearsed; empty: it could",
     [](const Rehearsal& of) -> Json { return of.impossible; }},
    {"remedy", "string", "what would help then",
     [](const Rehearsal& of) -> Json { return of.remedy; }},
    {"records", "integer", "of the log", [](const Rehearsal& of) -> Json { return of.records; }},
    {"rehearsed_records", "integer", "of the log that twins are drawn from: a sample if fewer",
     [](const Rehearsal& of) -> Json { return of.rehearsed_records; }},
    {"twins", "integer", "of each kind", [](const Rehearsal& of) -> Json { return of.twins; }},
    {"live_plays", "integer",
     "on each twin, of `rehearsed_records` steps each; their mean is the true value of an "
     "algorithm; "
     "0: none learns",
     [](const Rehearsal& of) -> Json { return of.live_plays; }},
    {"logging", "string", "source of the logging policy's probabilities of all actions",
     [](const Rehearsal& of) -> Json { return of.logging_known_by; }},
    {"logging_is_modelled", "boolean", "a model gives those of actions that were not logged",
     [](const Rehearsal& of) -> Json { return of.logging_is_modelled; }},
}};

// Writes the options that sentences mark as the user of the front end does.
void write_options(Json& value, const ResultNames& names) {
  if (value.is_array()) {
    for (Json& item : value) write_options(item, names);
  } else if (value.is_string()) {
    value = names.sentence(value.get<std::string>());
  }
}

template <class Of>
Json object_of(const Of& of, std::span<const Member<Of>> members, const ResultNames& names) {
  Json json = Json::object();
  for (const Member<Of>& member : members) {
    json[member.key] = member.value(of);
    write_options(json[member.key], names);
  }
  return json;
}

void add_property(Json& object, const char* key, Json schema) {
  object["required"].push_back(key);
  object["properties"][key] = std::move(schema);
}

template <class Of>
Json schema_of(std::span<const Member<Of>> members) {
  Json object = {{"type", "object"},
                 {"properties", Json::object()},
                 {"required", Json::array()},
                 {"additionalProperties", false}};
  for (const Member<Of>& member : members) {
    Json schema;
    if (member.is_list) {
      schema = {{"type", "array"}, {"items", {{"type", {member.type, "null"}}}}};
    } else {
      schema["type"] = {member.type, "null"};
    }
    schema["description"] = member.about;
    add_property(object, member.key, std::move(schema));
  }
  return object;
}

Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

}  // namespace

Json json_of(const Rehearsal& rehearsal, const ResultNames& names) {
  Json json = object_of<Rehearsal>(rehearsal, rehearsal_members, names);
  json["limits"] = rehearsal_limits;
  json["kinds"] = Json::array();
  for (const TwinKind& kind : rehearsal.kinds) {
    json["kinds"].push_back(object_of<TwinKind>(kind, kind_members, names));
  }
  json["policies"] = Json::array();
  for (const RehearsedPolicy& policy : rehearsal.policies) {
    Json of_policy = object_of<RehearsedPolicy>(policy, policy_members, names);
    of_policy["policy"] = policy.policy;  // a name is the user's
    of_policy["estimators"] = Json::array();
    for (const RehearsedEstimator& estimator : policy.estimators) {
      Json of_estimator = {{"evaluator", names.evaluators[estimator.evaluator]}};
      of_estimator["rank"] = estimator.rank > 0 ? Json(estimator.rank) : Json(nullptr);
      of_estimator.update(object_of<RehearsedEstimator>(estimator, estimator_members, names));
      of_estimator["errors"] = Json::array();
      for (const TwinErrors& errors : estimator.errors) {
        of_estimator["errors"].push_back(object_of<TwinErrors>(errors, error_members, names));
      }
      of_policy["estimators"].push_back(std::move(of_estimator));
    }
    of_policy["opinions"] = Json::array();
    for (const Opinion& opinion : policy.opinions) {
      of_policy["opinions"].push_back(object_of<Opinion>(opinion, opinion_members, names));
    }
    json["policies"].push_back(std::move(of_policy));
  }
  json["orders"] = Json::array();
  for (const RehearsedOrder& order : rehearsal.orders) {
    json["orders"].push_back({{"first", rehearsal.policies[order.first].policy},
                              {"second", rehearsal.policies[order.second].policy},
                              {"chance", json_number(order.chance)}});
  }
  return json;
}

Json schema_of_rehearsal() {
  Json estimator = schema_of<RehearsedEstimator>(estimator_members);
  add_property(estimator, "evaluator", {{"type", "string"}, {"description", "as written"}});
  add_property(estimator, "rank",
               {{"type", {"integer", "null"}},
                {"description", "by score: 1 for the best and those that do not differ from it"}});
  Json errors = list_of(schema_of<TwinErrors>(error_members));
  errors["description"] = "by kind of twins, in the order of `kinds`";
  add_property(estimator, "errors", std::move(errors));
  Json policy = schema_of<RehearsedPolicy>(policy_members);
  add_property(policy, "estimators", list_of(std::move(estimator)));
  add_property(policy, "opinions", list_of(schema_of<Opinion>(opinion_members)));
  Json order = schema_of<Opinion>({});
  add_property(order, "first", {{"type", "string"}, {"description", "a policy"}});
  add_property(order, "second", {{"type", "string"}, {"description", "another"}});
  add_property(
      order, "chance",
      {{"type", {"number", "null"}},
       {"description", "part of the twins on which the better one has the higher estimate"}});
  Json schema = schema_of<Rehearsal>(rehearsal_members);
  add_property(schema, "limits", {{"type", "string"}, {"description", "what no rehearsal shows"}});
  add_property(schema, "kinds", list_of(schema_of<TwinKind>(kind_members)));
  add_property(schema, "policies", list_of(std::move(policy)));
  add_property(schema, "orders", list_of(std::move(order)));
  schema["description"] = "errors of the estimators on twins of the log, in a rehearsed evaluation";
  return schema;
}

}  // namespace replaybench
