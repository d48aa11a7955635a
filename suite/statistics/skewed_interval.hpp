#pragma once
// The interval of an estimate whose error is skewed, from sums of its records' influences.
//
// Source: P. Hall, "On the removal of skewness by transformation", Journal of the Royal Statistical
// Society B 54, 1992, and N. J. Johnson, "Modified t tests and confidence intervals for asymmetrical
// populations", Journal of the American Statistical Association 73, 1978: the centre, right to second
// order. The width is that of the score interval of an estimate whose variance grows with its value
// at the rate third / second, as those of Poisson and binomial counts do (Wilson 1927). The half
// success and the half failure are the prior of H. Jeffreys (L. D. Brown, T. T. Cai, A. DasGupta,
// "Interval estimation for a binomial proportion", Statistical Science 16, 2001).

#include <cstdint>
#include <span>

#include "suite/numeric/exact_sum.hpp"
#include "suite/statistics/interval.hpp"

namespace replaybench::statistics {

/// Sums over the influences: the parts that independent records, or clusters, have in the error of an
/// estimate. Their own sum is 0.
struct InfluenceSums {
  std::uint64_t count = 0;
  double second = 0;  ///< of squares: the variance of the estimate, except for count / (count - 1)
  double third = 0;   ///< of cubes: the third cumulant of the estimate
};

/// The sums, exact before they are rounded: their order changes nothing. O(n).
InfluenceSums sum_influences(std::span<const double> influences);

/// Changes of an estimate by one record, as fractions of the range of its reward.
struct RecordSteps {
  double up = 0;    ///< of the records whose reward raises the estimate; at least 0
  double down = 0;  ///< of those whose reward lowers it, as in a difference; at least 0
};
/// From each record's coefficient, d estimate / d reward: sum of squares over sum, of each sign; 0
/// if there is none. Of weights normalised to the sum 1, `up` is 1 / Kish's effective size. The order
/// of the records changes nothing.
class StepSums {
 public:
  void add(double coefficient);  ///< O(1)
  RecordSteps steps() const;

 private:
  numeric::ExactSum up_, up_squares_, down_, down_squares_;
};
RecordSteps steps_of(std::span<const double> coefficients);

/// The sums with half a success and half a failure more of each sign, of records whose rewards in
/// [0, 1] have mean `mean` (cut to [0, 1]). Without them an estimate that has seen no reward, or
/// nothing else, would seem certain. O(1).
InfluenceSums with_half_records(InfluenceSums sums, const RecordSteps& steps, double mean);

/// estimate + e (z^2/3 + 1/6) -+ z sqrt(v + z^2 e^2 / 4), with the variance v = second n / (n - 1),
/// e = third / second and the normal quantile z of the level. Without skewness it is the normal
/// interval. A third moment that is not finite counts as 0; NaN ends below two influences. Throws
/// std::invalid_argument for a level outside (0, 1). O(1).
Interval skewed_interval(double estimate, const InfluenceSums& sums, double level);

/// The number of rewards of one size that would give an estimate this skewness, second^3 / third^2:
/// of n values with skewness g it is n / g^2. Infinity without skewness, NaN without spread. O(1).
double rewards_of_one_size(const InfluenceSums& sums);

}  // namespace replaybench::statistics
