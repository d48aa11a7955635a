// The page that leads to the studies and shows all claims.

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "suite/page/template.hpp"
#include "suite/report/claim_values.hpp"
#include "suite/report/pages.hpp"

namespace replaybench {

namespace {

using Json = nlohmann::json;

Json counts_by_chapter(const std::vector<JudgedClaim>& claims, const ShownCounts& all) {
  auto rows = Json::array();
  for (const auto& [chapter, counts] : chapter_counts(claims)) {
    auto cells = Json::array();
    for (const ShownVerdict& verdict : shown_verdicts()) {
      if (all.of(verdict.key) == 0) continue;
      const std::size_t count = counts.of(verdict.key);
      cells.push_back({{"key", verdict.key},
                       {"chapter", chapter.key},
                       {"count", count > 0 ? std::to_string(count) : std::string()},
                       {"words", verdict.words}});
    }
    rows.push_back({{"key", chapter.key},
                    {"name", chapter.name},
                    {"title", chapter.title},
                    {"all", counts.all()},
                    {"shares", counts.values()},
                    {"cells", cells}});
  }
  return rows;
}

// Of so many studies all lines are shown at once.
constexpr std::size_t most_unfolded = 12;

// Studies by chapter; they are in order already.
Json studies_by_chapter(const std::vector<StudyReport>& reports) {
  auto chapters = Json::array();
  for (const StudyReport& report : reports) {
    const StudyPlace place = place_of(report);
    if (chapters.empty() || chapters.back()["key"] != place.chapter.key) {
      chapters.push_back({{"key", place.chapter.key},
                          {"name", place.chapter.name},
                          {"title", place.chapter.title},
                          {"studies", Json::array()}});
    }
    chapters.back()["studies"].push_back(
        {{"name", report.name},
         {"title", report.title},
         {"question", report.question},
         {"counts", counts_of(report).values()},
         {"missing", report.tables.blocked.empty()
                         ? std::string()
                         : counted(report.tables.blocked.size(), "table") + " not computed yet"}});
  }
  for (Json& chapter : chapters) {
    const std::size_t count = chapter["studies"].size();
    chapter["size"] = count == 1 ? "1 study" : fmt::format("{} studies", count);
    chapter["folded"] = reports.size() > most_unfolded;
  }
  return chapters;
}

// Cells that cannot run here: the reason, and the studies whose tables are therefore missing.
Json skipped_by_reason(const std::vector<StudyReport>& reports) {
  std::map<std::string, std::set<std::string>> studies;
  for (const StudyReport& report : reports) {
    for (const auto& [table, reason] : report.tables.skipped) studies[reason].insert(report.name);
  }
  auto list = Json::array();
  for (const auto& [reason, names] : studies) {
    auto links = Json::array();
    for (const std::string& name : names) links.push_back({{"name", name}});
    list.push_back({{"reason", reason}, {"links", links}});
  }
  return list;
}

std::string profiles_of(const std::vector<StudyReport>& reports) {
  std::set<std::string> profiles;
  for (const StudyReport& report : reports) profiles.insert(to_string(report.profile));
  std::string text;
  for (const std::string& name : profiles) text += (text.empty() ? "" : ", ") + name;
  return text;
}

bool is_smoke(const std::vector<StudyReport>& reports) {
  return std::any_of(reports.begin(), reports.end(),
                     [](const StudyReport& report) { return report.profile == Profile::smoke; });
}

}  // namespace

std::string claims_page_name(bool complete) {
  return complete ? "claims.html" : "selection_claims.html";
}

std::string claims_page(const std::vector<StudyReport>& reports, bool complete) {
  ShownCounts all;
  auto rows = Json::array();
  std::set<std::string> evidences;
  const std::vector<JudgedClaim> claims = claims_in_order(reports);
  for (const JudgedClaim& claim : claims) {
    all.add(shown(*claim.verdict));
    rows.push_back(claim_values(*claim.verdict, *claim.report));
    evidences.emplace(name_of(claim.verdict->evidence()));
  }
  const Json values{
      {"index", complete ? "index.html" : "selection.html"},
      {"claim_count", counted(claims.size(), "claim")},
      {"studies", reports.size() == 1 ? "1 study" : fmt::format("{} studies", reports.size())},
      {"profile", profiles_of(reports)},
      {"smoke", is_smoke(reports)},
      {"counts", all.values()},
      {"by_chapter", counts_by_chapter(claims, all)},
      {"evidences", evidences},
      {"claims", rows}};
  return html_document("Replaybench: claims", report_templates().render("all_claims.html", values),
                       true);
}

std::string index_page(const std::vector<StudyReport>& reports, bool complete) {
  ShownCounts all;
  auto errata = Json::array();
  auto failures = Json::array();
  const std::vector<JudgedClaim> claims = claims_in_order(reports);
  std::size_t failed = 0;
  std::size_t judged = 0;
  for (const JudgedClaim& claim : claims) {
    const ShownVerdict& how = shown(*claim.verdict);
    all.add(how);
    const bool is_failure = !claim.verdict->as_expected && claim.verdict->is_judged();
    if (is_failure) failures.push_back(claim_values(*claim.verdict, *claim.report));
    failed += is_failure;
    judged += claim.verdict->is_judged();
  }
  for (const Erratum& erratum : errata_of(claims)) {
    errata.push_back(claim_values(*erratum.first.verdict, *erratum.first.report));
  }
  VerdictSummary summary;
  for (const JudgedClaim& claim : claims) summary.add(*claim.verdict);
  auto not_computed = Json::array();
  for (const StudyReport& report : reports) {
    if (!report.tables.blocked.empty()) {
      not_computed.push_back({{"name", report.name},
                              {"tables", counted(report.tables.blocked.size(), "table")},
                              {"profile", to_string(report.profile)}});
    }
  }
  const Json values{{"studies", counted(reports.size(), "study")},
                    {"one_study", reports.size() == 1},
                    {"study_count", reports.size()},
                    {"claim_count", claims.size()},
                    {"judged", judged},
                    {"has_judged", judged > 0},
                    {"failed", failed},
                    {"sampled", summary.sampled},
                    {"computed", summary.computed},
                    {"errata_sentence", summary.errata_sentence()},
                    {"expected_errors", fmt::format("{:.2g}", summary.expected_errors)},
                    {"claims_page", claims_page_name(complete)},
                    {"published", std::any_of(reports.begin(), reports.end(),
                                              [](const StudyReport& report) {
                                                return !report.published.empty();
                                              })},
                    {"failures", failures},
                    {"has_failures", failed > 0},
                    {"errata", errata},
                    {"has_errata", !errata.empty()},
                    {"errata_count", errata.size()},
                    {"complete", complete},
                    {"has_claims", !claims.empty()},
                    {"of_thesis", std::any_of(claims.begin(), claims.end(),
                                              [](const JudgedClaim& claim) {
                                                return claim.verdict->claim.location.has_value();
                                              })},
                    {"smoke", is_smoke(reports)},
                    {"profile", profiles_of(reports)},
                    {"counts", all.values()},
                    {"by_chapter", counts_by_chapter(claims, all)},
                    {"chapters", studies_by_chapter(reports)},
                    {"not_computed", not_computed},
                    {"has_not_computed", !not_computed.empty()},
                    {"not_here", skipped_by_reason(reports)},
                    {"has_not_here", !skipped_by_reason(reports).empty()}};
  return html_document("Replaybench: results", report_templates().render("report.html", values),
                       true);
}

}  // namespace replaybench
