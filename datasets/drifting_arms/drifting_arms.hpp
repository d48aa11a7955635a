#pragma once
// Bernoulli arms whose means change with time: at step t arm a pays 1 with probability mu_a(t),
// else 0. No context.
//
// Source: thesis, section 1.4.2 (p. 17; dynamic bandit problems, "the reward distribution can
// evolve"); the abrupt kind is the switching bandit of Garivier, Moulines, ALT 2011, the smooth
// kind the slowly varying one of Combes, Proutiere, ICML 2014. The shapes of the curves are ours.
//
//   abrupt   mu_a(t) = lowest + (highest - lowest) U_{a, floor(t / period)}
//   smooth   mu_a(t) = lowest + (highest - lowest) (1 + sin(2 pi (t / period + U_a))) / 2
// The U are uniform numbers of the model's stream: two environments with one model, live and
// logged, have the same curves. Any step can be asked for in any order, O(1).
//
// `expected_reward` is that of the observed step, as `Environment` allows. An oracle that asks a
// environment which observes nothing (best_policy) knows the means of step 0 forever: here it is
// not the best policy. One uniform number a step serves all arms (see bernoulli_arms); the context
// is the constant feature 1 alone.

#include <cstdint>
#include <vector>

#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::drifting_arms {

enum class Drift { abrupt, smooth };

class DriftingArms final : public Environment {
 public:
  /// `arms` >= 1; 0 <= `lowest` <= `highest` <= 1; `period` >= 1 steps.
  DriftingArms(Action arms, Drift kind, double lowest, double highest, std::uint64_t period,
               StreamKey model, StreamKey environment);

  Action action_count() const override { return static_cast<Action>(means_.size()); }
  std::size_t dimension() const override { return 1; }
  /// O(arms) where means change, O(1) elsewhere.
  void observe(std::uint64_t step) override;
  Context context() const override { return Context(constant_); }
  double reward(Action action) const override { return uniform_ < means_[action] ? 1 : 0; }
  /// The mean at the observed step.
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return means_[action];
  }

 private:
  void set_means(std::uint64_t step);

  static constexpr double constant_[1] = {1};
  Drift kind_;
  double lowest_;
  double highest_;
  std::uint64_t period_;
  StreamKey model_;
  StreamKey environment_;
  std::vector<double> phases_;  // smooth: one an arm
  std::vector<double> means_;   // at the observed step; before any, at step 0
  std::uint64_t segment_ = 0;   // abrupt: of which the means are
  double uniform_ = 0;
};

}  // namespace replaybench::datasets::drifting_arms
