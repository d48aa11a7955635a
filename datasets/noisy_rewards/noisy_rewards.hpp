#pragma once
// Another data set whose rewards are made rare and uncertain, as clicks are: an action that would
// have paid 1 pays 1 with probability p1, one that would have paid 0 with probability p0.
//
// Source: the conversion of a classification set to a click log (Dudik, Langford, Li, ICML 2011,
// section 4, where p1 = 1 and p0 = 0), so that classify-to-recommend (thesis appendix B) can be run
// on public data with the click rates of the thesis's news.
//   r      reward of the inner environment, 0 or 1
//   u      one uniform number a step, which serves all actions
//   a      action; offset_a = offsets[a], 0 beyond the list
//   r'     1 if u < p0 + (p1 - p0) r + offset_a, else 0
// So E[r' | x, a] = p0 + (p1 - p0) E[r | x, a] + offset_a. Without offsets every policy is worth
// p0 + (p1 - p0) times what it was worth, exactly; of a classification set with K classes
//   the policy that is right with probability acc    p0 + (p1 - p0) acc
//   uniform logging                                  (p1 + (K - 1) p0) / K
//   P(class = action | r' = 1)                       p1 / (p1 + (K - 1) p0)
// Offsets make some actions better for any context: the larger the best one's, the less there
// is to gain from the context (thesis table 4.1).

#include <memory>
#include <vector>

#include "suite/model/enumerable_environment.hpp"
#include "suite/model/wrapped_environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::noisy_rewards {

struct NoisyRewardOptions {
  double p1 = 1;
  double p0 = 0;
  std::vector<double> offsets;
};

class NoisyRewards : public WrappedEnvironment {
 public:
  /// `inner` has rewards 0 and 1. Throws SpecErrors if it has others, has delays (they go
  /// outside), has fewer actions than there are offsets, or a probability leaves [0, 1].
  NoisyRewards(std::unique_ptr<Environment> inner, NoisyRewardOptions options,
               StreamKey environment);

  void observe(std::uint64_t step) override;
  double reward(Action action) const override {
    return uniform_ < probability(inner().reward(action), action) ? 1 : 0;
  }
  double expected_reward(const Context& context, Action action,
                         Knowledge knowledge) const override {
    return probability(inner().expected_reward(context, action, knowledge), action);
  }

 protected:
  /// P(r' = 1) where the inner reward is 1 with probability `inner`.
  double probability(double inner, Action action) const {
    return options_.p0 + (options_.p1 - options_.p0) * inner +
           (action < options_.offsets.size() ? options_.offsets[action] : 0);
  }

 private:
  NoisyRewardOptions options_;
  StreamKey noise_;
  double uniform_ = 0;
};

/// NoisyRewards over an EnumerableEnvironment, which stays enumerable.
class EnumerableNoisyRewards final : public NoisyRewards, public EnumerableEnvironment {
 public:
  /// `inner` is an EnumerableEnvironment.
  EnumerableNoisyRewards(std::unique_ptr<Environment> inner, NoisyRewardOptions options,
                         StreamKey environment);

  std::size_t context_count() const override { return distribution_.context_count(); }
  Context context_at(std::size_t i) const override { return distribution_.context_at(i); }
  double context_probability(std::size_t i) const override {
    return distribution_.context_probability(i);
  }
  double reward_probability(std::size_t i, Action action) const override {
    return probability(distribution_.reward_probability(i, action), action);
  }

 private:
  const EnumerableEnvironment& distribution_;
};

}  // namespace replaybench::datasets::noisy_rewards
