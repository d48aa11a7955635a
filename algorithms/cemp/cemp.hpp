#pragma once
// CEMP, the contextual bandit model of Li et al.: a logistic regression of the reward for each
// action; serves the action of highest predicted rate, and learns from a random bucket of the
// visits.
//
// Source: Li, Chu, Langford, Wang, "Unbiased offline evaluation of contextual-bandit-based news
// article recommendation algorithms", WSDM 2011, section 4.3.
//
// The paper gives neither optimiser, nor regularisation, nor features. The regressions are
// LogR-UCB's (suite/learning/logistic_models.hpp), the bucket EMP's
// (suite/learning/exploration_bucket.hpp). An action without a record would have the prediction 1/2,
// far above any click-through rate. It is therefore not served (its prediction counts as -infinity)
// until the bucket has explored it; if no available action has a record, ties decide.

#include <limits>
#include <span>

#include "suite/learning/exploration_bucket.hpp"
#include "suite/learning/logistic_models.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::cemp {

class Cemp {
  // Logits and rates have the same order.
  auto scores(const Context& context) const {
    return [this, &context](Action a) {
      return models_.learnt(a) > 0 ? models_.logit(context, a)
                                   : -std::numeric_limits<double>::infinity();
    };
  }

 public:
  Cemp(Action action_count, std::size_t dimension, const learning::BucketOptions& bucket,
       const learning::LogisticOptions& logistic)
      : bucket_(bucket), models_(action_count, dimension, logistic) {}

  /// O(K d), less for a sparse context and in the random bucket.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return bucket_.choose(actions, draws, scores(context));
  }
  /// `reward` in [0, 1]. Throws NumericalFailure when the weights overflow.
  void update(const Context& context, Action action, double reward) {
    if (bucket_.teaches()) models_.learn(context, action, reward, "cemp");
    bucket_.next();
  }
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    bucket_.probabilities(actions, scores(context), out);
  }

  const learning::LogisticModels& models() const { return models_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(bucket_, models_);
  }

 private:
  learning::ExplorationBucket bucket_;
  learning::LogisticModels models_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::cemp
