// The page of a study.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/page/template.hpp"
#include "suite/report/claim_values.hpp"
#include "suite/report/dot_rows.hpp"
#include "suite/report/pages.hpp"
#include "suite/text/csv_field.hpp"

namespace replaybench {

namespace {

using Json = nlohmann::json;

// Rows of a table on the page; all are in its CSV file.
constexpr std::size_t max_rows = 40;

// "figure_5_6a" is drawn for the figure 5.6: "5.6" and "5.6a"; empty for a name without a number.
std::string number_in_name(const std::string& name) {
  const auto begin = name.find_first_of("0123456789");
  if (begin == std::string::npos) return {};
  std::string number = name.substr(begin);
  if (begin >= 2 && name[begin - 1] == '_' && name[begin - 2] >= 'a' && name[begin - 2] <= 'z' &&
      (begin == 2 || name[begin - 3] == '_')) {  // an appendix: figure_b_1
    number.insert(0, {static_cast<char>(name[begin - 2] - 'a' + 'A'), '.'});
  }
  std::replace(number.begin(), number.end(), '_', '.');
  return number;
}

// True if a claim's place is a part of this figure: "figure 5.6a, caption" of "5.6".
bool is_of_figure(const std::string& where, const std::string& number) {
  if (number.empty()) return false;
  const std::string wanted = "figure " + number;
  for (auto at = where.find(wanted); at != std::string::npos; at = where.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    if (end >= where.size() || !(where[end] == '.' || (where[end] >= '0' && where[end] <= '9'))) {
      return true;
    }
  }
  return false;
}

// The figure beside which a claim stands: of the same number in the thesis, else one that is drawn
// from the claim's table; none: the number of figures.
std::size_t figure_of(const Claim& claim, const std::vector<Figure>& figures) {
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (is_of_figure(claim.where, number_in_name(figures[i].name))) return i;
  }
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const auto& tables = figures[i].tables;
    if (std::find(tables.begin(), tables.end(), claim.table) != tables.end()) return i;
  }
  return figures.size();
}

Json number_cell(double value) {
  if (std::isnan(value)) return {{"v", ""}, {"text", "–"}, {"number", true}};
  return {{"v", csv_number(value)}, {"text", fmt::format("{:.5g}", value)}, {"number", true}};
}

Json table_values(const std::string& name, const Table& table, bool open) {
  auto columns = Json::array();
  for (const std::string& column : table.names()) {
    columns.push_back(
        {{"name", column}, {"number", std::holds_alternative<NumberColumn>(table.column(column))}});
  }
  auto rows = Json::array();
  const std::size_t shown_rows = std::min(table.rows(), max_rows);
  for (std::size_t row = 0; row < shown_rows; ++row) {
    auto cells = Json::array();
    for (const std::string& column : table.names()) {
      const Column& values = table.column(column);
      if (const auto* numbers = std::get_if<NumberColumn>(&values)) {
        cells.push_back(number_cell((*numbers)[row]));
      } else {
        cells.push_back(
            {{"v", nullptr}, {"text", std::get<TextColumn>(values)[row]}, {"number", false}});
      }
    }
    rows.push_back({{"cells", cells}});
  }
  return {{"name", name},
          {"anchor", anchor(name)},
          {"open", open},
          {"size", table.rows() > max_rows
                       ? fmt::format("the first {} of {}", max_rows, counted(table.rows(), "row"))
                       : counted(table.rows(), "row")},
          {"columns", columns},
          {"rows", rows}};
}

Json reasons(const std::map<std::string, std::string>& tables) {
  auto values = Json::array();
  for (const auto& [name, reason] : tables) values.push_back({{"name", name}, {"reason", reason}});
  return values;
}

Json neighbour(const StudyReport* report) {
  if (report == nullptr) return nullptr;
  return {{"page", report->name + ".html"}, {"title", report->title}};
}

}  // namespace

std::string study_page(const StudyReport& report, const StudyReport* before,
                       const StudyReport* after, const std::string& index) {
  const std::filesystem::path folder = "studies";  // beside figures/ and tables/
  auto groups = Json::array();
  for (const Figure& figure : report.figures) {
    Json values{{"name", figure.name},
                {"anchor", anchor(figure.name)},
                {"title", figure.title.empty() ? figure.name : figure.title},
                {"not_drawn", figure.failed.empty() ? figure.skipped : figure.failed},
                {"svg", nullptr},
                {"png", nullptr}};
    if (figure.is_drawn()) {
      const std::string place = "../figures/" + report.name + "/";
      values["svg"] = place + figure.svg.filename().string();
      if (!figure.png.empty()) values["png"] = place + figure.png.filename().string();
    }
    groups.push_back({{"figure", values}, {"claims", Json::array()}});
  }
  auto others = Json::array();
  for (const Verdict& verdict : report.verdicts) {
    const std::size_t at = figure_of(verdict.claim, report.figures);
    (at < report.figures.size() ? groups[at]["claims"] : others)
        .push_back(claim_values(verdict, report));
  }
  for (Json& group : groups) group["has_claims"] = !group["claims"].empty();
  auto tables = Json::array();
  for (const auto& [name, table] : report.tables.tables) {
    tables.push_back(table_values(name, table, report.verdicts.empty()));
    tables.back()["study"] = report.name;
  }
  auto sources = Json::array();
  for (const std::string& file : report.sources) sources.push_back({{"file", file}});
  const StudyPlace place = place_of(report);
  const Json dots = groups.empty() ? dot_rows(report.tables) : Json(nullptr);
  const Json values{{"name", report.name},
                    {"title", report.title},
                    {"question", report.question},
                    {"chapter", report.verdicts.empty() ? std::string() : place.chapter.name},
                    {"chapter_key", place.chapter.key},
                    {"index", index},
                    {"before", neighbour(before)},
                    {"after", neighbour(after)},
                    {"sources", sources},
                    {"has_sources", !sources.empty()},
                    {"counts", counts_of(report).values()},
                    {"claim_count", report.verdicts.size()},
                    {"has_claims", !report.verdicts.empty()},
                    {"smoke", report.profile == Profile::smoke && !report.verdicts.empty()},
                    {"warnings", report.warnings},
                    {"groups", groups},
                    {"has_others", !others.empty()},
                    {"has_figures", !groups.empty() || !dots.is_null()},
                    {"dots", dots},
                    {"claims", others},
                    {"tables", tables},
                    {"has_tables", !tables.empty()},
                    {"skipped_tables", reasons(report.tables.skipped)},
                    {"partial_tables", reasons(report.tables.partial)},
                    {"blocked_tables", reasons(report.tables.blocked)},
                    {"has_blocked", !report.tables.blocked.empty()},
                    {"profile", to_string(report.profile)},
                    {"published", report.published},
                    {"digest", report.digest.substr(0, 16)}};
  return html_document("Replaybench: " + report.title,
                       report_templates().render("study.html", values), true);
}

}  // namespace replaybench
