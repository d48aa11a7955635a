#pragma once
// The current policy with randomness added, so that its log can evaluate other policies.
//
// Source: thesis, section 5.8.1 (p. 169; random exploration; softmax, "drawing an action with a
// probability proportional to its estimated click probability"), sections 5.8.2 (p. 171) and 5.8.3
// (p. 177; the randomisation that minimises the variance of the next evaluation, at a bounded
// cost), theorem 21.
//   epsilon           epsilon, the probability of a uniform action; all kinds mix it in
//   pi                current
//   E[r | x, a]       RewardMoments::mean, a ridge regression for each action (lambda 1)
//   E[r^2 | x, a]     RewardMoments::square
//
// Kinds, each the distribution p_LOG(a | x):
//   epsilon           (1 - epsilon) pi + epsilon / K
//   proportional      (1 - epsilon) (proportional to the mean where that is positive) + epsilon /
//   K: section 5.8.1 (p. 169), exactly
//   softmax           (1 - epsilon) (proportional to exp(mean / temperature)) + epsilon / K: what
//   the word stands for
//   minimum_variance  (1 - epsilon/2) q + epsilon / (2 K), q of least variance for the evaluation
//   of the next policy among
//                     the distributions that let the whole earn, by the model, what `epsilon` would
// q needs to know the next policy. It is taken to be deterministic, and in a context to play the
// current policy's action with probability 1 - epsilon, else any action: over such policies the
// mean of the variance is that of replay* for their mixture (E[p^2] = E[p] where p is 0 or 1), so q
// is theory::minimum_variance_logging_earning with StarEstimator::replay_star. Putting the
// deterministic current policy itself in theorem 21 would log that policy and nothing else. Means
// of squares below 1 % of the context's largest count as that: a regression may give 0 or less.
// Half of epsilon stays uniform because the closed form trusts the model.
//
// In the first round there is no model: every kind is `epsilon`.

#include "evaluators/measures/iterative_improvement/static_policy.hpp"
#include "suite/learning/ridge.hpp"

namespace replaybench::evaluators::iterative_improvement {

/// E[r | x, a] and E[r^2 | x, a] by ridge regressions for each action. Not thread-safe.
class RewardMoments {
 public:
  /// `binary`: r^2 = r, so that one regression does. No features: a constant one.
  RewardMoments(Action action_count, std::size_t dimension, bool binary);

  void learn(const Context& context, Action action, double reward);
  /// The two functions below then speak of this context. O(d).
  void read(const Context& context) const;
  double mean(Action action) const { return means_.mean(action); }
  double square(Action action) const {
    return squares_.empty() ? means_.mean(action) : squares_[0].mean(action);
  }

 private:
  learning::Ridge means_;
  std::vector<learning::Ridge> squares_;  // one, or none for binary rewards
};

enum class Randomisation { epsilon, proportional, softmax, minimum_variance };

struct RandomisationOptions {
  Randomisation kind = Randomisation::epsilon;
  double epsilon = 0.05;     ///< in [0, 1]
  double temperature = 0.1;  ///< > 0; only for softmax
};

class RandomisedPolicy {
 public:
  static constexpr bool learns = false;

  /// `model` may be null, and must not change while this is used.
  RandomisedPolicy(StaticPolicy current, std::shared_ptr<const RewardMoments> model,
                   RandomisationOptions options);

  /// Throws NotApplicable if an action has probability 0. O(K d), minimum_variance O(100 K)
  /// more.
  void probabilities(const Context& context, const ActionSet& actions, std::span<double> out) const;
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const;
  void update(const Context&, Action, double) {}

 private:
  /// Shapes, given the current policy's distribution in `out`; all sum to 1.
  void make_proportional(const ActionSet& actions, std::span<double> out) const;
  void make_softmax(const ActionSet& actions, std::span<double> out) const;
  void make_minimum_variance(const ActionSet& actions, std::span<double> out) const;

  StaticPolicy current_;
  std::shared_ptr<const RewardMoments> model_;
  RandomisationOptions options_;
  mutable std::vector<double> chosen_from_;
  mutable std::vector<double> unchanged_;
  mutable std::vector<double> evaluated_;
  mutable std::vector<double> means_;
  mutable std::vector<double> squares_;
};

}  // namespace replaybench::evaluators::iterative_improvement
