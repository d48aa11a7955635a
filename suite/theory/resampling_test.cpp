#include "suite/theory/resampling.hpp"

#include <array>
#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::theory;

TEST_CASE("distinct records of a resample: all resamples of 3 and 6 draws from 3 records") {
  for (const int E : {1, 2}) {
    int sequences = 1;
    for (int i = 0; i < 3 * E; ++i) sequences *= 3;
    double distinct = 0;
    for (int code = 0; code < sequences; ++code) {
      std::array<bool, 3> seen{};
      for (int i = 0, rest = code; i < 3 * E; ++i, rest /= 3) {
        seen[static_cast<std::size_t>(rest % 3)] = true;
      }
      distinct += seen[0] + seen[1] + seen[2];
    }
    REQUIRE(distinct_share(3, E) == Approx(distinct / sequences / 3).epsilon(1e-13));
  }
  REQUIRE(distinct_share(1e9, 10) == Approx(distinct_share_limit(10)).epsilon(1e-9));
  REQUIRE(distinct_share_limit(1) == Approx(0.632121).epsilon(1e-6));
  REQUIRE(distinct_share(1, 2) == 1);
}

TEST_CASE(
    "ridge and jitter: the exact mean over noise of +-h in every coordinate (appendix A.1, p. "
    "222)") {
  const std::array<std::array<double, 2>, 3> x{{{1, -0.5}, {0.3, 2}, {-1, 0.7}}};
  const std::array<double, 3> y{1, 0, 1};
  const std::array<double, 2> w{0.4, -0.9};
  const double h = 0.6;
  double plain = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double residual = y[i] - w[0] * x[i][0] - w[1] * x[i][1];
    plain += residual * residual;
  }
  double jittered = 0;
  for (int signs = 0; signs < 64; ++signs) {
    for (std::size_t i = 0; i < 3; ++i) {
      const double a = x[i][0] + ((signs >> (2 * i) & 1) != 0 ? h : -h);
      const double b = x[i][1] + ((signs >> (2 * i + 1) & 1) != 0 ? h : -h);
      const double residual = y[i] - w[0] * a - w[1] * b;
      jittered += residual * residual / 64;
    }
  }
  const double norm = w[0] * w[0] + w[1] * w[1];
  REQUIRE(jittered == Approx(plain + jitter_ridge(3, h) * norm).epsilon(1e-13));
  REQUIRE(std::fabs(jittered - plain - h * h * norm) > 0.5);  // "noise of variance lambda"
}

TEST_CASE("sizes and bandwidths: the thesis's numbers") {
  REQUIRE(cross_validation_training(10, 10000) == Approx(909.09).epsilon(1e-5));
  REQUIRE(cross_validation_test(10, 10000) == Approx(9090.9).epsilon(1e-5));
  REQUIRE(t_bred_count(10, 10000, 0.1, 1) == Approx(100).epsilon(1e-14));
  REQUIRE(1.959964 * t_bred_deviation(10, 10000, 0.1, 0.47) / 100 ==
          Approx(0.000978).epsilon(1e-3));
  // 0.9 T of training makes K T - tau T = 9.9 T: 11 copies exactly; tau = 0.2: 9.8/0.8 = 12.25.
  REQUIRE(t_bred_copies(10, 0.1) == 11);
  REQUIRE(t_bred_copies(10, 0.2) == 13);
  REQUIRE(t_bred_copies(2, 0.5) == 3);
  // (3 - 0.8)/(1 - 0.8) is 11 and a last bit.
  REQUIRE((3 - 0.8) / (1 - 0.8) > 11);
  REQUIRE(t_bred_copies(3, 0.8) == 11);
  REQUIRE(t_bred_copies(5, 0.9) == 41);
  REQUIRE(rule_of_thumb_log10(20, 20, 15, 10) == Approx(std::log10(6.5536e22)).epsilon(1e-12));
  REQUIRE(rule_of_thumb_log10(20, 2, 135, 40) ==
          Approx(std::log10(20 * std::pow(2.0, 135) * 1600)).epsilon(1e-12));
  REQUIRE(rule_of_thumb_log10(20, 1, 0, 10) == Approx(std::log10(2000)).epsilon(1e-12));
  REQUIRE(silverman_bandwidth(std::sqrt(1.25), 10000) == Approx(0.1877).epsilon(1e-3));
  REQUIRE(silverman_bandwidth(2, 1) == Approx(2 * 1.05922).epsilon(1e-5));
  REQUIRE(jitter_bandwidth(52, 10000) == Approx(0.52).epsilon(1e-14));
  REQUIRE(bred_choices(10, 10000, 20) == 2e6);
  REQUIRE(bred_updates(10000, 20) == 2e5);
  REQUIRE(std::isnan(t_bred_deviation(10, 10000, 0, 0.5)));
  REQUIRE(std::isnan(silverman_bandwidth(0, 10)));
}

TEST_CASE("weight of a jittered record: the tail of the noise by quadrature (figure 5.11)") {
  const double distance = 0.7;
  const double h = 0.5;
  double weight = 0;
  const double step = 1e-4;
  for (double z = distance / h + step / 2; z < 12; z += step) {
    weight += step * numeric::exp(-z * z / 2) / std::sqrt(2 * 3.14159265358979323846);
  }
  REQUIRE(jitter_acceptance(distance, h) == Approx(weight).epsilon(1e-7));
  REQUIRE(jitter_acceptance(-distance, h) == Approx(1 - weight).epsilon(1e-7));
  REQUIRE(jitter_acceptance(0, h) == 0.5);
}
