#pragma once
// The header of a CSV file: its column names, and where each is.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/text/csv_reader.hpp"

namespace replaybench {

/// The column names of a CSV text, in its order.
class CsvHeader {
 public:
  /// Reads the first record. Throws DataError when the text is empty, when the header cannot be
  /// read, or when a name comes twice.
  explicit CsvHeader(CsvReader& reader);
  /// The columns of a table that is not a text, in its order; `file` is for messages. Throws
  /// DataError when there is none, or when a name comes twice.
  CsvHeader(std::vector<std::string> names, std::string file);

  const std::vector<std::string>& names() const { return names_; }
  std::size_t size() const { return names_.size(); }
  /// The column's index, or nothing. O(columns).
  std::optional<std::size_t> find(std::string_view name) const;
  /// Finds a name for any case of ASCII letters; the exact name is preferred, then the first match.
  std::optional<std::size_t> find_any_case(std::string_view name) const;
  /// The indices of these columns, regardless of case, in the order asked. Throws DataError naming
  /// all that are missing, each with the nearest name there is, and the first ten names of the
  /// header; `advice` stands at the end.
  std::vector<std::size_t> require(const std::vector<std::string>& wanted,
                                   const std::string& advice = {}) const;

 private:
  void refuse_twice(const std::string& place) const;

  std::string file_;
  std::vector<std::string> names_;
};

/// 'column "name"' for messages; past the last column, "column 7".
std::string column_label(const CsvHeader& header, std::size_t column);

/// The question of a message whether the fields have this separator, and the option for it.
std::string ask_separator(char separator);

/// A defect as a message: column, what it is, and the text.
std::string defect_problem(const CsvDefect& defect, const CsvHeader& header);

/// Reason why a record cannot be read: its defect, or a number of fields that differs from the
/// header's. Empty if there is neither.
std::string record_problem(const CsvReader& reader, const CsvHeader& header);

}  // namespace replaybench
