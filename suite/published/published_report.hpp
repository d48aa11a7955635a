#pragma once
// The report of a study from what is published of it: nothing is computed, and no store is read.

#include <filesystem>

#include "suite/published/published_run.hpp"
#include "suite/report/study_report.hpp"

namespace replaybench {

/// The published tables, judged by the study's claims as they are now. A claim whose table is not published, or of
/// another revision than this program's, has the verdict that was published of the same statement; without one it is
/// not judged, and the message says why. A null `study`: nothing of it is published. Linear in the
/// tables. Throws FileError and DataError as `read_published_tables`.
StudyReport published_report(const Plan& plan, const PublishedStudy* study,
                             const std::filesystem::path& folder);

}  // namespace replaybench
