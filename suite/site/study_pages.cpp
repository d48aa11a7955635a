#include "suite/site/study_pages.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "suite/report/claim_values.hpp"
#include "suite/site/site_page.hpp"
#include "suite/table/table.hpp"

namespace replaybench {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::map<std::string, std::string> reported_verdicts(const fs::path& file) {
  std::map<std::string, std::string> verdicts;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return verdicts;
  const Table table = Table::read_csv(file);
  const auto* ids = std::get_if<TextColumn>(&table.column("id"));
  const auto* words = std::get_if<TextColumn>(&table.column("verdict"));
  for (std::size_t i = 0; ids && words && i < table.rows(); ++i) {
    verdicts.emplace((*ids)[i], (*words)[i]);
  }
  return verdicts;
}

void count_verdicts(std::map<std::string, std::size_t>& counts, const SiteStudy& study) {
  for (const auto& [claim, verdict] : study.verdicts) ++counts[verdict];
}

// The components that a study uses, of one kind.
Json part_of_study(const std::string& study, const ComponentUses& uses, const std::string& folder,
                   const std::string& kinds) {
  Json links = Json::array();
  const auto of_kind = uses.find(folder);
  if (of_kind == uses.end()) return nullptr;
  for (const auto& [name, list] : of_kind->second) {
    for (const ComponentUse& use : list) {
      if (use.study != study) continue;
      links.push_back({{"name", name}, {"address", folder + "/" + name + ".html"}});
    }
  }
  if (links.empty()) return nullptr;
  return {{"kinds", kinds}, {"links", links}};
}

}  // namespace

std::vector<SiteStudy> read_studies(const fs::path& home, const fs::path& results,
                                    const std::string& way_to_results) {
  std::vector<SiteStudy> studies;
  std::error_code error;
  for (const std::string& name : list_experiments(home / "experiments")) {
    const fs::path folder = home / "experiments" / name;
    SiteStudy study;
    study.spec = read_experiment(folder / "experiment.toml", Profile::standard);
    if (fs::is_regular_file(folder / "claims.toml", error)) {
      study.claims = read_claims(folder / "claims.toml", theory_functions());
    }
    if (fs::is_regular_file(results / "studies" / (name + ".html"), error)) {
      study.report = way_to_results + "/studies/" + name + ".html";
      study.verdicts = reported_verdicts(results / "tables" / name / "claims.csv");
    }
    studies.push_back(std::move(study));
  }
  return studies;
}

std::map<std::string, std::size_t> verdict_counts(const std::vector<SiteStudy>& studies) {
  std::map<std::string, std::size_t> counts;
  for (const SiteStudy& study : studies) count_verdicts(counts, study);
  return counts;
}

std::string study_facts(const SiteStudy& study, const ComponentUses& uses) {
  std::map<std::string, std::size_t> counts;
  count_verdicts(counts, study);
  Json parts = Json::array();
  for (const auto& [folder, kinds] :
       {std::pair("algorithms", "algorithms"), std::pair("evaluators", "evaluators"),
        std::pair("datasets", "data sets")}) {
    Json part = part_of_study(study.spec.name, uses, folder, kinds);
    if (!part.is_null()) parts.push_back(std::move(part));
  }
  std::string claims = study.claims.empty() ? "" : counted(study.claims.size(), "claim");
  for (const auto& [words, count] : counts) {
    claims += (words == counts.begin()->first ? ": " : ", ") + std::to_string(count) + " " + words;
  }
  return site_templates().render("study_facts.html",
                                 {{"name", study.spec.name},
                                  {"question", study.spec.question},
                                  {"claims", claims},
                                  {"report", study.report.empty() ? "" : "../" + study.report},
                                  {"parts", parts},
                                  {"has_parts", !parts.empty()}});
}

std::string study_list(const std::vector<SiteStudy>& studies) {
  Json rows = Json::array();
  for (const SiteStudy& study : studies) {
    rows.push_back({{"name", study.spec.name},
                    {"question", study.spec.question},
                    {"claim_count", study.claims.size()},
                    {"report", study.report.empty() ? "" : "../" + study.report}});
  }
  return site_templates().render(
      "studies.html",
      {{"studies", rows},
       {"count", std::to_string(studies.size()) + (studies.size() == 1 ? " study" : " studies")}});
}

void add_study(std::vector<SearchEntry>& entries, const SiteStudy& study) {
  const std::string page = "studies/" + study.spec.name + ".html";
  entries.push_back(
      {study.spec.title, "study", page, study.spec.name + ". " + study.spec.question});
  for (const Claim& claim : study.claims) {
    const auto verdict = study.verdicts.find(claim.id);
    entries.push_back({claim.statement, "claim",
                       study.report.empty() ? page : study.report + "#claim-" + anchor(claim.id),
                       claim.where + ". " +
                           (verdict == study.verdicts.end() ? "" : verdict->second + ". ") +
                           study.spec.name + "/" + claim.id});
  }
}

}  // namespace replaybench
