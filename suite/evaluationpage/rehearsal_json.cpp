#include "suite/evaluationpage/rehearsal_json.hpp"

#include <string>

#include "suite/evaluationpage/json_members.hpp"

namespace replaybench {

namespace {

using namespace rehearsal;
using Json = nlohmann::ordered_json;

const JsonMembers<TwinErrors> error_members{
    {"bias", "mean of estimate less true value", &TwinErrors::bias},
    {"deviation", "standard deviation of that", &TwinErrors::deviation},
    {"error", "root mean squared error", &TwinErrors::error},
    {"coverage", "part of the 95% intervals that hold the true value", &TwinErrors::coverage},
    {"width", "mean width of the intervals", &TwinErrors::width},
    {"withheld", "part of the estimates that evaluate withholds", &TwinErrors::withheld}};

const JsonMembers<TwinKind> kind_members{
    {"name", "of this kind of twins", &TwinKind::name},
    {"fits", "twins of this kind look like the log", &TwinKind::fits},
    {"misfits", "what does not fit", &TwinKind::misfits},
    {"explained", "part of the rewards' variance that the model predicts", &TwinKind::explained},
    {"residual_z",
     "by policy, of learners by greedy policy of a kind: standard errors of the weighted residual "
     "from 0, before the tilt",
     &TwinKind::residual_z},
    {"tilt", "by the same: coefficient of the tilt", &TwinKind::tilt}};

const JsonMembers<RehearsedEstimator> estimator_members{
    {"expected_error", "root mean squared error over the kinds of twins that fit",
     &RehearsedEstimator::expected_error},
    {"worst_error", "the largest of a kind", &RehearsedEstimator::worst_error},
    {"bias", "mean over these kinds", &RehearsedEstimator::bias},
    {"coverage", "of the 95% interval, mean over these kinds", &RehearsedEstimator::coverage},
    {"score", "mean over kinds of the log of the error over the least error",
     &RehearsedEstimator::score},
    {"worst_ratio", "the largest ratio of its error to the least one of a kind",
     &RehearsedEstimator::worst_ratio},
    {"home_win", "among the best on twins of its own model's class only",
     &RehearsedEstimator::home_win},
    {"against_validator",
     "difference from an estimator without bias on the log, in standard errors",
     &RehearsedEstimator::against_validator},
    {"unrated", "why it has no errors; empty: it has", &RehearsedEstimator::unrated}};

const JsonMembers<Opinion> opinion_members{
    {"rule", "of the literature", &Opinion::rule},
    {"choice", "the estimator that it takes, or the weights of a combination", &Opinion::choice},
    {"agrees", "the choice's expected error is at most 1.25 times the least", &Opinion::agrees}};

const JsonMembers<RehearsedPolicy> policy_members{
    {"policy", "name", &RehearsedPolicy::policy},
    {"trusted", "the chosen estimate can be trusted",
     [](const RehearsedPolicy& of) { return of.distrust.empty(); }},
    {"because", "why it was chosen", &RehearsedPolicy::because},
    {"distrust", "why no estimate can be trusted", &RehearsedPolicy::distrust},
    {"remedies", "what would help, for each of these", &RehearsedPolicy::remedies},
    {"estimate", "the chosen estimate, in the unit of the rewards", &RehearsedPolicy::estimate},
    {"low", "its 95% interval, as wide as the twins ask for",
     [](const RehearsedPolicy& of) { return of.widened.low; }},
    {"high", "the same", [](const RehearsedPolicy& of) { return of.widened.high; }},
    {"widening", "factor of the interval's width; null: it is from the twins alone",
     &RehearsedPolicy::widening},
    {"lift", "estimate less the log's mean reward", &RehearsedPolicy::lift},
    {"disagreement",
     "the rules whose choice is further from the estimate than its expected error; empty: none",
     &RehearsedPolicy::disagreement},
    {"records_for_lift", "records with which the expected error is half of that",
     &RehearsedPolicy::records_for_lift},
    {"chosen", "place of the chosen estimator among `estimators`, from 0",
     &RehearsedPolicy::chosen}};

const JsonMembers<Rehearsal> rehearsal_members{
    {"impossible", "why nothing could be rehearsed; empty: it could", &Rehearsal::impossible},
    {"remedy", "what would help then", &Rehearsal::remedy},
    {"records", "of the log", &Rehearsal::records},
    {"rehearsed_records", "of the log that twins are drawn from: a sample if fewer",
     &Rehearsal::rehearsed_records},
    {"twins", "of each kind", &Rehearsal::twins},
    {"live_plays",
     "on each twin, of `rehearsed_records` steps each; their mean is the true value of an "
     "algorithm; 0: none learns",
     &Rehearsal::live_plays},
    {"logging", "source of the logging policy's probabilities of all actions",
     &Rehearsal::logging_known_by},
    {"logging_is_modelled", "a model gives those of actions that were not logged",
     &Rehearsal::logging_is_modelled}};

// Writes the options that sentences mark as the user of the front end does.
void write_options(Json& value, const ResultNames& names) {
  if (value.is_array()) {
    for (Json& item : value) write_options(item, names);
  } else if (value.is_string()) {
    value = names.sentence(value.get<std::string>());
  }
}

template <class Of>
Json object_of(const Of& of, const JsonMembers<Of>& members, const ResultNames& names) {
  Json json = Json::object();
  for (const JsonMember<Of>& member : members) {
    json[member.key] = member.value(of);
    write_options(json[member.key], names);
  }
  return json;
}

}  // namespace

Json json_of(const Rehearsal& rehearsal, const ResultNames& names) {
  Json json = object_of(rehearsal, rehearsal_members, names);
  json["limits"] = rehearsal_limits;
  json["kinds"] = Json::array();
  for (const TwinKind& kind : rehearsal.kinds) {
    json["kinds"].push_back(object_of(kind, kind_members, names));
  }
  json["policies"] = Json::array();
  for (const RehearsedPolicy& policy : rehearsal.policies) {
    Json of_policy = object_of(policy, policy_members, names);
    of_policy["policy"] = policy.policy;  // a name is the user's
    of_policy["estimators"] = Json::array();
    for (const RehearsedEstimator& estimator : policy.estimators) {
      Json of_estimator = {{"evaluator", names.evaluators[estimator.evaluator]}};
      of_estimator["rank"] = estimator.rank > 0 ? Json(estimator.rank) : Json(nullptr);
      of_estimator.update(object_of(estimator, estimator_members, names));
      of_estimator["errors"] = Json::array();
      for (const TwinErrors& errors : estimator.errors) {
        of_estimator["errors"].push_back(object_of(errors, error_members, names));
      }
      of_policy["estimators"].push_back(std::move(of_estimator));
    }
    of_policy["opinions"] = Json::array();
    for (const Opinion& opinion : policy.opinions) {
      of_policy["opinions"].push_back(object_of(opinion, opinion_members, names));
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
  Json estimator = schema_of(estimator_members);
  add_property(estimator, "evaluator", {{"type", "string"}, {"description", "as written"}});
  add_property(estimator, "rank",
               {{"type", {"integer", "null"}},
                {"description", "by score: 1 for the best and those that do not differ from it"}});
  Json errors = list_schema(schema_of(error_members));
  errors["description"] = "by kind of twins, in the order of `kinds`";
  add_property(estimator, "errors", std::move(errors));
  Json policy = schema_of(policy_members);
  add_property(policy, "estimators", list_schema(std::move(estimator)));
  add_property(policy, "opinions", list_schema(schema_of(opinion_members)));
  Json order = schema_of(JsonMembers<Opinion>());
  add_property(order, "first", {{"type", "string"}, {"description", "a policy"}});
  add_property(order, "second", {{"type", "string"}, {"description", "another"}});
  add_property(
      order, "chance",
      {{"type", {"number", "null"}},
       {"description", "part of the twins on which the better one has the higher estimate"}});
  Json schema = schema_of(rehearsal_members);
  add_property(schema, "limits", {{"type", "string"}, {"description", "what no rehearsal shows"}});
  add_property(schema, "kinds", list_schema(schema_of(kind_members)));
  add_property(schema, "policies", list_schema(std::move(policy)));
  add_property(schema, "orders", list_schema(std::move(order)));
  schema["description"] = "errors of the estimators on twins of the log, in a rehearsed evaluation";
  return schema;
}

}  // namespace replaybench
