#pragma once
// The parts of `replaybench data` that make logs, and speak of prepared ones.

#include <CLI/CLI.hpp>
#include <filesystem>

namespace replaybench::cli {

/// `data prepare`: from a log of any format, or the files of Yahoo! R6B, to a prepared log.
void add_data_prepare(CLI::App& data);

/// `data generate`: a simulator's uniform log as files.
void add_data_generate(CLI::App& data);

/// Prints the contents and the source of a prepared log. Throws as PreparedLog does.
void show_prepared_log(const std::filesystem::path& path);

/// Prints the columns of a log of any other format: values, missing ones, range or examples, and their use without
/// options. Throws as open_log_rows, and DataError if no row can be read. O(file); memory for at most 1,000 values per column.
void show_columns(const std::filesystem::path& path);

/// Reads the whole prepared log and prints that it is right. Throws DataError, which names the
/// sections, when it is not.
void verify_prepared_log(const std::filesystem::path& path);

}  // namespace replaybench::cli
