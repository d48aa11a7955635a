#pragma once
// Publishing: a study's tables, figures and verdicts, and their digests, in files that a repository keeps.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/published/published_run.hpp"
#include "suite/report/study_report.hpp"
#include "suite/store/job_record.hpp"
#include "suite/store/store.hpp"

namespace replaybench {

/// Checks that studies of these names can be published in FOLDER without loss: throws SpecErrors
/// for names that are no folder's (empty, ".", ".."), for a FOLDER or a FOLDER/<study>/ that holds
/// files of the names that are written there and that `publish` did not write, and for other files
/// in FOLDER/<study>/; FileError where these cannot be read. Writes nothing.
void check_publishable(const std::filesystem::path& folder,
                       const std::vector<std::string>& studies);

/// Numbers of published and of stored cells of a study.
struct CellCounts {
  std::size_t published = 0;
  std::size_t stored = 0;
};

/// Set where more of the study's cells are published than are stored, so that publishing it would leave
/// fewer. O(cells).
std::optional<CellCounts> fewer_than_published(const Plan& plan, const Store& store,
                                               const PublishedRun& run);

/// The builds that computed the stored cells of the study, with the number of cells of each; cells without a
/// record are left out. O(cells of the store).
std::map<std::string, std::size_t> builds_of(const Plan& plan, const Store& store,
                                             const std::vector<JobCells>& records);

/// Throws SpecErrors where a build was made of sources that no commit holds, or where there are builds of
/// several commits: what is published together can then not be computed again from one checkout.
void check_builds(const std::map<std::string, std::size_t>& builds);

/// Replaces what FOLDER has of the study by what is stored, and gives what studies.json says. What is stored
/// is published, and what is not is said with the reason. A table whose packed text is longer than 250 kB (30 kB of
/// profile `full`) is published by its digest alone, a figure longer than 90 kB not at all; of `full` no figure is.
/// The same store gives the same bytes. `records` are those of the store (job_records). Throws SpecErrors when the
/// folder holds another profile or master seed, and what `check_publishable` throws; FileError, DataError.
PublishedStudy publish(const Plan& plan, const Store& store, const std::vector<JobCells>& records,
                       const std::filesystem::path& folder);

}  // namespace replaybench
