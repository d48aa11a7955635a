#pragma once
// Three ways to cut a continuous feature into the values of a discrete one, each from the
// feature's first values.
//
// Source: thesis section 2.4.2 (p. 49): EM, cutting values, groups. The thesis looked at 60 records
// that it had before the start; here the algorithm looks at the first 64 values that it learns from
// (thesis, section 2.4.2, p. 49, for EM), one feature each, missing values apart. Until then all
// the values of a feature have one weight together.
//
// A cut c parts x < c from x >= c; n increasing cuts make n + 1 buckets.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace replaybench::algorithms::ad_predictor {

/// Values of a feature that are seen before it is cut.
inline constexpr std::size_t first_values = 64;

enum class Discretiser { groups, em, cuts };

/// EM: a mixture of five Gaussians, cut where one becomes less likely than the next.
///
/// The thesis gives neither the family nor the initialisation. Here: Gaussians with a variance
/// each, at least (range / 1000)^2; means at the quantiles (k + 1/2) / 5 of the *distinct* values,
/// variances (range / 10)^2, equal shares; 30 iterations, or until the likelihood grows by less
/// than 1e-9 a value. Between two neighbouring means the cut is where the weighted densities are
/// equal, by bisection, or halfway if they are not equal in between. Mixtures with fewer distinct
/// values than Gaussians have fewer cuts.
///
/// `sorted`: at most `first_values` finite values; `out`: at least 4 places. Returns the number of
/// cuts, which increase strictly. O(30 * 5 * values); no allocation.
std::size_t em_cuts(std::span<const double> sorted, std::span<double> out);

/// By hand, for each group of features that the thesis saw in its sample (section 2.4.2, p. 49),
/// with the group given by the values:
///   zeros       at least half of the values are 0: buckets of the negatives, of 0, and between the
///               exponential cuts 0.01, 0.1, 1, 10, ..., 10^4
///   all others  one bucket for each peak of the density (of the logarithms if all values are
///               positive and the largest is over 100 times the smallest), and two for values
///               outside the range seen. (The thesis shares one such discretisation among
///               a third of the features, which looked alike.)
/// A feature whose values are all missing has nothing to cut.
/// The density is a sum of Gaussian kernels, half as wide as Silverman's rule (which is for one
/// peak); a peak counts when the valleys at its sides fall below 0.7 of its height.
///
/// `out`: at least 9 places. O(values * 128); no allocation.
std::size_t group_cuts(std::span<const double> sorted, std::span<double> out);

/// The set S_i of candidates for a cut into two buckets: the least value, 18 quantiles of the
/// distinct values, and one beyond the greatest: about 20, "going even out of the observed range"
/// (section 2.4.2, p. 49). `out`: at least 20 places. Fewer if there are fewer distinct values.
std::size_t candidate_cuts(std::span<const double> sorted, std::span<double> out);

/// The most cuts that each makes.
constexpr std::size_t max_cuts(Discretiser kind) {
  return kind == Discretiser::em ? 4 : kind == Discretiser::groups ? 9 : 20;
}

/// The cuts of many features; learns them from the first values.
class FeatureCuts {
 public:
  FeatureCuts(std::size_t features, Discretiser kind);

  /// False until feature i has been cut.
  bool is_cut(std::size_t i) const { return seen_[i] == first_values; }
  /// The bucket of x, 0 .. cuts. Needs is_cut(i).
  std::size_t bucket(std::size_t i, double x) const {
    const double* cuts = cuts_.data() + i * most_;
    std::size_t below = 0;
    for (std::size_t k = 0; k < most_; ++k) below += x >= cuts[k];
    return below;
  }
  /// The parts of all features at once, of x[0], x[1], ...: out[i] is first[i] and bucket(i, x[i]);
  /// or first[i] + most() + 1 if feature i is not cut yet, + most() + 2 if x[i] is `missing`.
  /// Needs em or groups and finite x. O(features most()), four features at a time.
  void parts(std::span<const double> x, double missing, std::span<const std::size_t> first,
             std::span<std::size_t> out) const;
  /// The parts of codes: out[i] is first[i] and x[i] without its fraction; or first[i] + `values` where
  /// x[i] is not in [0, values[, + `values` + 1 if it is `missing`. Needs values < 2^31. O(out), four
  /// at a time.
  static void code_parts(const double* x, std::size_t values, double missing,
                         const std::size_t* first, std::span<std::size_t> out);
  /// The cuts of feature i; +infinity if there are fewer than the most.
  std::span<const double> cuts(std::size_t i) const {
    return std::span(cuts_).subspan(i * most_, most_);
  }
  /// Shows a value of feature i; the last of the first values cuts it. O(1) afterwards.
  void see(std::size_t i, double x) {
    if (seen_[i] < first_values) keep(i, x);
  }
  std::size_t most() const { return most_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(cuts_, values_, seen_);
  }

 private:
  void keep(std::size_t i, double x);

  Discretiser kind_;
  std::size_t most_;
  std::vector<double> cuts_;        // most_ a feature
  std::vector<double> columns_;     // the same, the first cut of every feature first: for parts()
  std::vector<std::size_t> used_;   // columns that have a cut of any of four features
  std::vector<std::size_t> uncut_;  // most_ + 1 for a feature that is not cut yet, then 0
  std::vector<double> values_;      // first_values a feature
  std::vector<std::uint32_t> seen_;
};

}  // namespace replaybench::algorithms::ad_predictor
