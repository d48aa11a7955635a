#include "suite/theory/edgeworth.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <vector>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::theory;

namespace {

double density(double x) {
  return numeric::exp(-x * x / 2) / std::sqrt(2 * 3.14159265358979323846);
}

/// Largest distance over x of `cdf` from the empirical distribution of the Studentized mean of T
/// exponentials.
template <class Cdf>
double largest_error(const std::vector<double>& below, const std::vector<double>& x, Cdf cdf) {
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    worst = std::fmax(worst, std::fabs(cdf(x[i]) - below[i]));
  }
  return worst;
}

}  // namespace

TEST_CASE("edgeworth: the polynomials by hand") {
  REQUIRE(edgeworth_mean_p1(2, 3) == -1.5);                             // -3 * 3 / 6
  REQUIRE(edgeworth_mean_p2(2, 3, 4) == Approx(-2.0 / 24 * (4 - 27)));  // 16-40+15 = -9; 9 * -9/3
  REQUIRE(edgeworth_studentized_p1(2, 3) == 4.5);                       // 3 * 9 / 6
  // 2 (4/12 - 9 * (16 + 8 - 3)/18 - 7/4)
  REQUIRE(edgeworth_studentized_p2(2, 3, 4) == Approx(2 * (1.0 / 3 - 10.5 - 1.75)).epsilon(1e-14));
  REQUIRE(edgeworth_mean_cdf(0.3, 40, 0, 0) == numeric::normal_cdf(0.3));
}

TEST_CASE(
    "the mean of exponential rewards: exact distribution against Boost, errors of its expansion") {
  for (const double T : {1.0, 7.0, 40.0, 1000.0}) {
    for (double x = -4; x <= 5; x += 0.25) {
      const double sum = T + x * std::sqrt(T);
      const double exact = sum <= 0 ? 0 : boost::math::gamma_p(T, sum);
      CAPTURE(T, x);
      REQUIRE(exponential_mean_cdf(x, T) == Approx(exact).epsilon(1e-10).margin(1e-15));
    }
  }
  // Orders: sqrt(T), T and T^(3/2) times the errors keep their values.
  for (const double order : {0.0, 1.0, 2.0}) {
    const double power = (order + 1) / 2;
    const double at_400 = std::pow(400, power) * exponential_expansion_error(400, order);
    const double at_1600 = std::pow(1600, power) * exponential_expansion_error(1600, order);
    CAPTURE(order);
    REQUIRE(at_1600 / at_400 == Approx(1).margin(0.03));
  }
  // Normal: skewness/6 phi(0) = 0.133/sqrt(T).
  REQUIRE(std::sqrt(1600) * exponential_expansion_error(1600, 0) == Approx(0.13298).margin(1e-3));
  REQUIRE(std::isnan(exponential_expansion_error(10, 3)));
  REQUIRE(std::isnan(exponential_mean_cdf(0, 2.5)));
}

TEST_CASE("the Studentized mean of normal rewards is Student's t") {
  for (const double T : {5.0, 30.0, 300.0}) {
    const boost::math::students_t distribution(T - 1);
    for (double x = -3; x <= 3; x += 0.5) {
      CAPTURE(T, x);
      REQUIRE(normal_studentized_cdf(x, T) ==
              Approx(boost::math::cdf(distribution, x * std::sqrt((T - 1) / T))).epsilon(1e-11));
    }
  }
}

TEST_CASE("the Studentized expansion against a simulation, exponential rewards") {
  const std::vector<double> x{-2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5};
  const int T = 100;
  const int n = 150000;
  std::vector<double> below(x.size());
  for (int i = 0; i < n; ++i) {
    Draws draws({54}, static_cast<std::uint64_t>(i));
    double sum = 0;
    double squares = 0;
    for (int t = 0; t < T; ++t) {
      const double value = -numeric::log(1 - draws.uniform()) - 1;
      sum += value;
      squares += value * value;
    }
    const double mean = sum / T;
    const double studentized = std::sqrt(T) * mean / std::sqrt(squares / T - mean * mean);
    for (std::size_t j = 0; j < x.size(); ++j) below[j] += studentized <= x[j];
  }
  for (double& share : below) share /= n;
  const double normal = largest_error(below, x, numeric::normal_cdf);
  const double first = largest_error(below, x, [&](double at) {
    return numeric::normal_cdf(at) + edgeworth_studentized_p1(at, 2) * density(at) / std::sqrt(T);
  });
  const double second =
      largest_error(below, x, [&](double at) { return edgeworth_studentized_cdf(at, T, 2, 6); });
  const double flipped =
      largest_error(below, x, [&](double at) { return edgeworth_studentized_cdf(at, T, -2, 6); });
  CAPTURE(normal, first, second, flipped);
  REQUIRE(normal > 0.025);
  REQUIRE(first < 0.4 * normal);
  REQUIRE(second < 0.6 * first);
  REQUIRE(flipped > normal);  // section 5.6.2's sign (erratum B12, suite/theory/README.md)
}

TEST_CASE("the variance of the sample skewness") {
  REQUIRE(skewness_record_variance(0, 3, 0, 15) == 6);
  // Exponential: the mean square of the influence function by quadrature.
  double sum = 0;
  const double step = 1e-3;
  for (double v = step / 2; v < 60; v += step) {
    const double y = v - 1;
    const double influence = y * y * y - 3 * y - 2 - 3 * (y * y - 1);
    sum += step * numeric::exp(-v) * influence * influence;
  }
  REQUIRE(skewness_record_variance(2, 9, 44, 265) == Approx(sum).epsilon(1e-5));
  // Uniform, by simulation: moments 0, 9/5, 0, 27/7.
  const int T = 400;
  const int n = 12000;
  numeric::Moments skewness;
  for (int i = 0; i < n; ++i) {
    Draws draws({55}, static_cast<std::uint64_t>(i));
    std::vector<double> values(T);
    double mean = 0;
    for (double& value : values) mean += value = draws.uniform();
    mean /= T;
    double second = 0;
    double third = 0;
    for (const double value : values) {
      second += (value - mean) * (value - mean);
      third += (value - mean) * (value - mean) * (value - mean);
    }
    skewness.add(third / T / std::pow(second / T, 1.5));
  }
  const double predicted = skewness_record_variance(0, 1.8, 0, 27.0 / 7);
  REQUIRE(predicted == Approx(27.0 / 7 - 1.8).epsilon(1e-13));
  REQUIRE(std::fabs(T * skewness.variance() / predicted - 1) < 4 * std::sqrt(2.0 / n) + 3.0 / T);
}

TEST_CASE("lemma 1's leading term and the one without Studentization: maxima over x") {
  double p1 = 0;
  double scale = 0;
  for (double x = -5; x <= 5; x += 1e-3) {
    p1 = std::fmax(p1, std::fabs(edgeworth_studentized_p1(x, 1) * density(x)));
    scale = std::fmax(scale, std::fabs(numeric::normal_cdf(1.0001 * x) - numeric::normal_cdf(x)));
  }
  REQUIRE(lemma1_deviation(100, 25, 72) == Approx(p1 * std::sqrt(72.0 / 2500)).epsilon(1e-6));
  // sigma_hat^2 / sigma^2 has variance (fourth - 1)/T, sigma_hat half the relative deviation.
  REQUIRE(unstudentized_deviation(100, 9) ==
          Approx(scale / 1e-4 * std::sqrt(8.0 / 100) / 2).epsilon(1e-3));
}
