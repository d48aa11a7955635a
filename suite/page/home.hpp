#pragma once
// The page that all pages of a results folder lead back to.

#include <filesystem>

namespace replaybench {

/// Makes index.html and selection.html of a results folder lead to what is there: the leaderboards,
/// and, where no report of all studies has written the page, the pages of single studies. Writes a
/// short index.html if there is none. A page without the marks `<!-- links -->` and `<!-- /links -->` stays as it is.
/// Throws FileError.
void refresh_home(const std::filesystem::path& results);

}  // namespace replaybench
