// The rehearsal of an evaluation, as a section of its page.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "suite/evaluate/shown_value.hpp"
#include "suite/evaluationpage/page_parts.hpp"
#include "suite/page/template.hpp"

namespace replaybench::evaluationpage {

namespace {

// An error of this many times the recommended estimator's error on its worst kind of twin leaves the picture: one
// estimator with a heavy tail must not press all others into a corner.
constexpr double widest_error = 4;

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

const Json* chosen_of(const Json& policy) {
  const Json& place = policy.at("chosen");
  return place.is_null() ? nullptr : &policy.at("estimators").at(place.get<std::size_t>());
}

Estimated widened(const Json& policy) {
  return {number_at(policy, "/estimate"), number_at(policy, "/low"), number_at(policy, "/high")};
}

// An error with three digits, as the reasons of the recommendation have it.
std::string error_text(double error) {
  return std::isfinite(error) ? fmt::format("{:.3g}", error) : "none";
}

// The estimators as they are shown: the best first, those without errors last.
std::vector<const Json*> by_rank(const Json& policy) {
  std::vector<const Json*> order;
  for (const Json& estimator : policy.at("estimators")) order.push_back(&estimator);
  const auto place = [](const Json* one) {
    const double rank = number_at(*one, "/rank");
    return std::isnan(rank) ? 1e9 : rank;
  };
  const Json* const chosen = chosen_of(policy);
  std::stable_sort(order.begin(), order.end(), [&](const Json* a, const Json* b) {
    if (place(a) != place(b)) return place(a) < place(b);
    return a == chosen && b != chosen;
  });
  return order;
}

// The pair of a policy and an evaluator, both as the user wrote them; null if there is none.
const PairResult* pair_of(const PageResult& result, const Json& policy, const Json& estimator) {
  for (const PairResult& pair : result.whole.pairs) {
    if (text_at(*pair.json, "/algorithm_label") == text_at(policy, "/policy") &&
        text_at(*pair.json, "/evaluator_label") == text_at(estimator, "/evaluator")) {
      return &pair;
    }
  }
  return nullptr;
}

std::string errors_table(const PageResult& result, const Json& policy) {
  const Json* const chosen = chosen_of(policy);
  const double reference = chosen ? number_at(*chosen, "/expected_error") : nan;
  const double most = widest_error * (chosen ? number_at(*chosen, "/worst_error") : nan);
  std::vector<double> reach;
  const auto order = by_rank(policy);
  for (const Json* one : order) {
    for (const char* const key : {"/expected_error", "/worst_error"}) {
      const double error = number_at(*one, key);
      if (!(error > most)) reach.push_back(error);
    }
  }
  const Axis axis = Axis::of(reach, true);
  std::vector<std::vector<Cell>> rows;
  for (const Json* one : order) {
    const double expected = number_at(*one, "/expected_error");
    const double worst = number_at(*one, "/worst_error");
    if (std::isnan(expected)) continue;
    const PairResult* const pair = pair_of(result, policy, *one);
    const Estimated estimate = pair ? pair->estimate : Estimated{};
    std::string name = html_escaped(text_at(*one, "/evaluator"));
    if (one == chosen) {
      name = fmt::format("<b>{}</b> <span class=\"chip {}\">{}</span>", name,
                         policy.at("trusted") == true ? "good" : "none",
                         policy.at("trusted") == true ? "recommended" : "best of them");
    }
    rows.push_back({{name},
                    {error_strip(expected, worst, axis, reference)},
                    {fmt::format("<span class=\"word\">error </span>{}, worst {}",
                                 error_text(expected), error_text(worst)),
                     true},
                    {shown(estimate) + (estimate.has_interval() ? " (" + shown_range(estimate) + ")"
                                                                : std::string()),
                     true}});
  }
  if (rows.empty()) return {};
  return html_table(
      "forest errors",
      {{"estimator"},
       {"<span class=\"hidden\">picture</span>"},
       {"expected error, on the worst kind", true},
       {"estimate on the log", true}},
      rows,
      "<tfoot><tr><td></td><td>" + forest_axis(axis) + "</td><td></td><td></td></tr></tfoot>");
}

// What the picture does not show, with all digits.
std::string numbers_of(const Json& policy) {
  Json list = Json::array();
  for (const Json* one : by_rank(policy)) {
    Json row = {{"estimator", text_at(*one, "/evaluator")}};
    for (const char* const key :
         {"rank", "expected_error", "worst_error", "bias", "coverage", "against_validator"}) {
      row[key] = one->at(key);
    }
    std::string remark = text_at(*one, "/unrated");
    if (one->at("home_win") == true) remark = "best only on twins of its own model's class";
    row["remark"] = remark;
    list.push_back(std::move(row));
  }
  return numbers_table(list, {"estimator", "rank", "expected_error", "worst_error", "bias",
                              "coverage", "against_validator", "remark"});
}

// How the rules of the literature choose, in one table.
std::string opinions_table(const Json& policy) {
  std::vector<std::vector<Cell>> rows;
  for (const Json& opinion : policy.at("opinions")) {
    const Json& agrees = opinion.at("agrees");
    rows.push_back({{html_escaped(text_at(opinion, "/rule"))},
                    {html_escaped(text_at(opinion, "/choice"))},
                    {agrees.is_null() ? "-"
                     : agrees == true ? "yes"
                                      : "no"}});
  }
  if (rows.empty()) return {};
  return html_table("data wide", {{"rule"}, {"its choice"}, {"error at most 1.25 times the least"}},
                    rows);
}

Json notes_of(const Json& rehearsal, const Json& policy) {
  Json notes = Json::array();
  const Json& widening = policy.at("widening");
  if (number_at(policy, "/widening") > 1) {
    notes.push_back(
        fmt::format("The interval is {:.2f} times as wide as the estimator's own, which held the "
                    "true value on too few twins",
                    number_at(policy, "/widening")));
  } else if (widening.is_null() && chosen_of(policy)) {
    notes.push_back(
        "The estimator has no interval of its own; this one is from its errors on the twins");
  }
  const std::string disagreement = text_at(policy, "/disagreement");
  if (!disagreement.empty()) notes.push_back("Others disagree: " + disagreement);
  const double enough = number_at(policy, "/records_for_lift");
  if (enough > number_at(rehearsal, "/records")) {
    notes.push_back(
        fmt::format("The estimate minus the mean logged reward is less than twice the expected "
                    "error; about {} records would suffice",
                    shown_integer(static_cast<std::uint64_t>(enough))));
  }
  return notes;
}

Json policy_values(const PageResult& result, const Json& rehearsal, const Json& policy,
                   std::size_t number) {
  const std::string name = text_at(policy, "/policy");
  const bool trusted = policy.at("trusted") == true;
  const Json* const chosen = chosen_of(policy);
  const Estimated estimate = widened(policy);
  const std::string choice = chosen ? fmt::format("{}: {} ({})", text_at(*chosen, "/evaluator"),
                                                  shown(estimate), shown_range(estimate))
                                    : std::string();
  Json reasons = Json::array();
  const Json& distrust = policy.at("distrust");
  for (std::size_t i = 0; i < distrust.size(); ++i) {
    const std::string remedy = policy.at("remedies").at(i).get<std::string>();
    reasons.push_back({{"why", capital(distrust.at(i).get<std::string>())}, {"remedy", remedy}});
  }
  const std::string drawing = errors_table(result, policy);
  Json values = {
      {"kind", trusted ? "good" : "bad"},
      {"answer", trusted ? fmt::format("For {} take {}", name, choice)
                         : fmt::format("No estimate for {} can be trusted on this log", name)},
      {"because", trusted ? capital(text_at(policy, "/because")) : std::string()},
      {"reasons", reasons},
      {"best", !trusted && chosen ? "The best of them is " + choice : std::string()},
      {"notes", notes_of(rehearsal, policy)},
      {"figure", Json::array()},
      {"opinions", opinions_table(policy)},
      {"policy", name}};
  if (!drawing.empty()) {
    values["figure"].push_back({{"id", "f-rehearsal-" + std::to_string(number)},
                                {"caption", "Errors of the estimators of " + name},
                                {"drawing", drawing},
                                {"numbers", numbers_of(policy)}});
  }
  return values;
}

std::string kinds_table(const Json& rehearsal) {
  std::vector<std::vector<Cell>> rows;
  for (const Json& kind : rehearsal.at("kinds")) {
    const bool fits = kind.at("fits") == true;
    std::string text;
    for (const Json& misfit : kind.at("misfits")) {
      text += (text.empty() ? "" : "; ") + misfit.get<std::string>();
    }
    const std::string explained = shown_percent(number_at(kind, "/explained"));
    if (text.empty()) text = "its model predicts " + explained + " of the variance of the rewards";
    rows.push_back(
        {{fmt::format("<span class=\"chip {}\"><span aria-hidden=\"true\">{}</span> {}</span>",
                      fits ? "good" : "bad", fits ? "✓" : "✕", fits ? "fits" : "does not fit")},
         {html_escaped(text_at(kind, "/name"))},
         {html_escaped(text)}});
  }
  if (rows.empty()) return {};
  return html_table("tests", {{"verdict"}, {"kind of twin"}, {"result"}}, rows);
}

}  // namespace

Json rehearsal_values(const PageResult& result) {
  const Json& rehearsal = result.json->at("rehearsal");
  Json values = {{"impossible", capital(text_at(rehearsal, "/impossible"))},
                 {"remedy", text_at(rehearsal, "/remedy")},
                 {"policies", Json::array()},
                 {"orders", Json::array()},
                 {"kinds", kinds_table(rehearsal)},
                 {"limits", capital(text_at(rehearsal, "/limits"))}};
  for (const Json& policy : rehearsal.at("policies")) {
    values["policies"].push_back(
        policy_values(result, rehearsal, policy, values["policies"].size() + 1));
  }
  for (const Json& order : rehearsal.at("orders")) {
    values["orders"].push_back(
        fmt::format("On {} of the twins the better of {} and {} has the higher estimate",
                    shown_percent(number_at(order, "/chance")), text_at(order, "/first"),
                    text_at(order, "/second")));
  }
  return values;
}

Json rehearsal_facts(const PageResult& result) {
  const Json& rehearsal = result.json->at("rehearsal");
  Json facts = Json::array();
  if (!text_at(rehearsal, "/impossible").empty()) return facts;
  const auto count = [&](const char* pointer) {
    return shown_integer(static_cast<std::uint64_t>(number_at(rehearsal, pointer)));
  };
  const bool sampled =
      number_at(rehearsal, "/rehearsed_records") < number_at(rehearsal, "/records");
  facts.push_back({{"name", "twins of each kind"}, {"value", count("/twins")}, {"more", ""}});
  facts.push_back({{"name", "records of a twin"},
                   {"value", count("/rehearsed_records")},
                   {"more", sampled ? "a sample of the log's " + count("/records") : ""}});
  facts.push_back({{"name", "their actions are drawn by"},
                   {"value", rehearsal.at("logging_is_modelled") == true ? "a model" : "the log"},
                   {"more", text_at(rehearsal, "/logging")}});
  if (number_at(rehearsal, "/live_plays") > 0) {
    facts.push_back(
        {{"name", "live plays of an algorithm on a twin"},
         {"value", count("/live_plays")},
         {"more",
          fmt::format("their mean is its true value there; with {} twins the error on a "
                      "kind is known to about {:.0f} % of itself",
                      count("/twins"), 100 / std::sqrt(2 * number_at(rehearsal, "/twins")))}});
  }
  return facts;
}

}  // namespace replaybench::evaluationpage
