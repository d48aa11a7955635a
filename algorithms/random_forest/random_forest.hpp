#pragma once
// Random forests as a recommendation policy.
//
// Source: thesis table 4.1 (section 4.5, p. 117, "RF"; Breiman 2001), which finds them best;
// library and parameters are not stated there. The trees are grown by OpenCV 4.6 (ml::RTrees); they
// are then copied here, so that a choice allocates nothing and is a walk through plain arrays.
//
//   scheme = clicks       one forest on the rewarded records, the classes being the actions; the
//   score
//                         of an action is the number of its trees' votes
//            regressors   one regression forest an action on its own records; the score is its mean
//                         prediction of the reward
//   The thesis calls the third, all, impossible with random forests (figure B.1, appendix B.4,
//   p. 242).
//
// OpenCV draws from a generator of the thread, which is set from `seed` before each forest.
// Features are compared as floats. One thread: the result is the same on every run.

#include "suite/component/registry.hpp"
#include "suite/learning/training_rows.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::random_forest {

struct Options {
  learning::Scheme scheme = learning::Scheme::clicks;  ///< clicks or regressors
  std::uint32_t trees = 100;
  std::uint32_t depth = 10;
  std::uint32_t leaf = 5;      ///< examples below which a node is not split
  std::uint32_t features = 0;  ///< tried at a node; 0: the root of their number
  std::uint64_t seed = 0;
};

/// A node of a tree; a leaf has feature = -1.
struct Node {
  std::int32_t feature = -1;
  float threshold = 0;  ///< left where the feature is not above it
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  double value = 0;  ///< a leaf's: the class, or the mean reward

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(feature, threshold, left, right, value);
  }
};

/// The trees of one forest.
struct Forest {
  std::vector<Node> nodes;
  std::vector<std::uint32_t> roots;

  /// The leaf's value in the tree of this root.
  double value(std::uint32_t root, std::span<const double> x) const;

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(nodes, roots);
  }
};

/// Grows a forest on the examples. `classify`: targets are classes. The check, where given, is
/// called with what OpenCV itself predicts for each example (tests).
Forest grow(const learning::TrainingRows& rows, const learning::ActionTask& task, bool classify,
            const Options& options, std::vector<float>* predictions = nullptr);

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
  std::vector<Forest> forests_;  // one, or one an action
  mutable std::vector<double> scores_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::random_forest
