#pragma once
// A Hoeffding tree of the reward for each action, grown record by record; plays the action with the
// highest mean reward in its leaf, with probability epsilon a uniform one.
//
// Source: thesis, section 5.13 (p. 201), which asks how expansion suits trees and describes none;
// Domingos, Hulten, "Mining high-speed data streams", KDD 2000, table 1 (VFDT).
//
//   paper          here
//   classes        reward 1 or 0; a reward between them counts as both, by its size
//   n_min          grace        records of a leaf between two looks at its splits
//   delta, tau     delta, tie
//   G(X_a)         Split::gain  information gain of the best threshold of a feature
//   X_0            a gain of 0: not to split is among the candidates
//
// A leaf is split on the feature a when G(X_a) - G(X_b) > epsilon, b the second best of features and
// X_0, or when epsilon < tau and G(X_a) > 0; epsilon is the Hoeffding bound of the leaf's records.
// That bound takes records for independent: copies of a record make it too small, and the tree
// splits on noise.
//
// Deviations from the print:
//   - features are numbers: normal distributions by class and ten thresholds, as Pfahringer, Holmes,
//     Kirkby, PAKDD 2008 (the paper has symbols). For features of two values this is an estimate
//     where counts would be exact.
//   - one tree per action, as the other learners here have one model per action; the prediction is
//     the mean reward. A new leaf begins with the counts that its split expects there, as VFDT does.
//   - `splits` bounds the splits of all trees together, so that memory is known in advance (the paper
//     deactivates leaves). Afterwards leaves learn only their means.
//   - the paper has delta = 1e-7, tau = 5 %, n_min = 200, for millions of records; the defaults here
//     are for thousands.
//   - an action without a reward comes first.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/hoeffding_tree/split.hpp"
#include "suite/component/registry.hpp"
#include "suite/learning/epsilon_choice.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::hoeffding_tree {

struct Options : learning::EpsilonChoice {
  double delta = 0.05;         ///< in (0, 1)
  double tie = 0.2;            ///< >= 0
  std::uint32_t grace = 20;    ///< >= 1
  std::uint32_t splits = 100;  ///< of all trees together
};

/// Copies are independent. All memory is allocated by the constructor: about 64 d + 80 bytes for
/// each of K + splits leaves.
class HoeffdingTree {
 public:
  HoeffdingTree(Action action_count, std::size_t dimension, const Options& options);

  /// O(pool depth).
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return options_.choose(actions, draws, [&](Action a) { return score(context, a); });
  }
  /// O(pool depth).
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    options_.probabilities(
        actions, [&](Action a) { return score(context, a); }, out);
  }
  /// `reward` in [0, 1]. O(d + depth), and O(10 d) at each look at the splits. Throws
  /// NumericalFailure when the spread of a feature overflows.
  void update(const Context& context, Action action, double reward);

  /// The mean reward of the leaf; 0 before the first reward. O(depth).
  double predicted_reward(const Context& context, Action action) const {
    const Leaf& leaf = leaves_[leaf_of(context, action)];
    return leaf.count > 0 ? leaf.reward / leaf.count : 0;
  }
  /// Number of splits in all trees.
  std::size_t split_count() const { return leaf_count_ - trained_.size(); }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(nodes_, leaves_, features_, trained_, node_count_, leaf_count_);
  }

 private:
  struct Node {
    std::int32_t feature = -1;  // -1: a leaf
    double threshold = 0;
    std::uint32_t left = 0;  // of a leaf: its number in leaves_
    std::uint32_t right = 0;

    template <class Visitor>
    void visit_state(Visitor&& visit) const {
      visit(feature, threshold, left, right);
    }
  };
  struct Leaf {
    double count = 0;  // expected by the split that made it, and records
    double reward = 0;
    std::uint32_t node = 0;
    std::uint32_t records = 0;  // of its own

    template <class Visitor>
    void visit_state(Visitor&& visit) const {
      visit(count, reward, node, records);
    }
  };

  std::size_t leaf_of(const Context& context, Action action) const {
    const Node* node = &nodes_[action];
    while (node->feature >= 0) {
      const double value = context[static_cast<std::size_t>(node->feature)];
      node = &nodes_[value <= node->threshold ? node->left : node->right];
    }
    return node->left;
  }
  double score(const Context& context, Action action) const {
    return trained_[action] ? predicted_reward(context, action)
                            : std::numeric_limits<double>::infinity();
  }
  std::span<FeatureRecord> features_of(std::size_t leaf) {
    return std::span(features_).subspan(leaf * dimension_, dimension_);
  }
  void consider_splits(std::size_t leaf);
  void divide(std::size_t leaf, std::size_t feature, const Split& split);

  Options options_;
  std::size_t dimension_;
  std::vector<Node> nodes_;  // the first K are the roots
  std::vector<Leaf> leaves_;
  std::vector<FeatureRecord> features_;  // d each leaf
  std::vector<std::uint8_t> trained_;    // an action each
  std::size_t node_count_;
  std::size_t leaf_count_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::hoeffding_tree
