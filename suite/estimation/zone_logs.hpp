#pragma once
// The zones of a log, its stretches of constant pool, each as a log and as an environment of its
// own: the actions of the pool are numbered 0 .. K - 1 in their order, so that no record needs a
// pool. They keep their names.

#include <functional>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/log.hpp"

namespace replaybench::estimation {

struct ZoneLog {
  std::size_t number = 0;    ///< from 0
  std::size_t first = 0;     ///< its first record in the whole log
  std::vector<Action> pool;  ///< increasing; action i of `log` is pool[i] of the whole log
  std::shared_ptr<const Log> log;
};

/// Records first .. first + count - 1, which have one pool. O(count).
Log zone_log(const Log& log, std::size_t first, std::size_t count);

/// Shows the zones of the trial's log in its order. Without contexts (their dimension is then 0) a
/// simulator's log is written in pieces, each discarded after use: the memory is one piece and one zone.
/// Returns how many there were.
std::size_t for_each_zone(Trial& trial, bool with_contexts,
                          const std::function<void(const ZoneLog&)>& show);

/// Steps first, first + stride, first + 2 stride, ... of an environment, while only `pool` is
/// available.
class ZoneEnvironment final : public Environment {
 public:
  /// `environment` must outlive this; action i is pool[i] of the environment, in any order.
  ZoneEnvironment(Environment& environment, std::vector<Action> pool, std::uint64_t first,
                  std::uint64_t stride);

  Action action_count() const override { return static_cast<Action>(pool_.size()); }
  std::size_t dimension() const override { return environment_.dimension(); }
  std::size_t hidden_dimension() const override { return environment_.hidden_dimension(); }
  bool has_sparse_contexts() const override { return environment_.has_sparse_contexts(); }
  RewardRange rewards() const override { return environment_.rewards(); }

  /// Throws std::logic_error if the environment has a different pool there.
  void observe(std::uint64_t step) override;
  Context context() const override { return environment_.context(); }
  double reward(Action action) const override { return environment_.reward(pool_[action]); }
  double expected_reward(const Context& context, Action action,
                         Knowledge knowledge) const override {
    return environment_.expected_reward(context, pool_[action], knowledge);
  }
  bool has_delays() const override { return environment_.has_delays(); }
  Feedback feedback(Action action) const override { return environment_.feedback(pool_[action]); }

 private:
  Environment& environment_;
  std::vector<Action> pool_;
  std::vector<Action> sorted_;
  std::uint64_t first_;
  std::uint64_t stride_;
};

}  // namespace replaybench::estimation
