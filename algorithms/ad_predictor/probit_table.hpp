#pragma once
// Learning from a reward (suite/learning/click_model.hpp), with v and w read from a table.
//
// Source: thesis, section 2.3.3 (p. 46): "we precomputed a table of values for v and w"; a value
// between two of them is their weighted mean. The range and the step are not given: here [-8, 8] by
// 1/16 (an error below 6e-4), and the functions themselves outside.
//
// Deviation from the print: it has v(X) = (X - X_i) v(X_{i+1}) + (X_{i+1} - X) v(X_i), which lacks
// the division by X_{i+1} - X_i and is right for a step of 1 only.
//
// It shows the effect of the thesis's table on the results. It saves no time: numeric::probit
// has a table of series, exact to 1e-13.

#include <array>
#include <cmath>
#include <cstddef>

#include "suite/learning/click_model.hpp"

namespace replaybench::algorithms::ad_predictor {

class ProbitTable {
 public:
  static constexpr double bound = 8;
  static constexpr double step = 1.0 / 16;

  ProbitTable();
  double v(double t) const { return covers(t) ? between(v_, t) : numeric::probit_v(t); }
  double w(double t) const { return covers(t) ? between(w_, t) : numeric::probit_w(t); }

 private:
  static constexpr std::size_t steps = static_cast<std::size_t>(2 * bound / step);
  using Values = std::array<double, steps + 1>;

  static bool covers(double t) { return t >= -bound && t < bound; }
  static double between(const Values& values, double t) {
    const double place = (t + bound) / step;
    const auto i = static_cast<std::size_t>(place);
    const double share = place - static_cast<double>(i);
    return share * values[i + 1] + (1 - share) * values[i];
  }

  Values v_;
  Values w_;
};

/// The table, made at the first call.
const ProbitTable& probit_table();

/// learning::probit_step by the table.
inline learning::ProbitStep probit_step_from_table(double y, double mean, double variance,
                                                   double beta) {
  const ProbitTable& table = probit_table();
  const double sum = beta * beta + variance;
  const double sigma = std::sqrt(sum);
  const double correctness = y * mean / sigma;
  return {y * table.v(correctness) / sigma, table.w(correctness) / sum};
}

}  // namespace replaybench::algorithms::ad_predictor
