#pragma once
// The context of a decision.

#include <cstddef>
#include <cstdint>
#include <span>

#include "suite/model/action_features.hpp"

namespace replaybench {

/// The data that are known when an action is chosen. A view.
///
/// `values` are all features that a learning algorithm sees; the constant feature, if there is one, is
/// last. A sparse context also lists the features that are not zero, so that an algorithm can skip the
/// others. `hidden` is known only to the simulator (for example the synthetic model's signal without
/// its noise); it is empty for a real log, and only oracle policies read it. If single actions have
/// features, the context has them too (`action_features`).
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
  /// Takes the action features of another context, if it has any.
  void take_action_features(const Context& other) {
    action_features_ = other.action_features_;
    action_set_ = other.action_set_;
  }
  bool has_action_features() const { return action_features_ != nullptr; }
  /// The features of one action; all 0 if they are unknown.
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
