#pragma once
// The log that the user gives to a command, whatever form it has.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "suite/log/csv_log.hpp"
#include "suite/model/log.hpp"

namespace replaybench {

struct InputLog {
  std::shared_ptr<const Log> log;
  std::size_t lines = 0;  ///< of the source
  std::size_t bad_lines = 0;
  std::vector<std::string> bad;  ///< the first ones, with their places
  std::vector<std::string> ignored_columns;
  std::vector<std::string> warnings;    ///< what else the reader found odd, in sentences
  std::vector<std::uint32_t> clusters;  ///< one per record, where asked for
  /// The segment of each record, a number of its name; where asked for.
  std::vector<std::uint32_t> segments;
  std::vector<std::string> segment_names;  ///< in natural order
  bool has_intercept = false;              ///< the last feature is a constant that the reader added
  std::vector<std::string> missing;        ///< files that the whole data set has
};

/// How a CSV file is read, and which of its columns are what.
struct InputLogOptions : CsvLogOptions {};

/// A CSV file, plain or gzip ("-": the standard input); a prepared log (recognised by its first bytes); or a folder with
/// r6b.replaybench or, failing that, with files of Yahoo! R6B. Throws as their readers
/// do, and SpecErrors where columns are named of another form than CSV.
InputLog open_log(const std::filesystem::path& path, const InputLogOptions& options);

}  // namespace replaybench
