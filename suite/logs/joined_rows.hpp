#pragma once
// The rows of several files as one table.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "suite/log/log_rows.hpp"
#include "suite/logs/log_parts.hpp"

namespace replaybench {

/// Numbers read from a file.
struct PartRead {
  std::uint64_t lines = 0;
  std::uint64_t records = 0;
};

/// Concatenated files. name() and line() refer to the file of the current row; before the first and after
/// the last row name() is name_of_files.
class JoinedRows : public LogRows {
 public:
  using LogRows::LogRows;
  /// By file, after the last row.
  virtual const std::vector<PartRead>& read_of_parts() const = 0;
};

using OpenRows = std::function<std::unique_ptr<LogRows>(const std::string& path)>;

/// The rows of `parts`, which must not be empty, each opened by `open`.
///
/// The columns are the columns of the first file, followed, as texts, by the columns of its folders that the
/// file does not have itself. Files of events (LogRows::is_of_events) have the columns that their events show: of
/// them the union counts, a feature that a file never names is 0, and all files are opened at once. Other
/// files must have the first one's columns, in any order if none is a list, each as numbers, texts or lists
/// as there, and are opened one after the other: memory as of one. Throws DataError, here or from next(), for a
/// file with other columns, which it names, and for folders that name other columns than those of the
/// first file; and as `open`.
std::unique_ptr<JoinedRows> joined_rows(std::vector<LogPart> parts, OpenRows open);

}  // namespace replaybench
