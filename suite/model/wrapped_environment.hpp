#pragma once
// An environment made of another one, as which it behaves but where a function is overridden.

#include <memory>
#include <utility>

#include "suite/model/environment.hpp"

namespace replaybench {

/// Forwards everything to the environment that it owns.
class WrappedEnvironment : public Environment {
 public:
  /// `inner` is not null.
  explicit WrappedEnvironment(std::unique_ptr<Environment> inner) : inner_(std::move(inner)) {}

  Action action_count() const override { return inner_->action_count(); }
  std::size_t dimension() const override { return inner_->dimension(); }
  std::size_t hidden_dimension() const override { return inner_->hidden_dimension(); }
  bool has_sparse_contexts() const override { return inner_->has_sparse_contexts(); }
  RewardRange rewards() const override { return inner_->rewards(); }
  bool has_pools() const override { return inner_->has_pools(); }
  std::uint64_t length() const override { return inner_->length(); }
  void observe(std::uint64_t step) override { inner_->observe(step); }
  Context context() const override { return inner_->context(); }
  ActionSet actions() const override { return inner_->actions(); }
  double reward(Action action) const override { return inner_->reward(action); }
  double expected_reward(const Context& context, Action action,
                         Knowledge knowledge) const override {
    return inner_->expected_reward(context, action, knowledge);
  }
  bool has_delays() const override { return inner_->has_delays(); }
  Feedback feedback(Action action) const override { return inner_->feedback(action); }

 protected:
  const Environment& inner() const { return *inner_; }

 private:
  std::unique_ptr<Environment> inner_;
};

}  // namespace replaybench
