#include "suite/evaluationpage/comparison_page.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "suite/evaluate/shown_value.hpp"
#include "suite/evaluationpage/page_parts.hpp"
#include "suite/page/template.hpp"

namespace replaybench {

// Generated from the folder by cmake/embed.cmake.
const std::vector<EmbeddedText>& evaluation_page_files();

namespace {

using namespace evaluationpage;

constexpr std::size_t max_answers = 3;

std::string where(const ComparedEstimates& row) {
  return html_escaped(row.segment.empty() ? "whole log" : row.segment) + ", " +
         html_escaped(row.evaluator);
}

Json estimates_figure(const ComparedResults& compared) {
  const Estimated& mean = compared.log_mean;
  std::vector<PlotRow> rows = {
      {key(0) + " the logging policy", strip_of(0, mean, "mean logged reward"), mean}};
  std::vector<double> reach = {mean.value, mean.low, mean.high};
  for (const ComparedEstimates& row : compared.rows) {
    if (!row.segment.empty()) continue;
    const bool is_first = rows.size() == 1;
    Series series = 1;
    for (const auto& [name, of] :
         {std::pair(row.first_name(), row.first), std::pair(row.second_name(), row.second)}) {
      reach.push_back(of.value);
      if (is_first) reach.insert(reach.end(), {of.low, of.high});
      rows.push_back({key(series) + " " + html_escaped(name + ", " + row.evaluator),
                      strip_of(series, of, name), of, is_first});
      ++series;
    }
  }
  return figure("f-estimates", "Both estimates and the mean logged reward",
                "Mean reward of an interaction. Bars are 95% intervals; the dashed line and its "
                "shade are the mean logged reward with its interval.",
                forest(rows, Axis::of(reach), mean, false, "estimate"), "");
}

Json differences_figure(const ComparedResults& compared) {
  std::vector<PlotRow> rows;
  std::vector<double> reach = {0};
  for (const ComparedEstimates& row : compared.rows) {
    const Estimated& of = row.difference;
    if (row.segment.empty()) reach.insert(reach.end(), {of.value, of.low, of.high});
    reach.push_back(of.value);
    rows.push_back({where(row) + ": " + html_escaped(row.second_name() + " \u2212 ") +
                        html_escaped(row.first_name()),
                    strip_of(0, of, row.answer()), of, row.segment.empty()});
  }
  return figure("f-differences", "Differences of the estimates",
                "The second less the first, with 95% intervals; right of the line the second is "
                "better.",
                forest(rows, Axis::of(reach), {0, nan, nan}, true, "difference"), "");
}

Json answers_of(const ComparedResults& compared) {
  Json answers = Json::array();
  for (const ComparedEstimates& row : compared.rows) {
    if (row.segment.empty() && answers.size() < max_answers) answers.push_back(row.answer());
  }
  return answers;
}

}  // namespace

std::string comparison_page(const ComparedResults& compared, const Json& result,
                            const EvaluationOrigin& origin) {
  const Json answers = answers_of(compared);
  Json intervals = Json::array();
  for (const std::string& text : interval_sentences(compared)) intervals.push_back(text);
  Json others = answers;
  others.erase(others.begin());
  const Json values = {{"log", compared.log},
                       {"records", shown_integer(static_cast<std::uint64_t>(compared.records))},
                       {"title", answers.front()},
                       {"answers", others},
                       {"intervals", intervals},
                       {"figures", {estimates_figure(compared), differences_figure(compared)}},
                       {"facts", log_facts(read_result(result))},
                       {"command", origin.command},
                       {"version", origin.version}};
  const Templates templates(evaluation_page_files());
  return page_templates().render("page.html",
                                 {{"title", "Replaybench: two results"},
                                  {"style", std::string(templates.text("evaluation.css"))},
                                  {"body", templates.render("comparison.html", values)},
                                  {"script", ""}});
}

}  // namespace replaybench
