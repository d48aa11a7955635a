#pragma once
// The context of a decision.

#include <cstddef>
#include <cstdint>
#include <span>

namespace replaybench {

/// The data that are known when an action is chosen. A view.
///
/// `values` are the features that a learner sees (the constant feature, where there is one, is
/// last). They are always there, all of them; a sparse context says besides which of them are not
/// zero, so that an algorithm can pass over the others. `hidden` is what only the simulator knows
/// (the synthetic model's signal without its noise, say): empty for a real log, and read by nothing
/// but the policies that stand for an oracle.
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

 private:
  std::span<const double> values_;
  std::span<const double> hidden_;
  std::span<const std::uint32_t> active_;
  bool sparse_ = false;
};

}  // namespace replaybench
