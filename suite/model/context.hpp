#pragma once

#include <cstddef>
#include <span>

namespace replaybench {

/// What is known when an action is chosen. A view.
///
/// `values` are the features that a learner sees (dense; the constant feature, where there is one,
/// is last). `hidden` is what only the simulator knows (the synthetic model's signal without its
/// noise, say): empty for a real log, and read by nothing but the policies that stand for an
/// oracle.
class Context {
 public:
  Context() = default;
  explicit Context(std::span<const double> values, std::span<const double> hidden = {})
      : values_(values), hidden_(hidden) {}

  std::size_t size() const { return values_.size(); }
  double operator[](std::size_t i) const { return values_[i]; }
  std::span<const double> values() const { return values_; }
  std::span<const double> hidden() const { return hidden_; }

 private:
  std::span<const double> values_;
  std::span<const double> hidden_;
};

}  // namespace replaybench
