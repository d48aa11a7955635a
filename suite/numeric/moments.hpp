#pragma once
// Sums and moments with a fixed order of operations, so that a result has the same bits however it
// was computed.

#include <cstdint>

namespace replaybench::numeric {

/// Neumaier's compensated sum: error O(eps) independent of the number of terms. The order of `add`
/// calls decides the bits; callers add in the order of sorted keys.
class Sum {
 public:
  void add(double term);
  double value() const { return sum_ + compensation_; }

 private:
  double sum_ = 0;
  double compensation_ = 0;
};

/// Count, mean and second central moment of a sample; mergeable (Chan, Golub, LeVeque 1983).
/// Merging in the order of replicate ranges gives the same bits for any number of threads or
/// shards.
struct Moments {
  std::uint64_t count = 0;
  double mean = 0;
  double m2 = 0;  ///< sum of squared deviations from the mean

  void add(double value);
  void merge(const Moments& other);

  /// Unbiased sample variance; NaN below two values.
  double variance() const;
  double standard_deviation() const;
  /// Standard error of the mean; NaN below two values.
  double standard_error() const;
};

}  // namespace replaybench::numeric
