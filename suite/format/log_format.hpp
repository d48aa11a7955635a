#pragma once
// Format of a log, and its rows.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/format/event_table.hpp"
#include "suite/log/log_rows.hpp"
#include "suite/text/enum_names.hpp"

namespace replaybench {

enum class LogFormat { csv, dsjson, vw, npz, parquet, json, sqlite };
inline constexpr EnumNames<LogFormat, 7> log_format_names({{LogFormat::csv, "csv"},
                                                           {LogFormat::dsjson, "dsjson"},
                                                           {LogFormat::vw, "vw"},
                                                           {LogFormat::npz, "npz"},
                                                           {LogFormat::parquet, "parquet"},
                                                           {LogFormat::json, "json"},
                                                           {LogFormat::sqlite, "sqlite"}});
/// Number of bytes of a log that show its format.
inline constexpr std::size_t log_beginning = std::size_t{1} << 16;
/// The format of a log that begins with these bytes (after unpacking): Parquet, npz and SQLite by their first
/// bytes, dsjson, other JSON lines and Vowpal Wabbit's text by their first lines, otherwise CSV, whose reader names formats that are not read. O(length).
LogFormat recognise_log(std::string_view beginning);

struct LogRowsOptions {
  std::optional<LogFormat> format = {};  ///< nothing: recognised by the content
  CsvOptions csv = {};                   ///< of CSV
  EventFormatOptions events = {};        ///< of dsjson and Vowpal Wabbit's text
};

/// The rows of a log, plain, gzip or zstd, or of a part of an SQLite database (sqlite.hpp), which must be a plain
/// file. A plain file of npz is mapped, one of Parquet read page by page; one that is packed or a pipe is read into memory. Throws as the
/// readers of the formats do.
std::unique_ptr<LogRows> open_log_rows(const std::filesystem::path& path,
                                       const LogRowsOptions& options = {});

}  // namespace replaybench
