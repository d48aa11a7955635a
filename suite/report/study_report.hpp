#pragma once
// The report of a study: its tables as CSV files, its figures, the verdicts on its claims.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/claim/verdict.hpp"
#include "suite/page/figures.hpp"
#include "suite/report/study_tables.hpp"

namespace replaybench {

struct StudyReport {
  std::string name;
  std::string title;
  std::string question;
  Profile profile = Profile::standard;
  StudyTables tables;
  std::vector<Figure> figures;
  std::vector<Verdict> verdicts;
  std::vector<std::string> warnings;  ///< of the data sets and the stored cells
  std::vector<std::string> sources;   ///< files of the study that stand beside its tables
  std::string digest;                 ///< of the tables; empty when some are skipped or blocked
  std::string published;              ///< origin of published tables; empty: from a store
};

/// The tables of a report, which must outlive it. Throws DataError for one that is blocked, or that
/// the study does not have.
TableSource tables_of(const StudyReport& report);

/// Reason why the claims of a profile are not tested; empty if they are.
std::string why_unjudged(Profile profile);

/// Reads the study's claims.toml, if there is one. Throws SpecErrors with everything that is wrong in it.
void check_claims(const Plan& plan);

/// Judges the study's claims on its tables, wherever these come from; writes nothing.
StudyReport judge_tables(const Plan& plan, StudyTables tables);

/// Like `judge_tables`, on the tables from the store.
StudyReport judge_study(const Plan& plan, const Store& store);

/// Writes a report: results/tables/<study>/<table>.csv, claims.csv, provenance.json,
/// figure_numbers.gp (what the study's figures ask of the profile), copies of the study's own files
/// (experiment.toml, claims.toml, README.md, as far as there are), and
/// results/figures/<study>/<figure>.svg and .png (unless `figures` is false; a figure that the folder `drawn` has is
/// taken from there). Gives the report with these figures and files. Removes what an earlier report wrote into
/// the folder of tables and this one has not: tables that now are blocked, skipped or no longer named, claims.csv where
/// there are no claims; and figures that this report did not draw. Removes the parts of files that killed processes left. Throws FileError.
StudyReport write_report(const Plan& plan, StudyReport report, const std::filesystem::path& results,
                         bool figures = true, const std::filesystem::path& drawn = {});

/// judge_study and write_report.
StudyReport write_study(const Plan& plan, const Store& store, const std::filesystem::path& results,
                        bool figures = true);

}  // namespace replaybench
