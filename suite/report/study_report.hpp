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
  std::vector<std::string> sources;   ///< files of the study, copied next to its tables
  std::string digest;                 ///< of the tables; empty if some are skipped or blocked
  std::string published;              ///< origin of published tables; empty for tables from a store
};

/// The tables of a report, which must outlive the result. Throws DataError for a blocked or unknown table.
TableSource tables_of(const StudyReport& report);

/// Reason why the claims of a profile are not tested; empty if they are.
std::string why_unjudged(Profile profile);

/// Reads the study's claims.toml, if there is one. Throws SpecErrors with all its mistakes.
void check_claims(const Plan& plan);

/// Tests the study's claims on its tables, from any source; writes nothing.
StudyReport judge_tables(const Plan& plan, StudyTables tables);

/// Like `judge_tables`, on the tables from the store.
StudyReport judge_study(const Plan& plan, const Store& store);

/// Writes a report: results/tables/<study>/<table>.csv, claims.csv, provenance.json,
/// figure_numbers.gp (the numbers of the profile in the figures), copies of the study's own files
/// (experiment.toml, claims.toml, README.md, if they exist), and
/// results/figures/<study>/<figure>.svg and .png (unless `figures` is false; figures in the folder
/// `drawn` are copied). Returns the report with these figures and files. Removes files of earlier reports that this report
/// does not write (tables, claims.csv, figures), and partial files of killed processes. Throws FileError.
StudyReport write_report(const Plan& plan, StudyReport report, const std::filesystem::path& results,
                         bool figures = true, const std::filesystem::path& drawn = {});

/// judge_study and write_report.
StudyReport write_study(const Plan& plan, const Store& store, const std::filesystem::path& results,
                        bool figures = true);

}  // namespace replaybench
