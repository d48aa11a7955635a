// The leaderboard of one log as JSON, and the schema of this, from the same lists of members.

#include <initializer_list>
#include <nlohmann/json.hpp>

#include "suite/evaluationpage/json_members.hpp"
#include "suite/leaderboard/log_board.hpp"

namespace replaybench {

namespace {

using Json = nlohmann::ordered_json;
using statistics::IntervalEstimate;

template <class Of>
Json object_of(const Of& of, const JsonMembers<Of>& members) {
  Json object = Json::object();
  for (const JsonMember<Of>& member : members) object[member.key] = member.value(of);
  return object;
}

const JsonMembers<IntervalEstimate> interval_members{
    {"value", "in the unit of the rewards", &IntervalEstimate::value},
    {"low", "of the interval; null: there is none", &IntervalEstimate::low},
    {"high", "the same", &IntervalEstimate::high}};

Json interval(const IntervalEstimate& of) { return object_of(of, interval_members); }
Json interval_of(const Evaluation& of) {
  return interval({of.estimate, of.interval.low, of.interval.high});
}

const JsonMembers<LogBoard> log_members{
    {"log", "its name", &LogBoard::log},
    {"records", "of the log", &LogBoard::records},
    {"ranked_records", "of a sample if fewer", &LogBoard::ranked_records},
    {"actions", "number", &LogBoard::actions},
    {"features", "number of features of a context", &LogBoard::dimension},
    {"mean_logged_reward", "with its 95% interval",
     [](const LogBoard& of) { return interval(of.log_value); }},
    {"seed", "of all random numbers", &LogBoard::seed}};

const JsonMembers<LogBoard> evaluator_members{
    {"text", "the evaluator that ranks", &LogBoard::evaluator},
    {"because", "why it was taken", &LogBoard::because}};

const JsonMembers<LogBoard> tuning_members{
    {"evaluator", "of the tuning; empty: nothing was tuned", &LogBoard::tuner},
    {"records", "of the half that tuned", &LogBoard::tuning_records},
    {"settings", "that were tried, the candidates of the tuning included", &LogBoard::settings}};

const JsonMembers<LogEntry> entry_members{
    {"rank", "by estimate, 1 for the best", &LogEntry::rank},
    {"algorithm", "with its setting", &LogEntry::algorithm},
    {"parameter", "that was tuned; empty: none", &LogEntry::parameter},
    {"value", "of this parameter", &LogEntry::value},
    {"estimate", "mean reward with its 95% interval",
     [](const LogEntry& of) { return interval_of(*of.evaluation); }},
    {"behind", "the first estimate minus this one, interval of `level_of_differences`",
     [](const LogEntry& of) { return interval(of.behind.estimate); }},
    {"behind_method", "of this interval, or why there is none",
     [](const LogEntry& of) { return of.behind.method; }},
    {"may_be_best", "no test excludes it", &LogEntry::may_be_best},
    {"accepted", "records that its estimate used",
     [](const LogEntry& of) { return of.evaluation->accepted; }},
    {"state_bytes", "memory of what it learned, in bytes",
     [](const LogEntry& of) { return of.cost.state_bytes; }},
    {"choose_ns", "time of a choice, in nanoseconds; null: not measured",
     [](const LogEntry& of) { return of.cost.choose_ns; }},
    {"update_ns", "time of an update", [](const LogEntry& of) { return of.cost.update_ns; }}};

const JsonMembers<Absentee> absentee_members{{"algorithms", "without a rank", &Absentee::text},
                                             {"reason", "for this", &Absentee::reason}};

const JsonMembers<HeldOutWinner> winner_members{
    {"algorithm", "the first one of the half that tuned", &HeldOutWinner::algorithm},
    {"rank", "on the whole log; 0: none", &HeldOutWinner::rank},
    {"choosing_half", "its estimate on the half that chose it", &HeldOutWinner::choosing},
    {"judging_half", "its estimate on the other half, with a 95% interval",
     [](const HeldOutWinner& of) { return interval_of(of.judged); }},
    {"lift", "of this over the mean logged reward of that half",
     [](const HeldOutWinner& of) { return interval(of.lift.absolute.estimate); }}};

// The schema of the members, in which these are intervals.
template <class Of>
Json schema_with_intervals(const JsonMembers<Of>& members,
                           std::initializer_list<const char*> keys) {
  Json schema = schema_of(members);
  for (const char* const key : keys) {
    Json of_interval = schema_of(interval_members);
    of_interval["description"] = schema["properties"][key]["description"];
    schema["properties"][key] = std::move(of_interval);
  }
  return schema;
}

Json sentences_schema(const char* about) {
  return {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", about}};
}

}  // namespace

Json log_board_json(const LogBoard& board, OptionStyle style) {
  Json result;
  result["answer"] = in_style(answer_of(board), style);
  result["explanations"] = Json::object();
  for (const auto& [word, sentence] : explanations_of(board)) {
    result["explanations"][word] = in_style(sentence, style);
  }
  result.update(object_of(board, log_members));
  result["evaluator"] = object_of(board, evaluator_members);
  result["evaluator"]["because"] = in_style(board.because, style);
  result["tuning"] = object_of(board, tuning_members);
  result["level_of_differences"] = board.level;
  result["algorithms"] = Json::array();
  for (const LogEntry& entry : board.entries) {
    if (entry.rank > 0) result["algorithms"].push_back(object_of(entry, entry_members));
  }
  result["unranked"] = Json::array();
  for (Absentee absent : unranked_by_reason(board)) {
    absent.reason = in_style(absent.reason, style);
    result["unranked"].push_back(object_of(absent, absentee_members));
  }
  result["held_out"] = board.held_out ? object_of(*board.held_out, winner_members) : Json();
  result["warnings"] = Json::array();
  for (const std::string& sentence : warnings_of(board)) {
    result["warnings"].push_back(in_style(sentence, style));
  }
  return result;
}

Json log_board_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "the leaderboard of one log as JSON"},
                 {"description",
                  "Every algorithm on one log: the answer, the ranking, and those without a rank; "
                  "of replaybench.rank in Python its `details`. Null stands for a number that does "
                  "not exist."}};
  schema.update(schema_with_intervals(log_members, {"mean_logged_reward"}));
  add_property(
      schema, "answer",
      {{"type", "string"}, {"description", "the algorithm to take, or why there is none"}});
  add_property(
      schema, "explanations",
      {{"type", "object"},
       {"additionalProperties", {{"type", "string"}}},
       {"description", "sentences on ties, the cheapest of them, the held-out half and optimism"}});
  add_property(schema, "evaluator", schema_of(evaluator_members));
  add_property(schema, "tuning", schema_of(tuning_members));
  add_property(schema, "level_of_differences",
               {{"type", "number"}, {"description", "of the intervals of `behind`"}});
  add_property(schema, "algorithms",
               list_schema(schema_with_intervals(entry_members, {"estimate", "behind"})));
  add_property(schema, "unranked", list_schema(schema_of(absentee_members)));
  Json winner = schema_with_intervals(winner_members, {"judging_half", "lift"});
  winner["type"] = {"object", "null"};
  winner["description"] = "the first algorithm of a random half, judged by the other half";
  add_property(schema, "held_out", std::move(winner));
  add_property(schema, "warnings", sentences_schema("what speaks against the ranking"));
  return schema;
}

}  // namespace replaybench
