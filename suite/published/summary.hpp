#pragma once
// The findings on one page in Markdown, from published results alone.

#include <filesystem>
#include <string>
#include <vector>

#include "suite/published/published_run.hpp"
#include "suite/report/study_report.hpp"

namespace replaybench {

/// The page: the sentences and figures of `home`/experiments/findings.toml, the verdicts by chapter, the errata, and what
/// the `runs` cost. That file has [[finding]] sentence and [[figure]] study, name, caption. In a sentence
/// {study/claim} is the number of that claim's first test with its standard error, {study/claim:2} the number of its
/// second test, {study/claim:printed} the cited number; "%" before the closing brace means percent. `folder` is where
/// `reports` are published, below `home`: the page stands there. Throws SpecErrors with everything that is wrong: a
/// claim that there is not, that has no such number, or whose verdict is not the expected one (its sentence would be
/// wrong); a figure that is not published. FileError as `TomlReader::read_file`. Linear in the claims.
std::string summary_page(const std::vector<StudyReport>& reports,
                         const std::vector<PublishedRun>& runs, const std::filesystem::path& home,
                         const std::string& folder);

}  // namespace replaybench
