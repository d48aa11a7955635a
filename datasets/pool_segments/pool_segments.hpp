#pragma once
// A pool of actions that changes in stretches: during segment i the actions 0 .. K_i - 1 are
// available, each pays 1 with probability g_i, for a given number of steps; after the last segment
// the first begins again.
//
// Source: thesis section 3.7.2 (p. 97; the split into C stationary sub-problems D_i).
//   C     pool_sizes.size()
//   K_i   pool_sizes[i]
//   g_i   means[i]
//   T_i   records, the same for all i
// All actions of a segment have the same mean, so every policy is worth sum_i T_i g_i / sum_i T_i:
// what an estimator adds to that is its bias. The context is the constant feature 1 alone; one
// uniform number a step serves all actions.

#include <vector>

#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::pool_segments {

class PoolSegments final : public Environment {
 public:
  /// `pool_sizes` (each >= 1) and `means`, one a segment; `records` >= 1 steps a
  /// segment.
  PoolSegments(std::vector<Action> pool_sizes, std::vector<double> means, std::uint64_t records,
               StreamKey environment);

  /// The largest pool.
  Action action_count() const override { return action_count_; }
  std::size_t dimension() const override { return 1; }
  bool has_pools() const override { return true; }
  void observe(std::uint64_t step) override;
  Context context() const override { return Context(constant_); }
  ActionSet actions() const override { return ActionSet::all(pool_sizes_[segment_]); }
  double reward(Action) const override { return uniform_ < means_[segment_] ? 1 : 0; }
  /// The mean of the segment that the observed step is in.
  double expected_reward(const Context&, Action, Knowledge) const override {
    return means_[segment_];
  }

 private:
  static constexpr double constant_[1] = {1};
  std::vector<Action> pool_sizes_;
  std::vector<double> means_;
  std::uint64_t records_;
  StreamKey environment_;
  Action action_count_ = 0;
  std::size_t segment_ = 0;
  double uniform_ = 0;
};

}  // namespace replaybench::datasets::pool_segments
