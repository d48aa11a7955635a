#pragma once
// Roles of the columns of a CSV log.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/csv_log.hpp"
#include "suite/text/csv_header.hpp"

namespace replaybench {

class ColumnFinder;

/// Names of the roles, each of which is also the name of its column by default.
const std::vector<std::string>& role_names();

/// Indices of the columns of a log. Names match regardless of case; the exact one is preferred.
struct LogColumns {
  /// Throws DataError when action or reward is missing, or the column of a role's name is a list;
  /// SpecErrors when a column that the options
  /// name is not there, or has another role already, with everything that is wrong.
  /// A list (`lists`: those of the header) can be the pool; elsewhere its elements are used.
  LogColumns(const CsvHeader& header, const TableOptions& options, const std::string& file,
             std::span<const ListColumn> lists = {});

  std::size_t action = 0;
  std::size_t reward = 0;
  std::optional<std::size_t> propensity, pool, timestamp, logger, cluster, segment;
  std::vector<std::size_t> features;
  std::vector<std::size_t> categorical;  ///< in the header's order
  struct Hashed {
    std::size_t column;
    std::uint32_t buckets;
  };
  std::vector<Hashed> hashed;  ///< in the header's order
  /// Columns that together give a policy or a reward model.
  struct Given {
    struct Column {
      std::size_t field;
      std::string token;  ///< of the action; empty: of the logged action
    };
    std::string name;
    std::vector<Column> columns;
    bool is_list = false;  ///< the columns are a list's elements: element i is of action i
  };
  std::vector<Given> policies;      ///< probability of the logged action: one column each
  std::vector<Given> all_policies;  ///< probabilities of all actions, in the header's order
  std::vector<Given> predictions;   ///< predicted rewards of all actions
  /// Columns without a use; a list column without a use is one entry.
  std::vector<std::string> ignored;

 private:
  void find_roles(const TableOptions& options, ColumnFinder& finder);
  void find_texts(const TableOptions& options, ColumnFinder& finder);
  void find_targets(const TableOptions& options, ColumnFinder& finder);
  Given find_pattern(const std::string& option_name, const std::string& pattern,
                     const std::string& role, ColumnFinder& finder);
  void find_features(const CsvHeader& header, const TableOptions& options, ColumnFinder& finder);
  Given take_list(const ListColumn& list, const std::string& option_name, const std::string& role,
                  ColumnFinder& finder);
  void find_ignored(const ColumnFinder& finder);
};

/// True if `name` matches a pattern in which * is any text and ? any character, ignoring the case
/// of ASCII letters. O(length of both, multiplied).
bool fits_pattern(std::string_view name, std::string_view pattern);

}  // namespace replaybench
