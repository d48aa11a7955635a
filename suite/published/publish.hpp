#pragma once
// Publishing: a study's tables, figures, verdicts and the digests of its cells, in files that a
// repository keeps.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/published/published_study.hpp"
#include "suite/store/job_record.hpp"
#include "suite/store/store.hpp"

namespace replaybench {

/// Writes FOLDER/<study>/ anew from what is stored, and gives what study.json says. What is stored
/// is published, and what is not is said with the reason. The same store gives the same bytes. `records`
/// are those of the store (job_records). Throws SpecErrors when the folder holds a study of another
/// profile or master seed, EnvironmentError.
PublishedStudy publish(const Plan& plan, const Store& store, const std::vector<JobCells>& records,
                       const std::filesystem::path& folder, bool figures = true);

/// Writes FOLDER/README.md: a line per study published there, what is not complete, and which of
/// `studies` are not there. Gives the bytes of all files.
std::uintmax_t write_published_index(const std::filesystem::path& folder,
                                     const std::vector<std::string>& studies);

}  // namespace replaybench
