#pragma once
// Describes a log: its articles, pools, click rates and features over time. No algorithm is played.
//
// Source: thesis section 4.2.3 (p. 103), figures 4.4 to 4.7; figures 4.15a and 4.16 (section 4.4.3,
// p. 114); appendix B.4 (p. 242; ten news that stay together). Windows and smoothing of the
// thesis's curves are not stated; here a curve has `windows` points.
//
// Rows and columns, by what is described (`of`):
//   log        one row. estimate: mean reward; records; actions that were ever available; zones;
//              largest_zone; pool: mean size; without_features: share of records with no feature
//              but the constant; active: mean number of features, the constant included, of the
//              others; best: mean over the windows of the best action's mean reward; favourable:
//              see windows; together: LogSummary::max_together(10)
//   windows    one row each (figures 4.6, 4.15a). estimate: mean reward; records; pool; active:
//   means;
//              best, second: mean rewards of the two best actions, of those displayed `least` times
//              in the window; favourable: 1 where best <= 0.07 or second >= 0.85 best, else 0 ("no
//              very popular news or best news with similar CTR", section 4.4.3, p. 114: the two
//              limits are ours, the first read from table 4.1). NaN if fewer than two were
//              displayed so often.
//   actions    one row each, in the order of their numbers (figure 4.7). estimate: mean reward;
//              displays; first: record; lifetime: records whose pool has it; share: of the log's
//              records; whole: 1 if it came and went within the log; change, change_error:
//              LogSummary::trend
//   curves     a row for each action and window of its life (figures 4.4, 4.5). estimate: mean
//   reward
//              in the window; rank: of its lifetime, from 1; action; record: middle of the window;
//              displays; change, change_error. The step is (rank - 1) * windows + window.
//   zones      one row each (figure 4.16). estimate: mean reward; first; records; pool;
//   with_features
// Columns that do not change are those of one log: replicates of a simulator differ in clicks only.

#include <cstdint>
#include <string>
#include <vector>

#include "evaluators/measures/log_statistics/log_summary.hpp"
#include "suite/component/registry.hpp"

namespace replaybench::evaluators::log_statistics {

enum class LogView { log, windows, actions, curves, zones };

class LogStatistics final : public Evaluator {
 public:
  LogStatistics(LogView of, std::uint64_t windows, std::uint64_t least)
      : of_(of), windows_(windows), least_(least) {}

  const RowSchema& schema() const override;
  /// One pass over the log, in pieces: memory O(actions * windows) beside them.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  struct Best {
    double first;
    double second;
  };
  Best best_of(const LogSummary& log, std::size_t window) const;
  ResultRow row_of_log(const LogSummary& log) const;
  void rows_of_windows(const LogSummary& log, std::vector<ResultRow>& rows) const;

  LogView of_;
  std::uint64_t windows_;
  std::uint64_t least_;
};

}  // namespace replaybench::evaluators::log_statistics
