#include "suite/evaluationpage/evaluation_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "suite/evaluate/shown_value.hpp"
#include "suite/evaluationpage/page_parts.hpp"
#include "suite/page/template.hpp"

namespace replaybench {

// Generated from the folder by cmake/embed.cmake.
const std::vector<EmbeddedText>& evaluation_page_files();

namespace {

using namespace evaluationpage;

constexpr std::size_t max_reasons = 3;
constexpr std::size_t max_csv = 200'000;

// From the best to the worst.
int rank_of_belief(const std::string& words) {
  if (words == "Believe it") return 0;
  if (words == "Do not rely on it") return 2;
  return words == "No answer" ? 3 : 1;
}
const char* kind_of_belief(int rank) {
  static const char* const kinds[] = {"good", "care", "bad", "none"};
  return kinds[rank];
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

// The answers of several policies in one sentence.
std::string title_of_several(const std::vector<const PairResult*>& pairs) {
  std::vector<std::string> better, worse, undecided, others;
  for (const PairResult* pair : pairs) {
    const std::string comparison = text_at(*pair->json, "/verdict/comparison");
    (comparison == "better"      ? better
     : comparison == "worse"     ? worse
     : comparison == "undecided" ? undecided
                                 : others)
        .push_back(pair->policy);
  }
  std::string text;
  const auto add = [&](const std::vector<std::string>& names, const std::string& before,
                       const std::string& after) {
    if (names.empty()) return;
    text += (text.empty() ? "" : "; ") + before + joined(names) + after;
  };
  add(better, "",
      better.size() == 1 ? " is better than the logging policy"
                         : " are better than the logging policy");
  add(worse, "",
      worse.size() == 1 ? " is worse than the logging policy"
                        : " are worse than the logging policy");
  add(undecided, "for ", " the log cannot tell");
  add(others, "for ", " there is no comparison with the logging policy");
  if (text.starts_with("for ")) text.front() = 'F';
  return text;
}

// The belief in an answer; of a policy that does not fit the log or the evaluator there is none.
std::string belief_in(const PairResult& pair) {
  const std::string words = text_at(*pair.json, "/verdict/belief");
  return words.empty() ? "No answer" : words;
}

// A policy's rehearsal; null if there is none.
const Json* rehearsed(const Json& result, const PairResult& pair) {
  if (!result.contains("rehearsal")) return nullptr;
  for (const Json& policy : result.at("rehearsal").at("policies")) {
    if (text_at(policy, "/policy") == text_at(*pair.json, "/algorithm_label")) return &policy;
  }
  return nullptr;
}

// The belief in an answer, unless its rehearsal trusts none.
std::string belief_after(const Json& result, const PairResult& pair) {
  const std::string words = belief_in(pair);
  const Json* const policy = rehearsed(result, pair);
  const bool distrusted = policy && policy->at("trusted") == false;
  return distrusted && rank_of_belief(words) < 2 ? "Do not rely on it" : words;
}

Json card_of(const Json& result, const PairResult& pair) {
  const std::string comparison = text_at(*pair.json, "/verdict/comparison");
  const bool known = !comparison.empty();
  Json card = {{"key", key(pair.series)},
               {"policy", pair.policy},
               {"chip", comparison},
               {"kind", comparison == "better"  ? "good"
                        : comparison == "worse" ? "bad"
                                                : "none"},
               {"mark", comparison == "better"  ? "✓"
                        : comparison == "worse" ? "✕"
                                                : "–"},
               {"estimate", shown(pair.estimate)},
               {"interval", shown_range(pair.estimate)},
               {"level", pair.estimate.has_interval()
                             ? shown_number(100 * number_at(*pair.json, "/interval/level")) + "%"
                             : std::string()},
               {"difference", known ? shown(pair.lift, true) : std::string()},
               {"difference_interval", known ? shown_range(pair.lift, true) : std::string()},
               {"belief", belief_after(result, pair)},
               {"evaluator", pair.evaluator}};
  return card;
}

// The most careful belief of all answers, with its reasons and what speaks for the worst one.
Json belief_of(const Json& result, const std::vector<const PairResult*>& pairs) {
  const PairResult* worst = nullptr;
  int rank = -1;
  for (const PairResult* pair : pairs) {
    const int own = rank_of_belief(belief_after(result, *pair));
    if (own <= rank) continue;
    rank = own;
    worst = pair;
  }
  Json belief = {{"kind", kind_of_belief(std::max(rank, 0))},
                 {"words", belief_after(result, *worst)},
                 {"policy", pairs.size() > 1 && rank > 0 ? worst->policy : std::string()},
                 {"against", Json::array()},
                 {"for", Json::array()}};
  if (const std::string why = text_at(*worst->json, "/not_applicable"); !why.empty()) {
    belief["against"].push_back(why);
  }
  if (const Json* const policy = rehearsed(result, *worst)) {
    for (const Json& why : policy->at("distrust")) belief["against"].push_back(why);
    if (policy->at("trusted") == true) {
      belief["for"].push_back(fmt::format("the rehearsal recommends {}: {}", worst->evaluator,
                                          text_at(*policy, "/because")));
    }
  }
  if (worst->json->contains("verdict")) {
    for (const Json& reason : worst->json->at("verdict").at("reasons")) {
      if (belief["against"].size() < max_reasons) belief["against"].push_back(reason);
    }
  }
  if (worst->json->contains("tests")) {
    for (const Json& test : worst->json->at("tests")) {
      if (text_at(test, "/verdict") != "holds" || belief["for"].size() == max_reasons) continue;
      belief["for"].push_back(text_at(test, "/sentence"));
    }
  }
  return belief;
}

// A long command with a line for each option.
std::string in_lines(const std::string& command) {
  constexpr std::size_t longest_line = 90;
  if (command.size() <= longest_line) return command;
  std::string text;
  bool is_quoted = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    is_quoted = is_quoted != (command[i] == '\'');
    const bool is_option = !is_quoted && command.compare(i, 3, " --") == 0;
    text += is_option ? " \\\n " : "";
    text += command[i];
  }
  return text;
}

std::string percent_encoded(const std::string& text) {
  std::string encoded;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       c == '.' || c == '-' || c == '_' || c == ',';
    encoded += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

Json section(const char* id, const char* title, const char* question, Json figures,
             const std::string& table = {}) {
  return {{"id", id},
          {"title", title},
          {"question", question},
          {"figures", std::move(figures)},
          {"table", table}};
}

Json sections_of(const PageResult& result, const Templates& templates) {
  Json sections = Json::array();
  const auto add = [&](Json section) {
    if (!section["figures"].empty() || section["table"] != "")
      sections.push_back(std::move(section));
  };
  add(section("estimates", "Estimates",
              "Do the evaluators agree, and is a policy better than the logging policy?",
              estimate_figures(result)));
  if (result.json->contains("rehearsal")) {
    Json rehearsal =
        section("rehearsal", "Which estimate to trust",
                "How wrong is each estimator on twins of the log, where the true "
                "value is known?",
                Json::array(), templates.render("rehearsal.html", rehearsal_values(result)));
    rehearsal["facts"] = rehearsal_facts(result);
    sections.push_back(std::move(rehearsal));
  }
  Json log = section("log", "The log", "What was recorded?", log_figures(result));
  log["facts"] = log_facts(result);
  sections.push_back(std::move(log));
  add(section("evidence", "What the estimates use",
              "How many records decide, and do the propensities fit?", evidence_figures(result)));
  add(section("time", "Over the log", "Would an earlier end of the log have given another answer?",
              time_figures(result)));
  add(section("segments", "Segments", "Does the answer hold in every part?",
              segment_figures(result)));
  add(section("tests", "Tests", "What was assumed, and does the log agree?", Json::array(),
              tests_table(result)));
  for (Json& one : sections) {
    if (!one.contains("facts")) one["facts"] = Json::array();
  }
  return sections;
}

}  // namespace

std::string evaluation_page(const Json& result_json, const EvaluationOrigin& origin) {
  const PageResult result = read_result(result_json);
  const std::vector<const PairResult*> pairs = result.headline();
  std::string title = pairs.size() == 1 ? text_at(*pairs.front()->json, "/verdict/answer")
                                        : title_of_several(pairs);
  if (title.empty()) title = text_at(*pairs.front()->json, "/not_applicable");
  Json cards = Json::array();
  for (const PairResult* pair : pairs) cards.push_back(card_of(result_json, *pair));
  std::string csv = results_csv(result);
  const bool is_cut = csv.size() > max_csv;
  if (is_cut) csv.resize(csv.rfind('\n', max_csv) + 1);
  const Templates templates(evaluation_page_files());
  const Json values = {
      {"log", text_at(result_json, "/log")},
      {"records", shown_integer(static_cast<std::uint64_t>(number_at(result_json, "/records")))},
      {"asked", joined(result.policies)},
      {"title", title},
      {"cards", cards},
      {"belief", belief_of(result_json, pairs)},
      {"sections", sections_of(result, templates)},
      {"command", in_lines(origin.command)},
      {"version", origin.version},
      {"digest", origin.log_digest},
      {"seed", shown_integer(static_cast<std::uint64_t>(number_at(result_json, "/seed")))},
      {"repetitions",
       shown_integer(static_cast<std::uint64_t>(number_at(result_json, "/repetitions")))},
      {"table", results_table(result)},
      {"csv", percent_encoded(csv)},
      {"csv_cut", is_cut}};
  return page_templates().render("page.html",
                                 {{"title", "Replaybench: " + joined(result.policies)},
                                  {"style", std::string(templates.text("evaluation.css"))},
                                  {"body", templates.render("evaluation.html", values)},
                                  {"script", ""}});
}

}  // namespace replaybench
