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

Json counts_by_chapter(const std::vector<JudgedClaim>& claims, const VerdictCounts& all) {
  std::vector<std::pair<ChapterLabel, VerdictCounts>> chapters;
  for (const JudgedClaim& claim : claims) {
    const ChapterLabel chapter = chapter_of(claim.verdict->claim);
    if (chapters.empty() || chapters.back().first.key != chapter.key) {
      chapters.push_back({chapter, {}});
    }
    chapters.back().second.add(shown(*claim.verdict));
  }
  auto rows = Json::array();
  for (const auto& [chapter, counts] : chapters) {
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
    Json picture = nullptr;
    for (const Figure& figure : report.figures) {
      if (figure.is_drawn()) {
        picture = "figures/" + report.name + "/" + figure.svg.filename().string();
        break;
      }
    }
    const VerdictCounts counts = counts_of(report);
    chapters.back()["studies"].push_back(
        {{"name", report.name},
         {"title", report.title},
         {"question", report.question},
         {"picture", picture},
         {"counts", counts.values()},
         {"facts", counted(counts.all(), "claim") + ", " +
                       counted(report.figures.size(), "figure") + ", " +
                       counted(report.tables.tables.size(), "table")},
         {"missing", report.tables.blocked.empty()
                         ? std::string()
                         : counted(report.tables.blocked.size(), "table") + " not computed yet"}});
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

}  // namespace

std::string index_page(const std::vector<StudyReport>& reports, bool complete) {
  VerdictCounts all;
  auto rows = Json::array();
  auto errata = Json::array();
  auto failures = Json::array();
  const std::vector<JudgedClaim> claims = claims_in_order(reports);
  std::size_t failed = 0;
  std::size_t judged = 0;
  for (const JudgedClaim& claim : claims) {
    const ShownVerdict& how = shown(*claim.verdict);
    all.add(how);
    rows.push_back(claim_values(*claim.verdict, *claim.report));
    const bool is_failure = !claim.verdict->as_expected && claim.verdict->is_judged();
    if (is_failure) failures.push_back(rows.back());
    failed += is_failure;
    judged += claim.verdict->is_judged();
  }
  for (const Erratum& erratum : errata_of(claims)) {
    errata.push_back(claim_values(*erratum.first.verdict, *erratum.first.report));
  }
  VerdictSummary summary;
  std::set<std::string> evidences;
  for (const JudgedClaim& claim : claims) {
    summary.add(*claim.verdict);
    evidences.emplace(name_of(claim.verdict->evidence()));
  }
  std::set<std::string> profiles;
  auto not_computed = Json::array();
  for (const StudyReport& report : reports) {
    profiles.insert(to_string(report.profile));
    if (!report.tables.blocked.empty()) {
      not_computed.push_back({{"name", report.name},
                              {"tables", counted(report.tables.blocked.size(), "table")},
                              {"profile", to_string(report.profile)}});
    }
  }
  std::string profile;
  for (const std::string& name : profiles) profile += (profile.empty() ? "" : ", ") + name;
  auto chapters = counts_by_chapter(claims, all);
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
                    {"evidences", evidences},
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
                    {"smoke", profiles.count("smoke") > 0},
                    {"profile", profile},
                    {"counts", all.values()},
                    {"by_chapter", chapters},
                    {"chapters", studies_by_chapter(reports)},
                    {"not_computed", not_computed},
                    {"has_not_computed", !not_computed.empty()},
                    {"not_here", skipped_by_reason(reports)},
                    {"has_not_here", !skipped_by_reason(reports).empty()},
                    {"claims", rows}};
  return html_document("Replaybench: results", report_templates().render("report.html", values),
                       true);
}

}  // namespace replaybench
