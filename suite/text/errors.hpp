#pragma once
// Errors that are not ours: each is an Error, which says what it is about. A bug is a std::logic_error.

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "suite/text/option.hpp"

namespace replaybench {

/// Subject of an error: it decides the exit code of a command and the class in Python.
enum class ErrorKind {
  spec,            ///< the user's text: a study, an option, an expression
  data,            ///< the content of a log or a data file, or a model that breaks down on it
  not_applicable,  ///< parts that do not fit each other: an oracle on a real log, say
  file,            ///< a missing file, a full or read-only disk, a checksum that does not match
};

/// An error that is not a bug of ours. Its message may hold marks of options (suite/text/option.hpp), which
/// what() writes in OptionStyle::plain.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string message);
  ErrorKind kind() const { return kind_; }
  /// With its marks, for a message that quotes this one.
  const std::string& marked() const { return marked_; }
  std::string text(OptionStyle style, std::span<const OptionName> names = {}) const {
    return in_style(marked_, style, names);
  }
  /// Writes the marks for good: if it is known how the user wrote the options, before `throw;`.
  virtual void write_options(OptionStyle style);
  const char* what() const noexcept override { return plain_.c_str(); }

 private:
  ErrorKind kind_;
  std::string marked_;
  std::string plain_;
};

/// A place in a text of the user's: a file and line, or an option (a mark). Zero means: not known.
struct SourcePlace {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
};

/// One thing wrong in what the user wrote. The message gives the value seen and what is allowed; it may
/// hold marks of options.
struct SpecProblem {
  SourcePlace place;
  std::string message;

  /// "file:line:column: message", with its marks.
  std::string text() const;
};

/// Everything wrong in a text, found in one reading.
class SpecErrors : public Error {
 public:
  explicit SpecErrors(std::vector<SpecProblem> problems);
  /// A single problem.
  explicit SpecErrors(std::string message, SourcePlace place = {});
  const std::vector<SpecProblem>& problems() const { return problems_; }
  void write_options(OptionStyle style) override;

 private:
  std::vector<SpecProblem> problems_;
};

/// A log or data file whose content cannot be used as asked.
class DataError : public Error {
 public:
  explicit DataError(std::string message) : Error(ErrorKind::data, std::move(message)) {}
};

/// A missing file, a full or read-only disk, a checksum that does not match.
class FileError : public Error {
 public:
  explicit FileError(std::string message) : Error(ErrorKind::file, std::move(message)) {}
};

/// Exit codes of the program; `replaybench help` lists them.
enum class ExitCode : int {
  success = 0,
  unexpected_verdict = 1,  ///< a claim's verdict is not the expected one
  spec_error = 2,          ///< flags or TOML
  data_error = 3,          ///< log lines or data files
  system_error = 4,        ///< missing file, disk full, checksum
  failed_cells = 5,        ///< a cell of a run failed; the others are stored
  out_of_memory = 6,       ///< the command needs more memory than the process may take
  bug = 70,                ///< ours; please report
};

/// The exit code of a command that ends with such an error.
ExitCode exit_code_of(ErrorKind kind);

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
