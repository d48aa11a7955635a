#pragma once
// The pages of a report: one of each study, and one that leads to them and shows all claims.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/report/study_report.hpp"

namespace replaybench {

/// The page that leads to the studies: verdicts by chapter, errata, what failed, and a line per study in the
/// order of the cited text. It stands in the results folder and refers to studies/NAME.html, leaderboard/ and the page
/// of the claims beside it. Of all studies (`complete`) it leads to errata.html too. Linear in the claims.
std::string index_page(const std::vector<StudyReport>& reports, bool complete = true);

/// Every claim, in the order of the cited text; they can be filtered and sorted. It stands beside the index. Linear
/// in the claims.
std::string claims_page(const std::vector<StudyReport>& reports, bool complete = true);
/// The file of that page: claims.html, of some studies selection_claims.html.
std::string claims_page_name(bool complete);

/// The page of a study, results/studies/NAME.html: figures with their claims beside them, the other
/// claims, tables. `before` and `after` are its neighbours, for links; null if none. `index` is the
/// file beside the folder that leads back.
std::string study_page(const StudyReport& report, const StudyReport* before,
                       const StudyReport* after, const std::string& index);

/// The errata of the thesis, each with its printed and corrected form and its evidence, in the order
/// of the text. It stands beside the index and refers to studies/. Linear in the claims.
std::string errata_page(const std::vector<StudyReport>& reports);

/// Writes the page of each study, and of several the one that leads to them: index.html if
/// `complete`, with errata.html beside it, otherwise selection.html, with the page of the claims. A single study has no
/// other page: index.html then is made if
/// there is none (`refresh_home`). Gives the page to open. Throws FileError.
std::filesystem::path write_pages(std::vector<StudyReport> reports,
                                  const std::filesystem::path& results, bool complete);

}  // namespace replaybench
