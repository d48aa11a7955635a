#include "suite/evaluationpage/evaluation_page.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "suite/evaluationpage/page_parts.hpp"
#include "suite/evaluationpage/page_result.hpp"
#include "suite/evaluationpage/svg_chart.hpp"

using namespace replaybench;
using namespace replaybench::evaluationpage;
using Catch::Matchers::Contains;

namespace {

Json stretch(int first, double mean) {
  return {{"first", first},    {"records", 50},      {"from_time", ""},       {"mean_reward", mean},
          {"low", mean - 0.1}, {"high", mean + 0.1}, {"shares", {0.25, 0.75}}};
}

// An evaluation of a policy with a name that HTML must not read.
Json result() {
  return {{"algorithm", "fixed_action{action=\"<b>\"}"},
          {"evaluator", "snips{level=0.95}"},
          {"verdict",
           {{"answer", "fixed_action earns 0.512 per interaction"},
            {"comparison", "better"},
            {"belief", "Believe the sign, not the size"},
            {"reasons", {"few & far"}}}},
          {"records", 100},
          {"log_mean", {{"value", 0.4375}, {"low", 0.4}, {"high", 0.475}}},
          {"estimate", 0.51172},
          {"standard_error", 0.02},
          {"interval", {{"low", 0.4725}, {"high", 0.5509}, {"level", 0.95}, {"method", "normal"}}},
          {"difference", {{"value", 0.0742}, {"low", 0.031}, {"high", 0.118}}},
          {"weights", {{"effective_sample_size", 61.5}}},
          {"tests",
           {{{"test", "few_effective"}, {"verdict", "take care"}, {"sentence", "few & far"}},
            {{"test", "records_dependent"}, {"verdict", "holds"}, {"sentence", "independent"}}}},
          {"details",
           {{"weights",
             {{{"from", 0.5},
               {"to", 1},
               {"records", 80},
               {"records_share", 0.8},
               {"weight_share", 0.4}},
              {{"from", 1},
               {"to", 2},
               {"records", 20},
               {"records_share", 0.2},
               {"weight_share", 0.6}}}},
            {"largest_terms", {{{"weight", 1.75}, {"reward", 1}, {"share", 0.034}}}},
            {"use",
             {{{"first", 1}, {"records", 50}, {"used", 40}, {"weight_share", 0.5}},
              {{"first", 51}, {"records", 50}, {"used", 50}, {"weight_share", 0.5}}}},
            {"running",
             {{{"records", 50}, {"estimate", 0.53}, {"low", 0.31}, {"high", 0.75}},
              {{"records", 100}, {"estimate", 0.51172}, {"low", 0.42}, {"high", 0.61}}}},
            {"learning_curve", Json::array()}}},
          {"log", "a<b.csv"},
          {"seed", 7},
          {"repetitions", 1},
          {"actions", 2},
          {"features", 0},
          {"bad_lines", 0},
          {"action_table",
           {{{"action", "<b>"},
             {"records", 25},
             {"share", 0.25},
             {"mean_reward", 0.5},
             {"mean_propensity", 0.3}},
            {{"action", "c"},
             {"records", 75},
             {"share", 0.75},
             {"mean_reward", 0.4},
             {"mean_propensity", 0.7}}}},
          {"profile",
           {{"first_time", ""},
            {"last_time", ""},
            {"least_reward", 0},
            {"most_reward", 1},
            {"pools", 0},
            {"shown_actions", {"<b>", "c"}},
            {"stretches", {stretch(1, 0.42), stretch(51, 0.455)}},
            {"propensities", {{{"from", 0.178}, {"to", 0.316}, {"records", 100}}}},
            {"calibration", {{{"action", "c"}, {"records", 75}, {"inverse", 1.07}, {"z", 1.2}}}},
            {"doses", Json::array()}}}};
}

// The names of the elements that are open at the end, or the one that is closed by another.
std::string defect_of(const std::string& html) {
  const std::set<std::string> without_end = {"meta", "link", "br"};
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos) return "no > of a tag";
    const std::string tag = html.substr(at + 1, end - at - 1);
    const std::string name =
        tag.substr(tag[0] == '/', tag.find_first_of(" /", 1) - (tag[0] == '/'));
    if (tag[0] == '!' || tag.back() == '/') continue;
    if (tag[0] == '/') {
      if (open.empty() || open.back() != name)
        return "</" + name + "> closes " + (open.empty() ? "" : open.back());
      open.pop_back();
    } else if (!without_end.contains(name)) {
      open.push_back(name);
    }
  }
  return open.empty() ? "" : open.back() + " stays open";
}

// The first heading that is more than one level below the heading before it; empty if there is none.
std::string skipped_heading(const std::string& html) {
  int before = 0;
  for (std::size_t at = html.find("<h"); at != std::string::npos; at = html.find("<h", at + 1)) {
    const int level = html[at + 2] - '0';
    if (level < 1 || level > 6) continue;
    if (level > before + 1) return html.substr(at, html.find("</h", at) - at);
    before = level;
  }
  return {};
}

// The values between `before` and the next quote.
std::vector<std::string> attributes(const std::string& html, const std::string& before) {
  std::vector<std::string> values;
  for (std::size_t at = html.find(before); at != std::string::npos;
       at = html.find(before, at + 1)) {
    const std::size_t first = at + before.size();
    values.push_back(html.substr(first, html.find('"', first) - first));
  }
  return values;
}

}  // namespace

TEST_CASE("evaluation page: one file with the answer, well-formed, without requests") {
  const std::string page =
      evaluation_page(result(), {"replaybench evaluate --log 'a<b.csv'", "1.2", "ab12"});
  CHECK(defect_of(page) == "");
  CHECK(skipped_heading(page) == "");
  CHECK(page.size() < 100'000);
  CHECK_THAT(page, Contains("<h1>fixed_action earns 0.512 per interaction.</h1>"));
  CHECK_THAT(page, Contains("Believe the sign, not the size"));
  CHECK_THAT(page, Contains("few &amp; far"));
  // A test is named by its subject, not by its failure.
  CHECK_THAT(page, Contains("effective sample size") && Contains("independent records"));
  CHECK_THAT(page, !Contains("records dependent"));
  CHECK_THAT(page, Contains("a&lt;b.csv"));
  CHECK_THAT(page, Contains("ab12"));
  CHECK(page.find("<b>\"}") == std::string::npos);
  CHECK(page.find("src=") == std::string::npos);
  CHECK(page.find("url(") == std::string::npos);
  for (const std::string& reference : attributes(page, "href=\"")) {
    INFO(reference);
    CHECK((reference.starts_with("#") || reference.starts_with("data:")));
  }
  std::vector<std::string> ids = attributes(page, " id=\"");
  for (const std::string& reference : attributes(page, "href=\"#")) {
    INFO(reference);
    CHECK(std::count(ids.begin(), ids.end(), reference) == 1);
  }
  std::sort(ids.begin(), ids.end());
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
}

TEST_CASE("evaluation page: the tables have the numbers of the result, in full") {
  const std::string page = evaluation_page(result(), {"", "", ""});
  const std::string json = result().dump();
  const std::vector<std::string> values = attributes(page, "<data value=\"");
  CHECK(values.size() > 40);
  for (const std::string& value : values) {
    INFO(value);
    CHECK(json.find(":" + value) != std::string::npos);
  }
  for (const char* const shown : {"0.512", "0.472 to 0.551", "+0.074", "61.5"})
    CHECK_THAT(page, Contains(shown));
}

TEST_CASE("evaluation page: several policies, one without an estimate") {
  Json json = result();
  Json pair;
  for (const char* const key : {"algorithm", "evaluator", "verdict", "records", "log_mean",
                                "estimate", "interval", "difference", "tests", "details"}) {
    pair[key] = json[key];
    if (std::string(key) != "records") json.erase(key);
  }
  pair["algorithm_label"] = "first";
  Json other = {{"algorithm_label", "other"},
                {"evaluator", "snips{level=0.95}"},
                {"algorithm", "ucb"},
                {"estimate", nullptr},
                {"not_applicable", "does not fit"}};
  Json segment = {{"segment", nullptr},
                  {"records", 100},
                  {"log_mean", pair["log_mean"]},
                  {"evaluations", {pair, other}},
                  {"differences",
                   {{{"evaluator", "snips{level=0.95}"},
                     {"first", "first"},
                     {"second", "other"},
                     {"value", nullptr},
                     {"low", nullptr},
                     {"high", nullptr}}}}};
  json["segments"] = {segment, segment};
  json["segments"][0]["segment"] = "de";
  const std::string page = evaluation_page(json, {"", "", ""});
  CHECK(defect_of(page) == "");
  CHECK_THAT(
      page,
      Contains("<h1>first is better than the logging policy; for other there is no comparison"));
  CHECK_THAT(page, Contains("first by segment, under snips"));
}

TEST_CASE("evaluation page: a difference is named by its evaluator as the estimates are") {
  Json json = {{"records", 100}, {"action_table", Json::array()}};
  json["profile"] = result()["profile"];
  Json pairs = Json::array(), differences = Json::array();
  for (const char* const evaluator : {"s_bred{jitter=0}", "s_bred{jitter=20}", "replay{clip=0}"}) {
    for (const char* const policy : {"a", "b"})
      pairs.push_back({{"algorithm", "ucb"},
                       {"algorithm_label", policy},
                       {"evaluator", evaluator},
                       {"estimate", 0.5}});
    differences.push_back(
        {{"evaluator", evaluator}, {"first", "a"}, {"second", "b"}, {"value", 0.1}});
  }
  json["segments"] = {{{"segment", nullptr},
                       {"records", 100},
                       {"log_mean", {{"value", 0.4}, {"low", 0.3}, {"high", 0.5}}},
                       {"evaluations", pairs},
                       {"differences", differences}}};
  const PageResult read = read_result(json);
  const Json figures = estimate_figures(read);
  const std::string drawing = figures.back().at("drawing").get<std::string>();
  CHECK(figures.back().at("id") == "f-differences");
  for (const char* const name : {"s_bred{jitter=0}", "s_bred{jitter=20}", ">replay<"})
    CHECK_THAT(drawing, Contains(name));
}

TEST_CASE("evaluation page: the evaluator that answers for most policies has the headline") {
  Json json = result();
  const Json pair = {{"algorithm_label", "p{a=1}"}, {"algorithm", "p{a=1, b=2}"},
                     {"evaluator_label", "dr"},     {"evaluator", "dr{level=0.95}"},
                     {"estimate", nullptr},         {"not_applicable", "no column q"}};
  Json answered = json;
  answered["algorithm_label"] = "p{a=1}";
  answered["evaluator_label"] = "snips";
  json["segments"] = {{{"segment", nullptr},
                       {"records", 100},
                       {"log_mean", json["log_mean"]},
                       {"evaluations", {pair, answered}},
                       {"differences", Json::array()}}};
  const PageResult page = read_result(json);
  CHECK(page.first_evaluator == "snips");
  CHECK(page.policies == std::vector<std::string>{"p"});
  REQUIRE(page.headline().size() == 1);
  CHECK(shown(page.headline().front()->estimate) == "0.512");
  json["segments"][0]["evaluations"] = {pair};
  const std::string without = evaluation_page(json, {"", "", ""});
  CHECK_THAT(without, Contains("<b>No answer.</b>"));
  CHECK_THAT(without, Contains("Against: no column q."));
}

namespace {

// Of a rehearsal.
Json rehearsed_estimator(const char* evaluator, const Json& rank, const Json& expected,
                         const Json& worst) {
  return {{"evaluator", evaluator},
          {"rank", rank},
          {"expected_error", expected},
          {"worst_error", worst},
          {"bias", 0.001},
          {"coverage", 0.94},
          {"home_win", false},
          {"unrated", rank.is_null() ? "it learns" : ""},
          {"against_validator", nullptr}};
}

// One policy under two evaluators, of which the second is recommended.
Json rehearsed_result() {
  Json json = result();
  Json first = json, second = json;
  first["algorithm_label"] = second["algorithm_label"] = "p";
  first["evaluator_label"] = "ips";
  second["evaluator_label"] = "snips";
  second["estimate"] = 0.25171;
  json["segments"] = {{{"segment", nullptr},
                       {"records", 100},
                       {"log_mean", json["log_mean"]},
                       {"evaluations", {first, second}},
                       {"differences", Json::array()}}};
  json["rehearsal"] = {
      {"impossible", ""},
      {"remedy", ""},
      {"records", 100},
      {"rehearsed_records", 80},
      {"twins", 20},
      {"logging", "the propensities"},
      {"logging_is_modelled", false},
      {"limits", "a rehearsal does not see drift"},
      {"kinds",
       {{{"name", "linear"}, {"fits", false}, {"misfits", {"a < b"}}, {"explained", 0.1}},
        {{"name", "forest"}, {"fits", true}, {"misfits", Json::array()}, {"explained", 0.125}}}},
      {"policies",
       {{{"policy", "p"},
         {"trusted", true},
         {"because", "its error is least"},
         {"distrust", Json::array()},
         {"remedies", Json::array()},
         {"estimate", 0.25171},
         {"low", 0.21},
         {"high", 0.29},
         {"widening", 1.25},
         {"records_for_lift", 4000},
         {"chosen", 1},
         {"estimators",
          {rehearsed_estimator("ips", 2, 0.021, 7.5), rehearsed_estimator("snips", 1, 0.011, 0.013),
           rehearsed_estimator("dm", nullptr, nullptr, nullptr)}},
         {"opinions", {{{"rule", "SLOPE"}, {"choice", "dm"}, {"agrees", false}}}}}}},
      {"orders", Json::array()}};
  return json;
}

}  // namespace

TEST_CASE("evaluation page: the estimator that a rehearsal recommends has the headline") {
  Json json = rehearsed_result();
  const std::string page = evaluation_page(json, {"", "", ""});
  CHECK(defect_of(page) == "");
  CHECK(shown(read_result(json).headline().front()->estimate) == "0.252");
  for (const char* const text :
       {"<h2 id=\"rehearsal\">", "<b>For p take snips: 0.252 (0.210 to 0.290).</b>",
        "For: the rehearsal recommends snips: its error is least.", "1.25 times as wide",
        "about 4000 records would suffice", "a &lt; b", "a sample of the log",
        "<span class=\"word\">error </span>0.021, worst 7.5"}) {
    CAPTURE(text);
    CHECK(page.find(text) != std::string::npos);
  }
  // Those without errors are in the table of the numbers only, behind the others.
  CHECK(page.find("it learns") > page.find("<b>snips</b>"));
  json["rehearsal"]["policies"][0]["trusted"] = false;
  json["rehearsal"]["policies"][0]["distrust"] = {"no kind of twin fits"};
  json["rehearsal"]["policies"][0]["remedies"] = {"more records"};
  const std::string distrusted = evaluation_page(json, {"", "", ""});
  for (const char* const text : {"<b>Do not rely on it.</b>", "Against: no kind of twin fits.",
                                 "No estimate for p can be trusted on this log",
                                 "What would help: more records.", "The best of them is snips"}) {
    CAPTURE(text);
    CHECK(distrusted.find(text) != std::string::npos);
  }
  json["rehearsal"]["impossible"] = "all rewards are 0";
  json["rehearsal"]["kinds"] = json["rehearsal"]["policies"] = Json::array();
  const std::string impossible = evaluation_page(json, {"", "", ""});
  CHECK_THAT(impossible, Contains("<b>Nothing could be rehearsed.</b> All rewards are 0."));
  CHECK(defect_of(impossible) == "");
}

TEST_CASE("evaluation page: a long command has a line for each option") {
  const std::string page = evaluation_page(
      result(), {"replaybench evaluate --log 'a --b.csv' --algorithm 'lin_ucb{alpha=1, lambda=1}' "
                 "--evaluator replay --report page.html",
                 "", ""});
  CHECK_THAT(page, Contains("evaluate \\\n  --log"));
  CHECK_THAT(page, Contains("replay \\\n  --report page.html"));
  CHECK_THAT(page, Contains("a --b.csv"));
}

TEST_CASE("charts: ticks are 1, 2 or 5 times a power of ten, and within the axis") {
  for (const double width : {0.0037, 0.9, 1.0, 7.3, 42.0, 12345.0}) {
    const Axis axis(0.21 * width, 1.21 * width);
    const auto ticks = axis.ticks();
    INFO(width);
    CHECK(ticks.size() >= 3);
    CHECK(ticks.size() <= 8);
    for (const double tick : ticks) CHECK(axis.holds(tick));
  }
  CHECK(axis_number(12345) == "12,345");
  CHECK(axis_number(-0.25) == "\u22120.25");
  CHECK(Axis::of({2, nan, 2}).holds(2));
  CHECK(Axis::of({}).low() < Axis::of({}).high());
}

TEST_CASE("charts: an interval that leaves the picture ends in an arrow") {
  const Axis axis(0, 1);
  const std::string inside = forest_strip({1, 0.5, 0.2, 0.8, "x"}, axis, 0.4, 0.3, 0.5);
  CHECK(inside.find("head") == std::string::npos);
  const std::string outside = forest_strip({1, 0.5, 0.2, 40, "x"}, axis, 0.4, 0.3, 0.5);
  CHECK(outside.find("head") != std::string::npos);
  CHECK(outside.find("4000") == std::string::npos);
  CHECK(error_strip(0.2, 0.8, axis, nan).find("head") == std::string::npos);
  const std::string far = error_strip(0.2, 40, axis, 0.1);
  CHECK(far.find("head") != std::string::npos);
  CHECK(far.find("worst") == std::string::npos);
}

TEST_CASE("charts: the names of lines with one end are apart and within the picture") {
  std::vector<Line> lines;
  for (int i = 0; i < 4; ++i) lines.push_back({i, "line", {0, 1}, {0, i == 3 ? 1.0 : 0.0}, {}, {}});
  const std::string chart = line_chart(lines, Axis(0, 1), Axis(0, 1), "step", "lines");
  const std::vector<std::string> heights = attributes(chart, "x=\"6\" y=\"");
  const std::string height = attributes(chart, "class=\"ends\" height=\"").at(0);
  REQUIRE(heights.size() == 4);
  std::vector<double> places;
  for (const std::string& text : heights) places.push_back(std::stod(text));
  CHECK(*std::max_element(places.begin(), places.end()) <= std::stod(height));
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i) CHECK(places[i] - places[i - 1] > 14.9);
}
