#pragma once
// Any CSV file with a header, row by row: for the readers of data sets that have a format of their
// own.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/text/csv_header.hpp"
#include "suite/text/csv_reader.hpp"

namespace replaybench {

/// A CSV file, plain or gzip (the format of csv_log.hpp, with any columns). Unlike a log of the
/// user's, a published file has no bad lines to skip: the first problem throws.
class DelimitedFile {
 public:
  /// Opens the file and reads its header. Throws FileError when it is missing, DataError
  /// when it is empty or its header cannot be read.
  explicit DelimitedFile(const std::filesystem::path& path);
  /// Opens a string, which must outlive this object.
  DelimitedFile(std::string_view text, std::string name);

  const CsvHeader& header() const { return header_; }

  /// Goes to the next row; false at the end. Throws DataError "file:line: reason" for a row that
  /// cannot be read or has another number of fields than the header.
  bool next();
  /// The row's fields, as many as the header has names; they live until the next call of next().
  std::span<const std::string_view> fields() const { return reader_.fields(); }
  std::string_view operator[](std::size_t column) const { return reader_.fields()[column]; }
  /// The row's first line, from 1.
  std::size_t line() const { return reader_.line(); }

  /// The field as a finite number. Throws DataError naming file, line, column and value.
  double number(std::size_t column) const;
  /// The field as a whole number of first .. last, written in digits only. Throws DataError
  /// likewise.
  std::size_t whole_number(std::size_t column, std::size_t first, std::size_t last) const;
  /// Throws DataError 'file:line: column "name": "value" <problem>'.
  [[noreturn]] void fail(std::size_t column, std::string_view problem) const;

 private:
  CsvReader reader_;
  CsvHeader header_;
};

}  // namespace replaybench
