#pragma once
// The context of a decision.

#include <cstddef>
#include <cstdint>
#include <span>

#include "suite/model/action_features.hpp"

namespace replaybench {

/// The data that are known when an action is chosen. A view.
///
/// `values` are the features that a learner sees (the constant feature, where there is one, is
/// last). They are always there, all of them; a sparse context says besides which of them are not
/// zero, so that an algorithm can pass over the others. `hidden` is what only the simulator knows
/// (the synthetic model's signal without its noise, say): empty for a real log, and read by nothing
/// but the policies that stand for an oracle. Where single actions have features of their own, the context has
/// them too (`action_features`).
class Context {
 public:
  Context() = default;
  explicit Context(std::span<const double> values, std::span<const double> hidden = {})
      : values_(values), hidden_(hidden) {}
  /// `active`: the increasing indices of the features that are not zero (at night, none).
  static Context sparse(std::span<const double> values, std::span<const std::uint32_t> active,
                        std::span<const double> hidden = {}) {
    Context context(values, hidden);
    context.active_ = active;
    context.sparse_ = true;
    return context;
  }

  std::size_t size() const { return values_.size(); }
  double operator[](std::size_t i) const { return values_[i]; }
  std::span<const double> values() const { return values_; }
  std::span<const double> hidden() const { return hidden_; }
  bool is_sparse() const { return sparse_; }
  /// Increasing indices of the non-zero features of a sparse context; empty for a dense context.
  std::span<const std::uint32_t> active() const { return active_; }

  /// Gives the context a set of features of actions, which must outlive it.
  void set_action_features(const ActionFeatures& features, std::uint32_t set) {
    action_features_ = &features;
    action_set_ = set;
  }
  /// Gives it those of another context, if that has any.
  void take_action_features(const Context& other) {
    action_features_ = other.action_features_;
    action_set_ = other.action_set_;
  }
  bool has_action_features() const { return action_features_ != nullptr; }
  /// The features of one action; all 0 where nothing is known of it.
  SparseRow action_features(Action action) const {
    return action_features_ ? action_features_->of(action_set_, action) : SparseRow{};
  }

 private:
  std::span<const double> values_;
  std::span<const double> hidden_;
  std::span<const std::uint32_t> active_;
  bool sparse_ = false;
  std::uint32_t action_set_ = 0;
  const ActionFeatures* action_features_ = nullptr;
};

}  // namespace replaybench
