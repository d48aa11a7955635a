#pragma once
// EMP, Estimated Most Popular: serves the action whose mean reward, estimated in a random bucket of
// the visits, is highest.
//
// Source: Li, Chu, Langford, Wang, "Unbiased offline evaluation of contextual-bandit-based news
// article recommendation algorithms", WSDM 2011, section 4.3.
//
//   paper                        here
//   random exploration bucket    ExplorationBucket (exploration_bucket.hpp), a share epsilon
//   estimated CTR of an article  mean reward of the action in the bucket
//   EMP bucket                   the other visits
//
// Exact differences from epsilon_greedy:
//   - the estimates come from the random bucket only (learn_from = bucket): they are means of
//     uniform samples, biased by no choice of the algorithm, and learn at rate epsilon / K each.
//     epsilon_greedy learns from every reward, mostly from those of the action it prefers.
//   - which visits explore is a fixed rotation, a share of epsilon exactly; epsilon_greedy tosses a
//     coin at each choice.
//   - an action without an estimate is not served (its estimate counts as -infinity), the bucket
//     will find it; epsilon_greedy tries it at once (+infinity). Where no available action has an
//     estimate, ties decide.
// With learn_from = all the first difference is gone, the others stay.
//
// The paper gives no formula for the estimate, no share for the bucket, and refreshes its models
// with a delay; here the estimate is the mean, renewed at once.

#include <span>

#include "suite/learning/estimated_rates.hpp"
#include "suite/learning/exploration_bucket.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::emp {

class Emp {
 public:
  static constexpr bool uses_contexts = false;

  Emp(Action action_count, const learning::BucketOptions& options)
      : bucket_(options), rates_(1, action_count) {}

  /// O(K).
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return bucket_.choose(actions, draws, [this](Action a) { return rates_(0, a); });
  }
  /// O(1).
  void update(const Context&, Action action, double reward) {
    if (bucket_.teaches()) rates_.add(0, action, reward);
    bucket_.next();
  }
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    bucket_.probabilities(
        actions, [this](Action a) { return rates_(0, a); }, out);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(bucket_, rates_);
  }

 private:
  learning::ExplorationBucket bucket_;
  learning::EstimatedRates rates_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::emp
