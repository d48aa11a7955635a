#pragma once
// A run as it is published in a folder that a repository keeps. A folder holds one run: one profile and one master seed.
//
//   studies.json              what was run, by which program, on which machine, how long; what is missing and why
//   digests                   a line of `sha256sum` for each <study>/<table>.csv, and for each <study>/claims.csv
//   verdicts.csv              the verdicts on all claims; the rows of a study are its claims.csv
//   figure_numbers.md.zst     what the figures ask of the profile: who draws them elsewhere, as the paper does, needs it
//   <study>/tables.md         its page: figures, and each table of up to 32 kB as CSV in a block of code
//   <study>/*.svg, *.png      the figures
//   <study>/long_tables.md.zst  longer tables
//   tables.md.zst             of profile `full`, in place of the two: all tables, named <study>/<table>
//
// The names of `digests` are those below results/tables after `report`: `sha256sum -c` compares a run with the published
// one there.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "suite/plan/plan.hpp"
#include "suite/published/named_texts.hpp"

namespace replaybench {

/// Properties that determine the results of a study, in addition to the parameters of its cells.
struct Revision {
  std::string numeric_profile;
  std::string samplers;
  std::string experiment;               ///< experiment_digest of the spec that the profile read
  std::vector<std::string> components;  ///< names with revisions, such as "ucb#2"; sorted

  /// Revision of a plan in this program.
  static Revision of(const Plan& plan);
  /// Those of `components` that have another revision in this program, each as "ucb 1 (now 2)"; sorted.
  std::vector<std::string> changed_components() const;
};

/// Differences between two revisions: "numeric profile x86-64-v3 published, aarch64 here", "components ucb#1 published,
/// ucb#2 here"; empty if there are none.
std::vector<std::string> differences(const Revision& published, const Revision& here);

/// Cells that are not published.
struct MissingCells {
  std::string task;
  std::size_t cells = 0;
  std::string reason;
};

/// Machines and programs that computed the cells, and their time. Cells without a record in the store are
/// "not recorded", and take no time.
struct PublishedWork {
  std::string cpu;
  std::string build;    ///< version, commit, compiler, numeric profile
  std::string started;  ///< of the first process, UTC
  std::size_t cells = 0;
  double seconds = 0;  ///< of a core
};

/// Adds the work to that of the same machine and build, or as a further part.
void add_to(std::vector<PublishedWork>& parts, const PublishedWork& work);

struct PublishedStudy {
  std::string name;
  std::string title;
  std::string profile;      ///< of the run
  std::string master_seed;  ///< of the run
  Revision revision;
  std::string digest;     ///< of the tables; empty when some are missing
  std::string commit;     ///< of the program that wrote tables and figures
  std::size_t cells = 0;  ///< of the study, stored or not
  std::vector<MissingCells> missing;
  std::vector<PublishedWork> work;
  std::map<std::string, std::string> tables;          ///< name -> SHA-256 of the CSV text
  std::map<std::string, std::string> missing_tables;  ///< name -> reason
  std::map<std::string, std::string> partial_tables;  ///< name -> reason
  std::map<std::string, std::uint64_t> digest_only;   ///< tables too long to keep: name -> bytes
  std::map<std::string, std::string> missing_figures;
  std::map<std::string, std::uint64_t> large_figures;  ///< not published: name -> bytes
  std::string
      verdicts;  ///< verdicts_as_table of the claims as CSV; empty for a study without claims

  bool is_complete() const {
    return missing.empty() && missing_tables.empty() && partial_tables.empty() &&
           missing_figures.empty();
  }
  std::size_t published_cells() const;
  double seconds() const;
};

/// Counts of verdicts.
struct VerdictCounts {
  std::map<std::string, std::size_t> kinds;
  std::size_t unexpected = 0;

  /// "2 erratum, 5 finding"; and the number of unexpected verdicts, if there are any.
  std::string text() const;
};

/// Adds the verdicts of a study. Throws DataError if a column is missing or of another type.
void add_to(VerdictCounts& counts, const PublishedStudy& study);

/// The kind of each verdict of a study, by the claim's id. Throws DataError as `add_to`.
std::map<std::string, std::string> verdict_kinds(const PublishedStudy& study);

struct PublishedRun {
  std::string profile;
  std::string master_seed;
  std::map<std::string, PublishedStudy> studies;  ///< by name

  /// The run of a folder, without studies where nothing is published there. Throws FileError, and DataError for files
  /// that are damaged or do not fit together.
  static PublishedRun read(const std::filesystem::path& folder);
  /// Writes digests and verdicts.csv, then studies.json. `read` passes over lines of studies that studies.json does not
  /// name, so the folder can be read wherever this is stopped, if no study is replaced. Throws FileError.
  void write(const std::filesystem::path& folder) const;
  /// Writes studies.json alone: before what is published of a study is replaced. Throws FileError.
  void write_studies(const std::filesystem::path& folder) const;

  /// The study, or nullptr.
  const PublishedStudy* find(const std::string& study) const;
};

/// Writes the texts of a study's tables, with `figures`, files in FOLDER/<study>, on its page. Throws FileError.
void write_published_tables(const PublishedStudy& study, const std::filesystem::path& folder,
                            const NamedTexts& tables, const std::vector<std::string>& figures);

/// The CSV texts of a study's tables, except for those of which the digest alone is published. Throws FileError for one
/// that is not there, DataError for one that has another digest.
NamedTexts read_published_tables(const PublishedStudy& study, const std::filesystem::path& folder);

/// Writes what the study's figures ask of the profile. Throws FileError.
void write_figure_numbers(const std::filesystem::path& folder, const std::string& study,
                          const std::string& numbers);

}  // namespace replaybench
