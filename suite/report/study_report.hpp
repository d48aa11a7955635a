#pragma once
// The report of a study: its tables as CSV files, its figures, the verdicts on its claims.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/claim/claim.hpp"
#include "suite/page/figures.hpp"
#include "suite/results/study_tables.hpp"

namespace replaybench {

struct StudyReport {
  std::string name;
  std::string title;
  std::string question;
  Profile profile = Profile::standard;
  StudyTables tables;
  std::vector<Figure> figures;
  std::vector<Verdict> verdicts;
  std::size_t unjudged = 0;           ///< claims that are not judged at this profile
  std::vector<std::string> warnings;  ///< what the data sets say a reader must know
  std::string digest;                 ///< of the tables; empty when some are skipped or blocked
};

/// Why the claims of a profile are not judged; empty when they are.
std::string why_unjudged(Profile profile);

/// Assembles the tables of a plan and judges the study's claims; writes nothing.
StudyReport judge_study(const Plan& plan, const Store& store);

/// The same, and writes results/tables/<study>/<table>.csv, claims.csv, provenance.json and
/// results/figures/<study>/<figure>.svg and .png (unless `figures` is false). Throws
/// EnvironmentError.
StudyReport write_study(const Plan& plan, const Store& store, const std::filesystem::path& results,
                        bool figures = true);

/// One self-contained page: every study with its figures (embedded) and claims, the thesis's
/// numbers beside ours.
std::string html_page(const std::vector<StudyReport>& reports);

}  // namespace replaybench
