#pragma once
// The user's errors and the environment's. Three kinds: a *bug* is ours (std::logic_error), a
// *spec* error is in what the user wrote (TOML, flags, log lines), a *file* error is in the
// environment (missing file, full disk).

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

/// A place in a text of the user's: a file and line, or a flag of the command line. Zero means: not
/// known.
struct SourcePlace {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
};

/// One thing wrong in what the user wrote. The message gives the value seen and what is allowed.
struct SpecProblem {
  SourcePlace place;
  std::string message;

  /// "file:line:column: message"
  std::string text() const;
};

/// Everything wrong in a text, found in one reading.
class SpecErrors : public std::runtime_error {
 public:
  explicit SpecErrors(std::vector<SpecProblem> problems);
  /// A single problem.
  explicit SpecErrors(std::string message, SourcePlace place = {});
  const std::vector<SpecProblem>& problems() const { return problems_; }

 private:
  std::vector<SpecProblem> problems_;
};

/// A log or data file whose content cannot be used as asked.
class DataError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A missing file, a full or read-only disk, a checksum that does not match.
class FileError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Exit codes of the program; documented in README.
enum class ExitCode : int {
  success = 0,
  unexpected_verdict = 1,  ///< a claim's verdict is not the expected one
  spec_error = 2,          ///< flags or TOML
  data_error = 3,          ///< log lines or data files
  system_error = 4,        ///< missing file, disk full, checksum
  failed_cells = 5,        ///< a cell of a run failed; the others are stored
  bug = 70,                ///< ours; please report
};

/// The candidate nearest to `name` by edit distance (insert, delete, replace, swap; letters of
/// either case are the same), or empty if none is near: at most a third of the longer name's length,
/// and at least one.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// The `count` candidates nearest to `name`, however far, each once: by the edit distance to the part
/// of the candidate that is nearest, then to the whole. O(candidates).
std::vector<std::string> nearest_names(std::string_view name,
                                       const std::vector<std::string>& candidates,
                                       std::size_t count = 5);

/// " (did you mean \"x\"?)" for the nearest candidate, else "; known: a, b, c", and of more than
/// twenty "; the nearest: a, b, c, d, e".
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace replaybench
