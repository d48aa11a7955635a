#pragma once
// Publishing: a study's tables, figures, verdicts and the digests of its cells, in files that a
// repository keeps.

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "suite/published/published_study.hpp"
#include "suite/report/study_report.hpp"
#include "suite/store/job_record.hpp"
#include "suite/store/store.hpp"

namespace replaybench {

/// Whether studies of these names can be published in FOLDER without loss: throws SpecErrors for names
/// that are no folder's (empty, ".", ".."), for a FOLDER/<study>/ that holds what `publish` did not
/// write, and for such a FOLDER/README.md; FileError where these cannot be read. Writes nothing.
void check_publishable(const std::filesystem::path& folder,
                       const std::vector<std::string>& studies);

/// Numbers of published and of stored cells of a study.
struct CellCounts {
  std::size_t published = 0;
  std::size_t stored = 0;
};

/// Set where FOLDER/<study>/ has more of the study's cells than are stored, so that publishing it would leave
/// fewer. Of a damaged study.json nothing is known, and publishing the study mends it. O(cells).
std::optional<CellCounts> fewer_than_published(const Plan& plan, const Store& store,
                                               const std::filesystem::path& folder);

struct PublishOptions {
  bool figures = true;
  std::uint64_t longest_table = std::numeric_limits<std::uint64_t>::max();  ///< bytes, of the file
  bool places = true;  ///< of each cell what says which rows and columns of another run's differ
};

/// Writes FOLDER/<study>/ anew from what is stored, and gives what study.json says. What is stored
/// is published, and what is not is said with the reason; of a table longer than `longest_table` the digest
/// alone is. The same store gives the same bytes. `records` are those of the store (job_records). Throws SpecErrors when the folder holds a study of another
/// profile or master seed, and what `check_publishable` throws; FileError.
PublishedStudy publish(const Plan& plan, const Store& store, const std::vector<JobCells>& records,
                       const std::filesystem::path& folder, const PublishOptions& options = {});

/// Judges the tables published in FOLDER/<study>/ by the study's claims as they are now. Writes nothing, and
/// needs no store. Throws SpecErrors when the tables are not all there, or of another revision;
/// FileError when there is none; DataError when a table is not the one of study.json.
StudyReport judge_published(const Plan& plan, const PublishedStudy& study,
                            const std::filesystem::path& folder);

/// Like `judge_published`, but also rewrites verdicts.csv and the counts of study.json; returns their content. After a
/// change of claims only, nothing has to be computed again. Throws as `judge_published`, and SpecErrors for another
/// profile or seed.
PublishedStudy judge_again(const Plan& plan, const std::filesystem::path& folder);

/// Takes the places of the published cells away (PublishOptions::places), for good. Throws what
/// `read_published` and `write_published` throw.
void remove_places(const std::filesystem::path& folder, const std::string& study);

}  // namespace replaybench
