#pragma once
// The environment of a twin, for live play: the reward of a learning algorithm that replaces the logging policy.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/model/environment.hpp"
#include "suite/rehearsal/twin.hpp"

namespace replaybench::rehearsal {

/// Each step a context of the log, drawn with replacement, with rewards as on the twin. Steps are unlimited. Needs its
/// arguments alive.
class TwinWorld final : public Environment {
 public:
  TwinWorld(const RehearsedLog& log, const TwinMaker& maker, const Twin& twin, StreamKey key);

  Action action_count() const override { return log_.action_count; }
  std::size_t dimension() const override { return log_.dimension; }
  std::size_t hidden_dimension() const override { return log_.hidden_dimension; }
  bool has_sparse_contexts() const override { return log_.is_sparse(); }
  RewardRange rewards() const override { return rewards_; }
  bool has_pools() const override { return log_.has_pools(); }
  void observe(std::uint64_t step) override;
  Context context() const override { return context_; }
  ActionSet actions() const override { return log_.available(record_); }
  double reward(Action action) const override;
  /// Expected reward in the current context; `context` and the knowledge are not used.
  double expected_reward(const Context& context, Action action, Knowledge) const override;

 private:
  const Log& log_;
  const TwinMaker& maker_;
  const Twin& twin_;
  RewardRange rewards_;
  ContextReader contexts_;
  StreamKey records_key_, rewards_key_;
  std::uint64_t step_ = 0;
  std::uint32_t record_ = 0;
  Context context_;
};

/// Mean expected reward of a step of each algorithm, over `plays` live plays of as many steps as the log has records; NaN
/// if its model breaks down. All algorithms meet the same contexts. Throws as make_agent. O(plays n algorithms) choices.
std::vector<double> live_values(const RehearsedLog& log, const TwinMaker& maker, const Twin& twin,
                                std::span<const Component<AlgorithmDescription>> algorithms,
                                std::uint64_t plays, StreamKey key);

}  // namespace replaybench::rehearsal
