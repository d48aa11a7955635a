#pragma once
// Random forests, grown by OpenCV 4.6 (ml::RTrees) and copied, so that a prediction allocates nothing
// and is a walk through plain arrays. Source: Breiman 2001.
//
// OpenCV draws from a generator of the thread, which is set from `seed` before each forest. Features
// are compared as floats. One thread: the result is the same on every run.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace replaybench::learning {

struct ForestOptions {
  std::uint32_t trees = 100;
  std::uint32_t depth = 10;
  std::uint32_t leaf = 5;      ///< examples below which a node is not split
  std::uint32_t features = 0;  ///< tried at a node; 0 means the root of their number
  std::uint64_t seed = 0;
};

/// Training examples of a forest.
struct ForestExamples {
  std::size_t dimension = 0;    ///< 1 at least
  std::vector<float> features;  ///< targets.size() x dimension, row by row
  std::vector<double> targets;  ///< a real number, or a class: a whole number from 0 on

  /// One more; `x` has `dimension` numbers.
  void add(std::span<const double> x, double target) {
    for (const double value : x) features.push_back(static_cast<float>(value));
    targets.push_back(target);
  }
};

/// A node of a tree; a leaf has feature = -1.
struct TreeNode {
  std::int32_t feature = -1;
  float threshold = 0;  ///< left where the feature is not above it
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  double value = 0;  ///< a leaf's: the class, or the mean target

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(feature, threshold, left, right, value);
  }
};

/// The trees of one forest.
struct Forest {
  std::vector<TreeNode> nodes;
  std::vector<std::uint32_t> roots;

  /// The leaf's value in the tree of this root. O(depth).
  double value(std::uint32_t root, std::span<const double> x) const;
  /// The sum of the trees' values. O(trees depth).
  double sum(std::span<const double> x) const;

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(nodes, roots);
  }
};

/// Grows a forest on the examples. `classify`: targets are classes, of which there are two at least;
/// else not all targets are 0. `predictions`, if given, becomes what OpenCV itself predicts for
/// each example (tests). Throws NotApplicable in a build without OpenCV. O(trees examples log(examples) features).
Forest grow_forest(const ForestExamples& examples, bool classify, const ForestOptions& options,
                   std::vector<float>* predictions = nullptr);

}  // namespace replaybench::learning
