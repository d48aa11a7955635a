#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/evaluate/shown_value.hpp"
#include "suite/evaluationpage/page_parts.hpp"
#include "suite/page/template.hpp"
#include "suite/text/csv_field.hpp"

namespace replaybench::evaluationpage {

Json figure(const std::string& id, const std::string& caption, const std::string& how,
            const std::string& drawing, const std::string& numbers) {
  if (drawing.empty()) return nullptr;
  return {
      {"id", id}, {"caption", caption}, {"how", how}, {"drawing", drawing}, {"numbers", numbers}};
}

std::string html_table(const std::string& kind, const std::vector<Cell>& head,
                       const std::vector<std::vector<Cell>>& rows, const std::string& foot) {
  std::string html = fmt::format("<table class=\"{}\"><thead><tr>", kind);
  for (const Cell& cell : head) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", cell.is_number ? " class=\"number\"" : "",
                        cell.text);
  }
  html += "</tr></thead><tbody>";
  for (const auto& row : rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      html += i == 0 ? "<th scope=\"row\">" + row[i].text + "</th>"
                     : fmt::format("<td{}>{}</td>", row[i].is_number ? " class=\"number\"" : "",
                                   row[i].text);
    }
    html += "</tr>";
  }
  return html + "</tbody>" + foot + "</table>";
}

std::string numbers_table(const Json& list, const std::vector<std::string>& keys) {
  if (!list.is_array() || list.empty()) return {};
  const auto words = [](std::string key) {
    std::replace(key.begin(), key.end(), '_', ' ');
    return html_escaped(key);
  };
  std::vector<Cell> head;
  for (const std::string& key : keys)
    head.push_back({words(key), list.front().at(key).is_number()});
  std::vector<std::vector<Cell>> rows;
  for (const Json& row : list) {
    std::vector<Cell> cells;
    for (const std::string& key : keys) {
      const Json& value = row.at(key);
      if (value.is_string()) {
        cells.push_back({html_escaped(value.get<std::string>())});
      } else if (value.is_null()) {
        cells.push_back({"none", true});
      } else {
        cells.push_back(
            {fmt::format("<data value=\"{}\">{}</data>", value.dump(),
                         value.is_number_integer() ? shown_integer(value.get<std::uint64_t>())
                                                   : axis_number(value.get<double>())),
             true});
      }
    }
    rows.push_back(std::move(cells));
  }
  return html_table("data", head, rows);
}

namespace {

struct TestRow {
  std::string test, verdict, sentence;
  std::vector<std::string> pairs;
};

// What a test is of: it may hold or fail, and its identifier names the failure.
std::string subject_of(std::string test) {
  static constexpr std::pair<std::string_view, std::string_view> subjects[] = {
      {"actions_follow_feature", "actions and features"},
      {"actions_not_uniform", "uniform choice"},
      {"actions_unsupported", "support of the policy"},
      {"few_accepted", "records used"},
      {"few_effective", "effective sample size"},
      {"heavy_tail", "tail of the rewards"},
      {"logging_changed", "logging policy over time"},
      {"pools_change", "pools over time"},
      {"propensities_contradicted", "uniform choice"},
      {"propensities_do_not_fit", "propensities and actions"},
      {"records_dependent", "independent records"},
      {"weights_do_not_fit", "mean importance weight"},
  };
  for (const auto& [id, subject] : subjects) {
    if (test == id) return std::string(subject);
  }
  std::replace(test.begin(), test.end(), '_', ' ');
  return test;
}

int rank_of(const std::string& verdict) {
  return verdict == "fails" ? 0 : verdict == "take care" ? 1 : verdict == "note" ? 2 : 3;
}

std::string chip_of(const std::string& verdict) {
  static const char* const kinds[] = {"bad", "care", "none", "good"};
  static const char* const marks[] = {"✕", "!", "i", "✓"};
  const int rank = rank_of(verdict);
  return fmt::format("<span class=\"chip {}\"><span aria-hidden=\"true\">{}</span> {}</span>",
                     kinds[rank], marks[rank], verdict);
}

}  // namespace

std::string tests_table(const PageResult& result) {
  std::vector<TestRow> tests;
  std::size_t pairs = 0;
  for (const PairResult& pair : result.whole.pairs) {
    if (!pair.json->contains("tests")) continue;
    ++pairs;
    for (const Json& test : pair.json->at("tests")) {
      const std::string sentence = text_at(test, "/sentence");
      auto found = std::find_if(tests.begin(), tests.end(),
                                [&](const TestRow& row) { return row.sentence == sentence; });
      if (found == tests.end()) {
        tests.push_back({text_at(test, "/test"), text_at(test, "/verdict"), sentence, {}});
        found = tests.end() - 1;
      }
      found->pairs.push_back(pair.policy + " under " + pair.evaluator);
    }
  }
  if (tests.empty()) return {};
  std::stable_sort(tests.begin(), tests.end(), [](const TestRow& a, const TestRow& b) {
    return rank_of(a.verdict) < rank_of(b.verdict);
  });
  std::vector<std::vector<Cell>> rows;
  for (const TestRow& test : tests) {
    std::string text = html_escaped(test.sentence);
    if (test.pairs.size() < pairs) {
      std::string where;
      for (const std::string& pair : test.pairs) where += (where.empty() ? "" : "; ") + pair;
      text += " <span class=\"soft\">(" + html_escaped(where) + ")</span>";
    }
    rows.push_back({{chip_of(test.verdict)}, {html_escaped(subject_of(test.test))}, {text}});
  }
  return html_table("tests", {{"verdict"}, {"test"}, {"result"}}, rows);
}

std::string results_table(const PageResult& result) {
  std::vector<std::vector<Cell>> rows;
  for (const PairResult& pair : result.whole.pairs) {
    std::string note = text_at(*pair.json, "/unreliable");
    if (note.empty()) note = text_at(*pair.json, "/not_applicable");
    if (note.empty()) note = text_at(*pair.json, "/interval/method");
    rows.push_back({{html_escaped(pair.policy)},
                    {html_escaped(pair.evaluator)},
                    {shown(pair.estimate), true},
                    {shown_range(pair.estimate), true},
                    {shown(pair.lift, true), true},
                    {shown_range(pair.lift, true), true},
                    {html_escaped(note)}});
  }
  return html_table("data wide",
                    {{"policy"},
                     {"evaluator"},
                     {"estimate", true},
                     {"interval", true},
                     {"minus mean logged reward", true},
                     {"interval of it", true},
                     {"how the interval was made"}},
                    rows);
}

std::string results_csv(const PageResult& result) {
  std::string csv =
      "segment,policy,evaluator,estimate,low,high,difference,difference_low,difference_high\n";
  const auto number = [](double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : "";
  };
  std::vector<const PartResult*> parts;
  for (const PartResult& segment : result.segments) parts.push_back(&segment);
  parts.push_back(&result.whole);
  for (const PartResult* part : parts) {
    for (const PairResult& pair : part->pairs) {
      csv += fmt::format("{},{},{},{},{},{},{},{},{}\n",
                         csv_field(part == &result.whole ? "" : part->name), csv_field(pair.policy),
                         csv_field(pair.evaluator), number(pair.estimate.value),
                         number(pair.estimate.low), number(pair.estimate.high),
                         number(pair.lift.value), number(pair.lift.low), number(pair.lift.high));
    }
  }
  return csv;
}

namespace {

// The day of a timestamp that begins with one, as in 2019-11-24; else the text.
std::string day_of(const std::string& time) {
  const bool is_date = time.size() > 10 && time[4] == '-' && time[7] == '-';
  return is_date ? time.substr(0, 10) : time;
}

}  // namespace

Json log_facts(const PageResult& result) {
  const Json& json = *result.json;
  Json facts = Json::array();
  const auto add = [&](const char* name, const std::string& value, const std::string& more = "") {
    if (!value.empty()) facts.push_back({{"name", name}, {"value", value}, {"more", more}});
  };
  const auto count = [&](const char* pointer) {
    return shown_integer(static_cast<std::uint64_t>(number_at(json, pointer)));
  };
  add("records", count("/records"));
  const std::string from = text_at(json, "/profile/first_time");
  if (!from.empty())
    add("period", day_of(from), "to " + day_of(text_at(json, "/profile/last_time")));
  if (!json.at("profile").at("shown_actions").empty()) {
    const double pools = number_at(json, "/profile/pools");
    add("actions", count("/actions"),
        pools > 1 ? count("/profile/pools") + " different pools" : "always all available");
    add("features", count("/features"));
  }
  add("mean logged reward", shown(result.whole.log_mean), shown_range(result.whole.log_mean));
  add("rewards", axis_number(number_at(json, "/profile/least_reward")),
      "to " + axis_number(number_at(json, "/profile/most_reward")));
  if (number_at(json, "/bad_lines") > 0) add("lines left out", count("/bad_lines"));
  add("generated", text_at(json, "/generated"));
  return facts;
}

}  // namespace replaybench::evaluationpage
