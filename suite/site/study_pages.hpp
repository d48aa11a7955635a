#pragma once
// The pages of studies: what each asks and does, what it uses, and where its report is.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/claim/claim.hpp"
#include "suite/plan/experiment.hpp"
#include "suite/site/component_uses.hpp"
#include "suite/site/search_index.hpp"

namespace replaybench {

/// A study as a site shows it.
struct SiteStudy {
  ExperimentSpec spec;
  std::vector<Claim> claims;
  /// The report's verdict on each claim ("reproduces"), by the claim's identifier; empty without a report.
  std::map<std::string, std::string> verdicts;
  std::string report;  ///< the report's page, relative to the site's root; empty: there is none
};

/// All studies below `home`, with the verdicts that a report has written into `results`;
/// `way_to_results` leads there from the site's root. Throws SpecErrors, FileError.
std::vector<SiteStudy> read_studies(const std::filesystem::path& home,
                                    const std::filesystem::path& results,
                                    const std::string& way_to_results);

/// Number of claims per verdict, by its words: "reproduces".
std::map<std::string, std::size_t> verdict_counts(const std::vector<SiteStudy>& studies);

/// The text below the title of a study's page. `uses` covers all studies.
std::string study_facts(const SiteStudy& study, const ComponentUses& uses);

/// The table of all studies.
std::string study_list(const std::vector<SiteStudy>& studies);

/// The study and its claims, for the search: a claim leads to the report, else to the study.
void add_study(std::vector<SearchEntry>& entries, const SiteStudy& study);

}  // namespace replaybench
