#pragma once
// Facts of a log of actions as sums over its records: those of the parts of a log, merged in any order, are those of
// the log, to the last bit.

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/evaluate/log_summary.hpp"
#include "suite/log/action_numbering.hpp"
#include "suite/model/log_blocks.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/statistics/largest_terms.hpp"
#include "suite/terms/term_sums.hpp"

namespace replaybench {

/// The sums of a log without changing pools. Some 2 KB an action in memory, 100 bytes written.
class LogSums {
 public:
  LogSums() = default;
  /// O(records).
  explicit LogSums(const LogBlocks& log);

  /// The records of another part; both have propensities or neither has.
  void merge(const LogSums& other);
  /// Canonical bytes, and the sums that have them, which are taken from `bytes`: throws std::invalid_argument for
  /// others.
  void write(std::string& out) const;
  static LogSums read(std::string_view& bytes);

  std::uint64_t records() const { return rewards_.terms(); }
  bool has_propensities() const { return has_propensities_; }
  /// True if the log shows an action of this name.
  bool shows(const std::string& action) const;
  RewardLimits limits() const { return limits_; }
  /// In natural order of the names, those without a record last.
  std::vector<ActionSummary> actions() const;
  /// logged_value. Needs a record.
  statistics::IntervalEstimate value() const;
  /// test_propensities.
  PropensityFit propensities() const;
  /// propensities_are_uniform.
  bool propensities_are_uniform() const;
  /// test_uniform_actions.
  ChiSquareTest uniform_actions() const;

 private:
  struct OfAction {
    std::uint64_t records = 0;
    numeric::ExactSum rewards, propensities, inverse,
        squares;  // the last two: of 1 / p and of its square
  };
  double logged_actions() const;  // those with a record
  struct Natural {
    bool operator()(const std::string& a, const std::string& b) const { return natural_less(a, b); }
  };

  std::map<std::string, OfAction, Natural> actions_;
  terms::TermSums rewards_{terms::TermShape{.third = true}};  // as outcomes of weight 1
  terms::TermSums inverse_;                                   // of weights 1 / p
  statistics::LargestTerms largest_;                          // rewards
  RewardLimits limits_;
  bool has_propensities_ = false;
  double least_propensity_ = std::numeric_limits<double>::infinity(), most_propensity_ = 0;
};

}  // namespace replaybench
