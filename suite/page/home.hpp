#pragma once
// The page that all pages of a results folder lead back to.

#include <filesystem>

namespace replaybench {

/// Refreshes the links on index.html and selection.html of a results folder: to the leaderboards, and to the pages of
/// single studies if no report of all studies has written the page. Writes a short index.html if there is none. A page without the marks `<!-- links -->` and `<!-- /links -->` stays as it is.
/// Throws FileError.
void refresh_home(const std::filesystem::path& results);

}  // namespace replaybench
