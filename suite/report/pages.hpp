#pragma once
// The pages of a report: a page per study, an index, and a page of all claims.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/report/study_report.hpp"

namespace replaybench {

/// The index: verdicts by chapter, errata, failures, and a line per study in the order of the cited text. Its place is the
/// results folder; it links to studies/NAME.html, leaderboard/, the page of the claims and, if `complete`, errata.html.
/// Linear in the claims.
std::string index_page(const std::vector<StudyReport>& reports, bool complete = true);

/// The page of all claims, in the order of the cited text, next to the index; they can be filtered and sorted. Linear in
/// the claims.
std::string claims_page(const std::vector<StudyReport>& reports, bool complete = true);
/// File name of that page: claims.html, or selection_claims.html for some of the studies.
std::string claims_page_name(bool complete);

/// The page of a study, results/studies/NAME.html: figures with their claims, the other claims,
/// tables. `before` and `after` are its neighbours, for links; null if none. `index` is the
/// index file in the parent folder.
std::string study_page(const StudyReport& report, const StudyReport* before,
                       const StudyReport* after, const std::string& index);

/// The errata of the thesis, each with its printed and corrected form and its evidence, in the order
/// of the text. Its place is next to the index; it links to studies/. Linear in the claims.
std::string errata_page(const std::vector<StudyReport>& reports);

/// Writes the page of each study and, for several studies, the page of the claims and the index: index.html with
/// errata.html if `complete`, otherwise selection.html. For a single study index.html is only made if there is none
/// (`refresh_home`). Returns the page to open. Throws FileError.
std::filesystem::path write_pages(std::vector<StudyReport> reports,
                                  const std::filesystem::path& results, bool complete);

}  // namespace replaybench
