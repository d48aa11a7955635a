#pragma once
// Statistics of a leaf's records, and the best split of the leaf.
//
// Source: Domingos, Hulten, KDD 2000 (information gain); Pfahringer, Holmes, Kirkby, PAKDD 2008
// (numeric features: a normal distribution per class, ten thresholds between the extremes).

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace replaybench::algorithms::hoeffding_tree {

/// Weight, mean and spread of one feature over the records of one class.
struct FeatureMoments {
  double weight = 0;
  double mean = 0;
  double squares = 0;  ///< sum of weighted squared deviations from the mean

  void add(double value, double by);
  /// The weight that a normal distribution of these moments has up to `threshold`; with no spread
  /// all or nothing.
  double weight_up_to(double threshold) const;

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(weight, mean, squares);
  }
};

/// One feature at a leaf: class 0 is no reward, class 1 a reward of 1.
struct FeatureRecord {
  std::array<FeatureMoments, 2> classes;
  double lowest = 0;
  double highest = 0;

  /// A record of this value, of weight `reward` in class 1 and 1 - reward in class 0.
  void add(double value, double reward, bool first);

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(classes[0], classes[1], lowest, highest);
  }
};

/// A way to divide the records of a leaf: left if the feature is not above the threshold.
struct Split {
  double gain = 0;  ///< information, in bits
  double threshold = 0;
  std::array<double, 2> left{};   ///< weight of each class that is expected there
  std::array<double, 2> right{};  ///< likewise
};

/// H of two classes of these weights, in bits; 0 if one is empty.
double entropy(double first, double second);

/// The best of `thresholds` splits of the feature, evenly spaced between its extremes; a gain of 0
/// if there is none. O(thresholds).
Split best_split(const FeatureRecord& feature, std::uint32_t thresholds);

/// epsilon = sqrt(R^2 ln(1 / delta) / (2 n)), R = 1 bit: the Hoeffding bound of a mean gain.
double hoeffding_bound(double delta, double n);

}  // namespace replaybench::algorithms::hoeffding_tree
