#pragma once
// A study as it is published: FOLDER/<study>/ has study.json (what this header calls PublishedStudy, but for
// the cells), cells.zst (a line per cell), tables/<table>.csv or .csv.gz, figures/, verdicts.csv and
// figure_numbers.gp (what the study's figures ask of the profile: who draws them elsewhere, as the paper
// does, needs it).

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "suite/plan/plan.hpp"
#include "suite/published/cell_digest.hpp"

namespace replaybench {

/// Properties that determine the results of a study, in addition to the parameters of its cells.
struct Revision {
  std::string numeric_profile;
  std::string samplers;
  std::string experiment;               ///< experiment_digest of the spec that the profile read
  std::vector<std::string> components;  ///< names with revisions, such as "ucb#2"; sorted

  /// Revision of a plan in this program.
  static Revision of(const Plan& plan);
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

/// Machines and programs that computed the cells, and their time. Both are "not recorded" for cells without a record in
/// the store, whose time is estimated from similar cells.
struct PublishedWork {
  std::string cpu;
  std::string build;    ///< version, commit, compiler, numeric profile
  std::string started;  ///< of the first process, UTC
  std::size_t cells = 0;
  double seconds = 0;  ///< of a core
};

/// Adds the work to that of the same machine and build, or as a further part.
void add_to(std::vector<PublishedWork>& parts, const PublishedWork& work);

/// Cost of the published cells of a task.
struct TaskCost {
  std::string task;
  std::size_t cells = 0;  ///< a cell that tasks have in common counts for the first
  double seconds = 0;     ///< of a core
};

struct PublishedStudy {
  std::string name;
  std::string title;
  std::string profile;
  std::string master_seed;
  Revision revision;
  std::string digest;     ///< of the tables; empty when some are missing
  std::string commit;     ///< of the program that wrote tables and figures
  std::size_t cells = 0;  ///< of the study, stored or not
  std::vector<MissingCells> missing;
  std::vector<PublishedWork> work;
  std::vector<TaskCost> tasks;  ///< in the order of the plan; empty where they were not recorded
  std::map<std::string, std::string> tables;          ///< name -> SHA-256 of the CSV text
  std::map<std::string, std::string> missing_tables;  ///< name -> reason
  std::map<std::string, std::string> partial_tables;  ///< name -> reason
  std::map<std::string, std::uint64_t> digest_only;   ///< tables too long to keep: name -> bytes
  std::map<std::string, std::string> missing_figures;
  std::map<std::string, std::size_t> verdicts;  ///< kind -> number
  std::size_t unexpected_verdicts = 0;
  std::vector<CellDigest> digests;  ///< of the cells that are stored, in the order of the plan

  bool is_complete() const {
    return missing.empty() && missing_tables.empty() && partial_tables.empty() &&
           missing_figures.empty();
  }
  double seconds() const;
};

/// Counts of the verdicts: "2 erratum, 5 finding"; and the number of unexpected verdicts, if there are any.
std::string verdicts_text(const PublishedStudy& study);

/// The study.json of a published study.
std::filesystem::path study_json(const std::filesystem::path& published, const std::string& study);

/// Writes study.json and cells.zst. Throws FileError.
void write_published(const PublishedStudy& study, const std::filesystem::path& published);

/// Reads what `write_published` wrote, without the digests if `with_cells` is false. Throws
/// FileError when it is not there, DataError when it is something else.
PublishedStudy read_published(const std::filesystem::path& published, const std::string& study,
                              bool with_cells = true);

/// The studies published in a folder, by name; none when there is no folder.
std::vector<std::string> published_studies(const std::filesystem::path& published);

/// Throws DataError unless verdicts.csv has the verdicts that study.json counts.
void check_verdicts(const PublishedStudy& study, const std::filesystem::path& published);

/// A table's CSV text goes into <table>.csv, and when it is long into <table>.csv.gz. Gives the bytes of that
/// file, which is not written where they are more than `longest`.
std::uint64_t write_table(const std::filesystem::path& folder, const std::string& name,
                          const std::string& csv,
                          std::uint64_t longest = std::numeric_limits<std::uint64_t>::max());
/// Throws FileError when there is none, DataError when it is damaged.
std::string read_table(const std::filesystem::path& folder, const std::string& name);
/// A published table, which must be the one that study.json names: else throws DataError. Throws
/// FileError for one of which the digest alone is published.
std::string read_published_table(const PublishedStudy& study,
                                 const std::filesystem::path& published, const std::string& name);

}  // namespace replaybench
