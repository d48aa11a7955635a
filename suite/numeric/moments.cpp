#include "suite/numeric/moments.hpp"

#include <cmath>
#include <limits>

namespace replaybench::numeric {

void Sum::add(double term) {
  const double total = sum_ + term;
  compensation_ +=
      std::fabs(sum_) >= std::fabs(term) ? (sum_ - total) + term : (term - total) + sum_;
  sum_ = total;
}

void Moments::add(double value) {
  ++count;
  const double delta = value - mean;
  mean += delta / static_cast<double>(count);
  m2 += delta * (value - mean);
}

void Moments::merge(const Moments& other) {
  if (other.count == 0) return;
  if (count == 0) {
    *this = other;
    return;
  }
  const double n = static_cast<double>(count);
  const double m = static_cast<double>(other.count);
  const double delta = other.mean - mean;
  const double total = n + m;
  mean += delta * (m / total);
  m2 += other.m2 + delta * delta * (n * m / total);
  count += other.count;
}

double Moments::variance() const {
  if (count < 2) return std::numeric_limits<double>::quiet_NaN();
  return m2 / static_cast<double>(count - 1);
}

double Moments::standard_deviation() const { return std::sqrt(variance()); }

double Moments::standard_error() const {
  return std::sqrt(variance() / static_cast<double>(count));
}

}  // namespace replaybench::numeric
