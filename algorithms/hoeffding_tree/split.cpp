#include "algorithms/hoeffding_tree/split.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::hoeffding_tree {

void FeatureMoments::add(double value, double by) {
  if (by == 0) return;
  weight += by;
  const double off = value - mean;
  mean += off * by / weight;
  squares += by * off * (value - mean);
}

double FeatureMoments::weight_up_to(double threshold) const {
  if (weight == 0) return 0;
  const double deviation = std::sqrt(std::max(squares / weight, 0.0));
  if (deviation == 0) return mean <= threshold ? weight : 0;
  return weight * numeric::normal_cdf((threshold - mean) / deviation);
}

void FeatureRecord::add(double value, double reward, bool first) {
  lowest = first ? value : std::min(lowest, value);
  highest = first ? value : std::max(highest, value);
  classes[0].add(value, 1 - reward);
  classes[1].add(value, reward);
}

double entropy(double first, double second) {
  if (first <= 0 || second <= 0) return 0;
  const double p = first / (first + second);
  const double q = second / (first + second);
  constexpr double ln_2 = 0.693147180559945309417;
  return -(p * numeric::log(p) + q * numeric::log(q)) / ln_2;
}

Split best_split(const FeatureRecord& feature, std::uint32_t thresholds) {
  Split best;
  const double width = feature.highest - feature.lowest;
  if (!(width > 0)) return best;
  const double none = feature.classes[0].weight;
  const double all = feature.classes[1].weight;
  const double before = entropy(none, all);
  for (std::uint32_t i = 1; i <= thresholds; ++i) {
    Split split;
    split.threshold = feature.lowest + width * i / (thresholds + 1.0);
    for (std::size_t c = 0; c < 2; ++c) {
      split.left[c] = feature.classes[c].weight_up_to(split.threshold);
      split.right[c] = feature.classes[c].weight - split.left[c];
    }
    const double left = split.left[0] + split.left[1];
    const double right = split.right[0] + split.right[1];
    split.gain = before - (left * entropy(split.left[0], split.left[1]) +
                           right * entropy(split.right[0], split.right[1])) /
                              (none + all);
    if (split.gain > best.gain) best = split;
  }
  return best;
}

double hoeffding_bound(double delta, double n) { return std::sqrt(-numeric::log(delta) / (2 * n)); }

}  // namespace replaybench::algorithms::hoeffding_tree
