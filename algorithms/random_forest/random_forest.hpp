#pragma once
// Random forests as a recommendation policy.
//
// Source: thesis table 4.1 (section 4.5, p. 117, "RF"; Breiman 2001), which finds them best;
// library and parameters are not stated there. The trees: suite/learning/forest.hpp.
//
//   scheme = clicks       one forest on the rewarded records, the classes being the actions; the
//   score
//                         of an action is the number of its trees' votes
//            regressors   one regression forest an action on its own records; the score is its mean
//                         prediction of the reward
//   The thesis calls the third, all, impossible with random forests (figure B.1, appendix B.4,
//   p. 242).

#include "suite/component/registry.hpp"
#include "suite/learning/forest.hpp"
#include "suite/learning/training_rows.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::random_forest {

struct Options {
  learning::Scheme scheme = learning::Scheme::clicks;  ///< clicks or regressors
  learning::ForestOptions forest;
};

/// The examples of a task, for a forest.
learning::ForestExamples examples_of(const learning::TrainingRows& rows,
                                     const learning::ActionTask& task);

class RandomForest : public learning::ScoredPolicy<RandomForest> {
 public:
  RandomForest(Action action_count, const Options& options)
      : options_(options), learnt_(action_count), scores_(action_count) {}

  /// Rewards 0 and 1. O(trees examples log(examples) features).
  void train(const Log& log);
  /// O(trees depth), for regressors times K.
  auto scores(const Context& context, const ActionSet& actions) const {
    score_all(context, actions);
    return [this](Action action) { return scores_[action]; };
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(learnt_, forests_);
  }

 private:
  void score_all(const Context& context, const ActionSet& actions) const;

  Options options_;
  std::vector<std::uint8_t> learnt_;
  std::vector<learning::Forest> forests_;  // one, or one per action
  mutable std::vector<double> scores_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::random_forest
