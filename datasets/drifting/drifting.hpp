#pragma once
// Another simulator whose tastes change with time: what pleased those who were shown action a
// comes to please those who are shown another one. Contexts do not change.
//
// Source: thesis, sections 1.4.2 (p. 17; dynamic bandit problems) and 2.7 (p. 67; PerceptronUCB and
// changes of the reward distributions). Abrupt: the switching bandit of Garivier, Moulines, ALT
// 2011. Linear and seasonal: the transitions and the swaps of Open Bandit Pipeline's
// CoefficientDrifter, here for any simulator. That the actions change places is ours.
//   t          step; s = floor(t / period), f = t / period - s
//   R_i(a)     the inner reward of action (a + i) mod K
//   kind       taste of step t
//   abrupt     R_s
//   linear     R_{s+1} with probability f, else R_s: every mean is a broken line
//   seasonal   R_1 with probability (1 - cos(2 pi f)) / 2, else R_0
// and R_0, the simulator as it is, with probability 1 - `share`. So share = 0 is the simulator
// itself, bit for bit, and every kind begins as it. One uniform number a step decides for all
// actions. Any step can be asked for in any order, O(1).
//
// `expected_reward` is that of the observed step, over the draw of the taste, as `Environment`
// allows. An oracle that asks an environment which observes nothing (best_policy) knows the tastes
// of step 0 forever.

#include <memory>

#include "suite/model/wrapped_environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::drifting {

enum class TasteDrift { abrupt, linear, seasonal };

struct DriftOptions {
  TasteDrift kind = TasteDrift::abrupt;
  std::uint64_t period = 1000;  ///< steps; >= 1
  double share = 1;             ///< of the steps that drift, in [0, 1]
};

class DriftingTastes final : public WrappedEnvironment {
 public:
  /// Throws SpecErrors when `inner` has pools, or delays (they go outside).
  DriftingTastes(std::unique_ptr<Environment> inner, DriftOptions options, StreamKey tastes);

  void observe(std::uint64_t step) override;
  double reward(Action action) const override { return inner().reward(moved(action, drawn_)); }
  double expected_reward(const Context& context, Action action, Knowledge knowledge) const override;

 private:
  // (action + shift) mod K; shift < K.
  Action moved(Action action, Action shift) const;
  void set_tastes(std::uint64_t step);

  DriftOptions options_;
  StreamKey tastes_;
  Action old_ = 0;       // shift of the tastes that fade
  Action new_ = 0;       // and of those that come
  double new_part_ = 0;  // their probability, given that the step drifts
  Action drawn_ = 0;     // shift of the observed step
};

}  // namespace replaybench::datasets::drifting
