#pragma once
// Files of a log: one file, several, those that match a pattern, or a folder of parts.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace replaybench {

/// A file of a log.
struct LogPart {
  std::string path;
  /// Columns that its folders give: of day=2024-01-01/hour=7/a.csv day and hour. "" where the value is
  /// absent (__HIVE_DEFAULT_PARTITION__).
  std::vector<std::pair<std::string, std::string>> partition = {};
};

/// True if a log at `folder` is one of Yahoo! R6B: a folder with r6b.replaybench or with files of
/// R6B.
bool is_r6b_folder(const std::filesystem::path& folder);

/// The files of a log, path by path. "-" is the standard input, "file.db:TABLE" a part of an SQLite database. A name with * or ? that no file has is a
/// pattern (glob(7)); of a folder all files count, those of its folders too, except for names that begin
/// with '.' or '_' (_SUCCESS, .part-0.crc). The files of a pattern or folder come in natural order:
/// part-2 before part-10. Folders named key=value give columns (with %XX for a character): for one
/// folder alone those below it, for several paths and patterns all that the paths name; for one file none.
/// A missing path is a part, so that its reader reports it. Throws FileError for a pattern that no
/// file matches, DataError for a folder without files, SpecErrors for a file that comes twice.
/// O(files log files).
std::vector<LogPart> log_parts(const std::vector<std::string>& paths);

}  // namespace replaybench
