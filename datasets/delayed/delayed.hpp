#pragma once
// Another simulator whose rewards reach the learner late, in batches, or not at all. What is earned
// at a step does not change; what the learner sees of it, and when, does.
//
// Source: thesis, sections 1.4.2 (p. 17: rewards may be delayed, lost, or arrive in batches) and
// 1.4.3 (choose and update apart). Joulani, Gyorgy, Szepesvari, ICML 2013 (any delay, as a black
// box); Chapelle, Li, NIPS 2011, section 5 (batches); Vernade, Cappe, Perchet, UAI 2017 (censored
// conversions). The delay by reward is that of Open Bandit Pipeline's sampler, with the reward for
// its mean and a geometric distribution for an exponential one.
//   t    step
//   r    reward earned at t
//   d    delay in steps: the reward is seen after the choice of step t + d, so d = 0 is no delay
//   G(m) geometric distribution on 0, 1, 2, ... with mean m
//   kind      d                                             reward seen
//   fixed     delay                                         r
//   geometric G(delay)                                      r
//   by_reward G(delay + (rewarded_delay - delay) r)         r, in [0, 1]
//   censored  a reward that is not 0: G(delay) if that is
//             at most window, else window                   r, else 0
//             a reward of 0: window                         0
// Then, in batches of `batch` > 1 steps, t + d is moved to the last step of its batch; and with
// probability `lost` nothing is seen. Delay 0 (and window 0, batch 1, lost 0) is the simulator
// itself, bit for bit.
//
// Two uniform numbers a step, the same for every action. A log of this data set has every reward
// at its record: an evaluator that reads logs knows of no delay, and estimates the value without
// it. The one that does is delayed_replay, with a fixed delay and batches of its own.

#include <memory>

#include "suite/model/wrapped_environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::delayed {

enum class DelayKind { fixed, geometric, by_reward, censored };

struct DelayOptions {
  DelayKind kind = DelayKind::fixed;
  double delay = 0;           ///< steps; >= 0
  double rewarded_delay = 0;  ///< steps; >= 0
  std::uint64_t window = 0;   ///< steps
  std::uint64_t batch = 1;    ///< steps; >= 1
  double lost = 0;            ///< probability
};

class DelayedRewards final : public WrappedEnvironment {
 public:
  /// Throws SpecErrors when `inner` has delays of its own, a fixed delay is no whole number, or the
  /// kind needs rewards in [0, 1] and `inner` has others.
  DelayedRewards(std::unique_ptr<Environment> inner, DelayOptions options, StreamKey delays);

  void observe(std::uint64_t step) override;
  bool has_delays() const override { return true; }
  Feedback feedback(Action action) const override;

 private:
  Feedback undisturbed(double reward) const;

  DelayOptions options_;
  StreamKey delays_;
  std::uint64_t step_ = 0;
  double uniform_ = 0;
  bool lost_ = false;
};

}  // namespace replaybench::datasets::delayed
