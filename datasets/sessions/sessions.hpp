#pragma once
// Another simulator whose records come in sessions: `size` successive steps have one context, and one draw of
// the rewards of all actions. The actions of a log are drawn at each step as before.
//
// Source: our design, the strongest dependence that a session can have: two of its records with the same
// action have the same reward. Intervals that take its records as independent are too narrow; those by
// cluster are of floor(step / size).

#include <cstdint>
#include <memory>
#include <utility>

#include "suite/model/wrapped_environment.hpp"

namespace replaybench::datasets::sessions {

class Sessions final : public WrappedEnvironment {
 public:
  /// `size` is at least 1.
  Sessions(std::unique_ptr<Environment> inner, std::uint64_t size)
      : WrappedEnvironment(std::move(inner)), size_(size) {}

  std::uint64_t length() const override { return WrappedEnvironment::length() * size_; }
  void observe(std::uint64_t step) override { WrappedEnvironment::observe(step / size_); }

 private:
  std::uint64_t size_;
};

}  // namespace replaybench::datasets::sessions
