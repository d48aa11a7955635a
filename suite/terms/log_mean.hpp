#pragma once
// The log-mean log(mean(exp(lambda v))) / lambda of terms v, from the mean of one number per term.

#include "suite/numeric/elementary.hpp"
#include "suite/terms/term_sums.hpp"

namespace replaybench::terms {

/// By the range of the exponents lambda v. The largest is taken out, so that no exponential overflows. If all exponents
/// lie within 2^-10, the exponentials are so near 1 that the logarithm of their mean has lost digits: the numbers are
/// then (exp - 1) / lambda, which are of the size of v for every lambda.
class LogMean {
 public:
  LogMean(double lambda, double least_exponent, double largest_exponent)
      : lambda_(lambda),
        shift_(largest_exponent),
        is_linear_(largest_exponent - least_exponent < 0x1p-10) {}

  /// The number of a term.
  double number(double exponent) const {
    return is_linear_ ? numeric::expm1(exponent - shift_) / lambda_
                      : numeric::exp(exponent - shift_);
  }
  /// From the mean of the numbers and its standard error, by the delta method.
  Estimate of(const Estimate& mean) const {
    if (!is_linear_) return log_of(mean, lambda_, shift_);
    return {(shift_ + numeric::log1p(lambda_ * mean.value)) / lambda_,
            mean.standard_error / (1 + lambda_ * mean.value)};
  }
  /// Derivative of the log-mean by the mean of the numbers.
  double slope(double mean) const {
    return is_linear_ ? 1 / (1 + lambda_ * mean) : 1 / (mean * lambda_);
  }
  /// Influence on the log-mean of one of `n` terms.
  double influence(double number, double mean, double n) const {
    return is_linear_ ? (number - mean) / ((1 + lambda_ * mean) * n)
                      : (number / mean - 1) / (lambda_ * n);
  }

 private:
  double lambda_, shift_;
  bool is_linear_;
};

}  // namespace replaybench::terms
