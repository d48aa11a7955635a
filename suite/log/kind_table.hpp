#pragma once
// Shared by the readers of tables of slates and of doses: roles of columns, labels, the report.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/action_dictionary.hpp"
#include "suite/log/csv_log.hpp"

namespace replaybench {

/// The columns that have these roles, by the options or by the roles' own names.
class TableRoles {
 public:
  /// Throws SpecErrors if TableOptions::columns has another role, or if an option is given that has no
  /// meaning for a log of `kind` ("slates"), except for those that `also` names.
  TableRoles(const LogRows& rows, const TableOptions& options, std::vector<std::string_view> roles,
             std::string_view kind, std::initializer_list<std::string_view> also = {});

  /// The name of the column that has a role.
  std::string name(std::string_view role) const;
  /// The column of a role; nothing if there is none. Throws DataError if the options name a column that is
  /// not there.
  std::optional<std::size_t> find(std::string_view role) const;

 private:
  const CsvHeader& header_;
  const TableOptions& options_;
};

/// Clusters and segments of lines, as far as the options name their columns.
class LineLabels {
 public:
  /// Throws DataError for a column that is not there.
  LineLabels(const CsvHeader& header, const TableOptions& options);
  bool uses(std::size_t column) const { return column == cluster_ || column == segment_; }
  /// Takes the labels of the current row.
  void read(const LogRows& rows);
  /// The lines' labels, as clusters and segments of records.
  void finish(ReadReport& report) &&;

  std::vector<std::uint32_t> clusters, segments;  ///< of the lines read; empty unless asked for

 private:
  std::optional<std::size_t> cluster_, segment_;
  ActionDictionary cluster_names_, segment_names_;
};

}  // namespace replaybench
