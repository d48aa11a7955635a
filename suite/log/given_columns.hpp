#pragma once
// Target policies and reward models that a log gives by columns, while it is being read.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/action_dictionary.hpp"
#include "suite/log/log_columns.hpp"
#include "suite/log/log_rows.hpp"
#include "suite/model/log.hpp"

namespace replaybench {

class GivenColumns {
 public:
  /// True if an action's token is in the pool of the line; empty if all are.
  using InPool = std::function<bool(std::string_view token)>;

  /// Copies what it needs of the columns. `normalise`: TableOptions::normalise.
  GivenColumns(const CsvHeader& header, const LogColumns& columns, std::string file,
               bool normalise = false);

  bool empty() const { return logged_.empty() && tables_.empty(); }
  /// Reads the values of the current row without adding them: empty if they can be used, otherwise the reason.
  /// Expected O(columns).
  std::string read(const LogRows& rows, std::string_view logged_action, const InPool& in_pool);
  /// Adds what was read last.
  void add();
  /// At the end: the actions that a target policy may take although the log never shows them enter
  /// the dictionary. Columns of other tokens become sentences of `warnings`.
  void name_unseen_actions(ActionDictionary& dictionary, std::vector<std::string>& warnings) const;
  /// Moves what was added since the last call into `part` as targets and predictions, which have a number per column
  /// in place of a number per action.
  void take(Log& part);
  /// By action of a log whose actions are named and numbered for good: its column, for each target of all actions, then
  /// for each of the predictions. Throws DataError when an action has no column. O(actions * tables).
  std::vector<std::vector<std::size_t>> columns_by_action(const Log& log) const;
  /// Gives such a log its targets and predictions. Throws as `columns_by_action`. O(records * columns).
  void finish(Log& log) &&;

 private:
  struct Logged {
    LogColumns::Given given;
    std::vector<double> values;
  };
  struct Table {
    LogColumns::Given given;
    bool is_policy = false;
    ActionDictionary tokens;          // numbered as the columns
    std::vector<double> values;       // records x columns
    std::vector<double> of_logged;    // of a policy: those of the logged actions
    std::vector<char> ever_positive;  // by column
    std::vector<double> row;          // read last
    std::size_t logged = 0;           // place of the logged action in it
    double off = 0;                   // the sum less 1, of the row that was divided by its sum
    std::size_t rounded = 0;          // rows that were
    bool is_beyond = false;           // the row read last: by more than rounding explains
    bool beyond_rounding = false;     // one of the rows that were divided
    double farthest = 0;              // their largest |off|
    std::string pattern() const;
    std::string advice() const;  // after a message about an action without a column
  };

  std::string label(std::size_t field) const;
  std::string read_table(Table& table, const LogRows& rows, std::string_view logged_action,
                         const InPool& in_pool) const;
  std::vector<std::size_t> columns_of(const Table& table, const Log& log) const;

  std::vector<std::string> names_;  // of the header
  std::string file_;
  bool normalise_;
  std::vector<Logged> logged_;
  std::vector<double> logged_row_;
  std::vector<Table> tables_;
};

}  // namespace replaybench
