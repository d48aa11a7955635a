#pragma once
// The environment that a twin of a log was drawn from, to be played live: the log's contexts, each
// once, in a random order, with rewards from the model of the log.

#include "evaluators/select_bandwidth/methods.hpp"
#include "suite/estimation/linear_reward_model.hpp"

namespace replaybench::evaluators::select_bandwidth {

/// Needs the log and the model alive, and steps below the log's size.
class TwinEnvironment final : public Environment {
 public:
  TwinEnvironment(const Log& log, const estimation::LinearRewardModel& model, StreamKey order,
                  StreamKey rewards)
      : log_(log),
        model_(model),
        contexts_(log),
        order_(random_order(log.size(), order)),
        rewards_key_(rewards) {}

  Action action_count() const override { return log_.action_count; }
  std::size_t dimension() const override { return log_.dimension; }
  std::size_t hidden_dimension() const override { return log_.hidden_dimension; }
  bool has_sparse_contexts() const override { return log_.is_sparse(); }
  RewardRange rewards() const override { return model_.rewards(); }
  bool has_pools() const override { return log_.has_pools(); }

  void observe(std::uint64_t step) override {
    step_ = step;
    context_ = contexts_[order_.at(step)];
  }
  Context context() const override { return context_; }
  ActionSet actions() const override { return log_.available(order_.at(step_)); }
  double reward(Action action) const override {
    Draws draws(rewards_key_, step_);
    return model_.draw(context_, action, draws);
  }
  double expected_reward(const Context& context, Action action, Knowledge) const override {
    return model_.expected(context, action);
  }

 private:
  const Log& log_;
  const estimation::LinearRewardModel& model_;
  ContextReader contexts_;
  std::vector<std::uint32_t> order_;
  StreamKey rewards_key_;
  std::uint64_t step_ = 0;
  Context context_;
};

}  // namespace replaybench::evaluators::select_bandwidth
