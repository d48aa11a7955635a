#pragma once
// From the files of Yahoo! R6B to a prepared log, the names of these files, and whether they changed.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/prepared/prepared_log.hpp"
#include "suite/yahoo/yahoo_reader.hpp"

namespace replaybench {

/// October 2 to 16, 2011 (thesis, section 4.2.3, p. 103).
constexpr unsigned r6b_days = 15;

/// True if a text begins as a line of R6B does: "<timestamp> id-". Needs its first 64 bytes.
bool begins_as_r6b(std::string_view beginning);

/// "ydata-fp-td-clicks-v2_0.20111002" for day 1. Needs 1 <= day <= r6b_days.
std::string r6b_file_name(unsigned day);

/// The day, 1 to 15, of a file of that name, plain or with .gz, for any folder; otherwise nothing.
std::optional<unsigned> r6b_day_of(std::string_view path);

/// The files of R6B that a folder has, by day; a plain file is taken before a packed one.
struct R6bFiles {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> missing;  ///< names of the days that are not there
};
/// Finds the files of days first_day .. last_day; the result may be empty. Throws FileError when there
/// is no such folder.
R6bFiles find_r6b_files(const std::filesystem::path& folder, unsigned first_day = 1,
                        unsigned last_day = r6b_days);

struct PrepareProgress {
  std::string doing;             ///< "SHA-256 of <file>", "reading <file>"
  std::size_t file = 0;          ///< index of the file
  std::size_t files = 0;         ///< number of files
  std::uint64_t file_bytes = 0;  ///< of text read from it, unpacked
  std::uint64_t records = 0;     ///< of all files
};

/// Reads R6B files (of a single folder, its find_r6b_files) in the order given, and writes them to
/// `destination`. `progress` is called for each file and then every 100,000 records; it may
/// throw, to stop. What was wrong in the files is in the origin that is returned, which the
/// prepared log has too. There the files have the names that were given, or their names relative to the
/// folder `names_from`.
///
/// log() of the result equals read_yahoo_log() of the files, except for the timestamps, which it does
/// not have.
///
/// Throws FileError when a file is missing or not readable, the folder has none of the
/// files, or the destination cannot be written; DataError when no record is left, for R6A files,
/// and at the first anomaly when strict. Then no new file remains, and an existing
/// file stays. Memory: constant, except for the pools and names.
PreparedOrigin prepare_yahoo_log(const std::vector<std::filesystem::path>& files,
                                 const YahooOptions& options,
                                 const std::filesystem::path& destination,
                                 const std::function<void(const PrepareProgress&)>& progress = {},
                                 const std::filesystem::path& names_from = {});

/// Throws DataError if a day's file in the folder of `prepared` is not the one that it was prepared from: it has
/// another size, or was written later and has other bytes. Days without files are not checked. O(days), and
/// the bytes of files that were written later.
void check_prepared_sources(const std::filesystem::path& prepared, const PreparedOrigin& origin);

}  // namespace replaybench
