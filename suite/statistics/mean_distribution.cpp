#include "suite/statistics/mean_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <stdexcept>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::statistics {

namespace {

using Complex = std::complex<double>;

constexpr double pi = 3.141592653589793238463;
constexpr double negligible = 1e-8;

// Without the checks for infinities that operator* of std::complex makes.
Complex times(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

double size_squared(Complex a) { return a.real() * a.real() + a.imag() * a.imag(); }

// e^(i angle).
Complex on_circle(double angle) {
  double sine;
  double cosine;
  numeric::sincos_pi(angle / pi, sine, cosine);
  return {cosine, sine};
}

Complex power(Complex base, std::uint64_t n) {
  Complex result = 1;
  for (;; n >>= 1) {
    if (n & 1) result = times(result, base);
    if (n <= 1) return result;
    base = times(base, base);
  }
}

// Number of multiples of `step` until |E e^(i u z)|^n stays negligible (for a few in a row: an
// empirical characteristic function does not fall steadily).
int frequencies_needed(std::span<const double> z, std::span<const double> weights, double step,
                       double n) {
  const double threshold = numeric::pow(negligible, 2 / n);
  int small = 0;
  int k = 1;
  for (; k < 2000; ++k) {
    Complex sum = 0;
    for (std::size_t i = 0; i < z.size(); ++i) sum += weights[i] * on_circle(k * step * z[i]);
    small = size_squared(sum) < threshold ? small + 1 : 0;
    if (small == 3) break;
  }
  return k;
}

// Integral of a density on the circle of length `period` from -period/2 to s, of which a(k) e^(-i k
// w s) / period are the terms and a(-k) is the conjugate of a(k) if the density is real. Given the
// coefficients a(-K..K) (index k + K) of a density that may be complex; its real part.
double integral_to(std::span<const Complex> a, double s, double period) {
  const int K = (static_cast<int>(a.size()) - 1) / 2;
  const double w = 2 * pi / period;
  const Complex turn = on_circle(-w * s);
  Complex forward = 1;
  double sign = 1;
  double sum = a[static_cast<std::size_t>(K)].real() * (s + period / 2);
  for (int k = 1; k <= K; ++k) {
    forward = times(forward, turn);
    sign = -sign;
    // (e^(-ikws) - e^(ikwP/2)) / (-ikw), with e^(ikwP/2) = (-1)^k; for -k its conjugate.
    const Complex step(-forward.imag() / (k * w), (forward.real() - sign) / (k * w));
    const Complex up = a[static_cast<std::size_t>(K + k)];
    const Complex down = a[static_cast<std::size_t>(K - k)];
    sum += up.real() * step.real() - up.imag() * step.imag();
    sum += down.real() * step.real() + down.imag() * step.imag();
  }
  return sum / period;
}

}  // namespace

MeanDistribution::MeanDistribution(std::span<const double> values,
                                   std::span<const double> weights) {
  if (!weights.empty() && weights.size() != values.size()) {
    throw std::invalid_argument("a distribution needs as many weights as values");
  }
  numeric::Sum total;
  numeric::Sum weighted;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    if (!std::isfinite(values[i]) || !(weight >= 0) || std::isinf(weight)) {
      throw std::invalid_argument("a value or a weight of a distribution is not a number");
    }
    if (weight == 0) continue;
    y_.push_back(values[i]);
    weights_.push_back(weight);
    total.add(weight);
    weighted.add(weight * values[i]);
  }
  std::vector<double> sorted = y_;
  std::sort(sorted.begin(), sorted.end());
  if (std::unique(sorted.begin(), sorted.end()) - sorted.begin() < min_values) {
    throw std::invalid_argument(
        "a distribution needs more different values to be taken for a smooth one");
  }
  mean_ = weighted.value() / total.value();
  double variance = 0;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    weights_[i] /= total.value();
    y_[i] -= mean_;
    variance += weights_[i] * y_[i] * y_[i];
  }
  deviation_ = std::sqrt(variance);
  double third = 0;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    y_[i] /= deviation_;
    third += weights_[i] * y_[i] * y_[i] * y_[i];
    kurtosis_ += weights_[i] * y_[i] * y_[i] * y_[i] * y_[i];
  }
  const double spread = std::sqrt(kurtosis_ - 1);
  correlation_ = third / spread;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const double z = (y_[i] * y_[i] - 1) / spread;
    square_skewness_ += weights_[i] * z * z * z;
  }
}

void MeanDistribution::studentised(std::span<const DrawCount> counts, std::span<const double> x,
                                   std::span<double> out) const {
  double fewest = counts[0].n;
  double most = counts[0].n;
  for (const DrawCount& count : counts) {
    fewest = std::min(fewest, count.n);
    most = std::max(most, count.n);
  }
  std::vector<double> z(y_.size());
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = y_[i] * y_[i] - 1;

  // The torus: 18 deviations of sum y; of sum y^2 - n more on the right, where it is skewed.
  const double spread = std::sqrt((kurtosis_ - 1) * most);
  const double skewness = std::max(0.0, square_skewness_ / std::sqrt(fewest));
  const double period1 = 18 * std::sqrt(most);
  const double low = -std::min(most, 8 * spread);
  const double period2 = std::min(40.0, 8 + 6 * skewness) * spread - low;
  const double w1 = 2 * pi / period1;
  const double w2 = 2 * pi / period2;
  // The limit on the axes is widened because the two sums are correlated.
  const double widening = 1 / std::sqrt(std::max(0.15, 1 - correlation_ * correlation_));
  const int K1 =
      static_cast<int>(std::ceil(widening * frequencies_needed(y_, weights_, w1, fewest)));
  const int K2 =
      static_cast<int>(std::ceil(widening * frequencies_needed(z, weights_, w2, fewest)));

  // The characteristic function at (k1 w1, k2 w2), k1 = -K1..K1, k2 = 0..K2.
  const std::size_t width = 2 * static_cast<std::size_t>(K1) + 1;
  const std::size_t height = static_cast<std::size_t>(K2) + 1;
  std::vector<double> real(width * height);
  std::vector<double> imaginary(width * height);
  std::vector<double> row_real(width);
  std::vector<double> row_imaginary(width);
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const Complex turn1 = on_circle(w1 * y_[i]);
    Complex along = power(std::conj(turn1), static_cast<std::uint64_t>(K1));
    for (std::size_t k = 0; k < width; ++k) {
      row_real[k] = along.real();
      row_imaginary[k] = along.imag();
      along = times(along, turn1);
    }
    const Complex turn2 = on_circle(w2 * z[i]);
    Complex up = weights_[i];
    for (std::size_t j = 0; j < height; ++j) {
      double* const to_real = real.data() + j * width;
      double* const to_imaginary = imaginary.data() + j * width;
      const double a = up.real();
      const double b = up.imag();
      for (std::size_t k = 0; k < width; ++k) {
        to_real[k] += a * row_real[k] - b * row_imaginary[k];
        to_imaginary[k] += a * row_imaginary[k] + b * row_real[k];
      }
      up = times(up, turn2);
    }
  }

  // The second sum takes its values on a grid fine enough for its frequencies.
  const std::size_t grid = 2 * height + 2;
  const double cell = period2 / static_cast<double>(grid);
  std::fill(out.begin(), out.end(), 0.0);
  // Real and imaginary parts apart: over an array of complex numbers g++ 12 fuses the products into
  // the sums (vfmaddsub) whatever -ffp-contract says, and clang++ does not.
  std::vector<double> sums_real(width);
  std::vector<double> sums_imaginary(width);
  std::vector<Complex> coefficients(width);
  std::vector<double> powers_real(width * height);
  std::vector<double> powers_imaginary(width * height);
  for (const DrawCount& count : counts) {
    const auto n = static_cast<std::uint64_t>(count.n);
    const double threshold = numeric::pow(1e-11, 2 / count.n);
    for (std::size_t k = 0; k < real.size(); ++k) {
      const Complex value(real[k], imaginary[k]);
      const Complex to_n = size_squared(value) < threshold ? Complex(0) : power(value, n);
      powers_real[k] = to_n.real();
      powers_imaginary[k] = to_n.imag();
    }
    for (std::size_t g = 0; g < grid; ++g) {
      // Midpoints: the density is smooth and periodic, so the sum is the integral.
      const double s2 = low + (static_cast<double>(g) + 0.5) * cell;
      const double squares = count.n + s2;
      if (squares <= 0) continue;
      const Complex turn = on_circle(-w2 * s2);
      std::fill(sums_real.begin(), sums_real.end(), 0.0);
      std::fill(sums_imaginary.begin(), sums_imaginary.end(), 0.0);
      Complex phase = 1;
      for (std::size_t j = 0; j < height; ++j) {
        // Twice the real part in the end: frequencies -k2 are the conjugates.
        const Complex factor = j == 0 ? phase : 2.0 * phase;
        const double a = factor.real();
        const double b = factor.imag();
        const double* const from_real = powers_real.data() + j * width;
        const double* const from_imaginary = powers_imaginary.data() + j * width;
        for (std::size_t k = 0; k < width; ++k) {
          sums_real[k] += a * from_real[k] - b * from_imaginary[k];
          sums_imaginary[k] += a * from_imaginary[k] + b * from_real[k];
        }
        phase = times(phase, turn);
      }
      for (std::size_t k = 0; k < width; ++k) {
        coefficients[k] = Complex(sums_real[k], sums_imaginary[k]);
      }
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double c = x[i] / std::sqrt(1 + x[i] * x[i] / count.n);
        const double s1 = std::clamp(c * std::sqrt(squares), -period1 / 2, period1 / 2);
        out[i] += count.probability * integral_to(coefficients, s1, period1) * cell / period2;
      }
    }
  }
}

void MeanDistribution::standardised(std::span<const DrawCount> counts, std::span<const double> x,
                                    std::span<double> out) const {
  double fewest = counts[0].n;
  double most = counts[0].n;
  for (const DrawCount& count : counts) {
    fewest = std::min(fewest, count.n);
    most = std::max(most, count.n);
  }
  const double period = 18 * std::sqrt(most);
  const double w = 2 * pi / period;
  const int K = frequencies_needed(y_, weights_, w, fewest);
  std::vector<Complex> values(static_cast<std::size_t>(K) + 1);
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const Complex turn = on_circle(w * y_[i]);
    Complex along = weights_[i];
    for (Complex& value : values) {
      value += along;
      along = times(along, turn);
    }
  }
  std::fill(out.begin(), out.end(), 0.0);
  std::vector<Complex> coefficients(2 * values.size() - 1);
  for (const DrawCount& count : counts) {
    for (int k = 0; k <= K; ++k) {
      const Complex value =
          power(values[static_cast<std::size_t>(k)], static_cast<std::uint64_t>(count.n));
      coefficients[static_cast<std::size_t>(K + k)] = value;
      coefficients[static_cast<std::size_t>(K - k)] = std::conj(value);
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double s = std::clamp(x[i] * std::sqrt(count.n), -period / 2, period / 2);
      out[i] += count.probability * integral_to(coefficients, s, period);
    }
  }
}

}  // namespace replaybench::statistics
