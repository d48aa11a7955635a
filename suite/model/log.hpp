#pragma once
// A log: what another policy did, and what came of it. Columns in memory; views for the loops that
// read it.

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"

namespace replaybench {

/// One logged interaction: context, available actions, logged action, its reward, the probability
/// with which the logging policy took it (NaN when unknown).
struct Record {
  Context context;
  ActionSet actions;
  Action action;
  double reward;
  double propensity;
};

/// Distinct pools of available actions; each is stored once and named by an index.
class PoolTable {
 public:
  /// Index of the pool with these actions, added if new. Needs them sorted and distinct, not empty.
  std::uint32_t intern(const std::vector<Action>& sorted);
  std::size_t size() const { return first_.size() - 1; }
  ActionSet operator[](std::uint32_t pool) const {
    return ActionSet(std::span(members_).subspan(first_[pool], first_[pool + 1] - first_[pool]));
  }

 private:
  std::vector<Action> members_;
  std::vector<std::size_t> first_{0};
  std::map<std::vector<Action>, std::uint32_t> index_;
};

/// A log of n records over K = `action_count` actions and contexts of `dimension` features. Columns
/// that are empty mean: propensities unknown; pool always all actions; no hidden part; no
/// timestamps.
struct Log {
  Action action_count = 0;
  std::size_t dimension = 0;
  std::size_t hidden_dimension = 0;
  std::vector<double> contexts;         ///< n x dimension, row by row
  std::vector<double> hidden;           ///< n x hidden_dimension, row by row, or empty
  std::vector<Action> actions;          ///< n
  std::vector<double> rewards;          ///< n
  std::vector<double> propensities;     ///< n in ]0, 1], or empty
  std::vector<std::uint32_t> pools;     ///< n indices into pool_table, or empty
  std::vector<std::string> timestamps;  ///< n as written in the source, or empty
  PoolTable pool_table;
  std::vector<std::string> action_names;   ///< K tokens, or empty when actions are numbers
  std::vector<std::string> feature_names;  ///< dimension names, or empty

  std::size_t size() const { return actions.size(); }
  bool has_propensities() const { return !propensities.empty(); }
  /// True when the pool of available actions changes along the log.
  bool has_pools() const { return !pools.empty(); }

  Record operator[](std::size_t i) const {
    return {
        Context(std::span(contexts).subspan(i * dimension, dimension),
                hidden.empty() ? std::span<const double>{}
                               : std::span(hidden).subspan(i * hidden_dimension, hidden_dimension)),
        available(i), actions[i], rewards[i],
        propensities.empty() ? std::numeric_limits<double>::quiet_NaN() : propensities[i]};
  }
  ActionSet available(std::size_t i) const {
    return pools.empty() ? ActionSet::all(action_count) : pool_table[pools[i]];
  }

  /// The first `count` records as a log of their own, with the same dictionary. Needs count <=
  /// size(). O(result).
  Log first_records(std::size_t count) const;

  /// Throws std::logic_error naming the first broken invariant: column lengths, actions below
  /// action_count and inside their pool, propensities in ]0, 1], finite contexts and rewards. O(n *
  /// dimension).
  void check() const;
};

}  // namespace replaybench
