#include "suite/theory/bounds.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <vector>

#include "suite/testing/catch.hpp"
#include "suite/theory/coverage.hpp"

using namespace replaybench::theory;

namespace {

double below(double n, double limit, double p) {  // P(X < limit), Boost
  const double k = std::ceil(limit) - 1;
  return k < 0 ? 0 : boost::math::cdf(boost::math::binomial(n, p), k);
}

double at_least(double n, double limit, double p) {
  const double k = std::ceil(limit) - 1;
  if (k >= n) return 0;
  return k < 0 ? 1 : boost::math::cdf(boost::math::complement(boost::math::binomial(n, p), k));
}

}  // namespace

TEST_CASE("figure 3.1's reference values") {
  // K = 100, g = 0.1, delta = 0.05: T, Li printed, Li proved, theorem 5, theorem 6; printed to the
  // last digit given.
  const std::vector<std::vector<double>> rows{
      {1500, 4.8640, 6.1042, .54169, .27162}, {2000, 1.4208, 1.7830, .40915, .23523},
      {5000, .34903, .43803, .20662, .14877}, {1e4, .18865, .23676, .13434, .10520},
      {2e4, .11435, .14350, .09020, .07439},  {5e4, .06419, .08055, .05471, .04705},
      {1e5, .04295, .05390, .03792, .03327},  {1e6, .01248, .01566, .01162, .01052}};
  for (const auto& row : rows) {
    const double T = row[0];
    const double digit = T < 5000 ? 0.000051 : 0.0000051;
    CAPTURE(T);
    REQUIRE(std::fabs(li_bound_printed(100, T, .1, .05) - row[1]) < digit);
    REQUIRE(std::fabs(li_bound(100, T, .1, .05) - row[2]) < digit);
    REQUIRE(std::fabs(replay_bound(100, T, .1, .05) - row[3]) < 0.0000051);
    REQUIRE(std::fabs(replay_star_bound(100, T, .1, .05) - row[4]) < 0.0000051);
    REQUIRE(ideal_bound(100, T, .1, .05) == replay_star_bound(100, T, .1, .05));
  }
  REQUIRE(std::fabs(li_bound_defined_from(100, .05) - 1314.6) < 0.051);
  REQUIRE(std::fabs(replay_bound_defined_from(100, .05) - 737.8) < 0.051);
  REQUIRE(std::fabs(replay_star_bound_valid_from(100, .1, .05) - 11067) < 0.51);
}

TEST_CASE("the decompositions are the same number, or an upper bound, as the thesis has them") {
  for (const double K : {2.0, 20.0, 100.0}) {
    for (const double g : {0.001, 0.1, 0.9}) {
      for (const double delta : {0.05, 1e-4}) {
        for (const double factor : {1.01, 2.0, 10.0, 1e4}) {
          const double T = factor * li_bound_defined_from(K, delta);
          CAPTURE(K, g, delta, T);
          // The first term and the rest cancel nothing; near the threshold sqrt(T) - sqrt(3K l4)
          // loses two digits.
          REQUIRE(li_bound_printed_decomposed(K, T, g, delta) ==
                  Approx(li_bound_printed(K, T, g, delta)).epsilon(1e-12));
          REQUIRE(replay_bound_leading(K, T, g, delta) < replay_bound(K, T, g, delta));
          REQUIRE(replay_bound(K, T, g, delta) < replay_bound_decomposed(K, T, g, delta));
          const double l2 = std::log(2 / delta), l4 = std::log(4 / delta);
          REQUIRE(replay_bound_decomposed(K, T, g, delta) ==
                  Approx(std::sqrt(3 * K * l4 * g) /
                         (std::sqrt(T) - std::sqrt(std::sqrt(2 * T * K * l2))))
                      .epsilon(1e-12));
          // Section 3.4's claim: theorem 5 is tighter than either form of Li's bound, wherever both
          // exist.
          REQUIRE(replay_bound(K, T, g, delta) < li_bound_printed(K, T, g, delta));
          REQUIRE(li_bound_printed(K, T, g, delta) < li_bound(K, T, g, delta));
        }
        // O-terms: at T -> infinity the ratio to the leading term tends to 1 like T^-1/4 and
        // T^-1/2.
        const double far = replay_bound_defined_from(K, delta) * 1e8;
        REQUIRE(replay_bound(K, far, g, delta) / replay_bound_leading(K, far, g, delta) ==
                Approx(1 + 0.5e-4).epsilon(1e-7));
      }
    }
  }
}

TEST_CASE("Li's bound solves its proof's system") {
  for (const double T : {3000.0, 2e4, 1e6}) {
    const double K = 50, g = 0.2, delta = 0.01;
    const double gamma1 = std::sqrt(3 * K * std::log(4 / delta) / T);
    const double gamma2 = std::sqrt(3 * K * std::log(4 / delta) / (T * g));
    REQUIRE(li_bound(K, T, g, delta) ==
            Approx((gamma1 + gamma2) * g / (1 - gamma1)).epsilon(1e-13));
  }
  const double from = li_bound_valid_from(50, 0.2, 0.01);
  REQUIRE(std::sqrt(3 * 50 * std::log(400.0) / (from * 0.2)) == Approx(1).epsilon(1e-14));
}

TEST_CASE("lemma 2 and the two-sided Chernoff bound hold for exact binomials") {
  double tightest = 0;
  for (const double n : {1.0, 5.0, 30.0, 200.0, 3000.0}) {
    for (const double p : {0.001, 0.05, 0.3, 0.5, 0.9, 1.0}) {
      const double mean = n * p;
      for (const double gamma : {0.01, 0.1, 0.3, 0.5, 0.8, 0.99}) {
        CAPTURE(n, p, gamma);
        const double lower = below(n, (1 - gamma) * mean, p);
        REQUIRE(lower <= chernoff_lower_tail(mean, gamma));
        const double both =
            below(n, std::floor((1 - gamma) * mean) + 1, p) + at_least(n, (1 + gamma) * mean, p);
        REQUIRE(both <= chernoff_two_sided(mean, gamma));
        tightest = std::fmax(tightest, lower / chernoff_lower_tail(mean, gamma));
      }
    }
  }
  // The bound is not vacuous: somewhere it is within a factor of about two.
  REQUIRE(tightest > 0.4);
  REQUIRE(chernoff_lower_tail(8, 0.5) == Approx(std::exp(-1.0)).epsilon(1e-14));
  REQUIRE(chernoff_two_sided(12, 0.5) == Approx(2 * std::exp(-1.0)).epsilon(1e-14));
}

TEST_CASE("retained records stay above F.3's limit but for delta/2") {
  for (const double K : {2.0, 10.0, 100.0}) {
    for (const double delta : {0.2, 0.01, 1e-6}) {
      for (const double factor : {1.1, 3.0, 20.0}) {
        const double T = std::ceil(factor * replay_bound_defined_from(K, delta));
        const double limit = retained_lower_bound(K, T, delta);
        CAPTURE(K, delta, T);
        REQUIRE(below(T, limit, 1 / K) <= delta / 2);
        // It is Lemma 2 at gamma = sqrt(2K ln(2/delta)/T), solved for delta/2.
        const double gamma = std::sqrt(2 * K * std::log(2 / delta) / T);
        REQUIRE(limit == Approx((1 - gamma) * T / K).epsilon(1e-12));
        REQUIRE(chernoff_lower_tail(T / K, gamma) == Approx(delta / 2).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("validity thresholds are where the conditions become equalities") {
  for (const double K : {2.0, 100.0}) {
    for (const double g : {0.001, 0.1, 1.0}) {
      for (const double delta : {0.05, 1e-5}) {
        CAPTURE(K, g, delta);
        const double T5 = replay_bound_valid_from(K, g, delta);
        REQUIRE(T5 > replay_bound_defined_from(K, delta));
        const double lambda =
            std::sqrt(3 * std::log(4 / delta) / (retained_lower_bound(K, T5, delta) * g));
        REQUIRE(lambda == Approx(1).epsilon(1e-12));
        // lambda = 1 says that the bound equals g.
        REQUIRE(replay_bound(K, T5, g, delta) == Approx(g).epsilon(1e-12));
        const double T6 = replay_star_bound_valid_from(K, g, delta);
        REQUIRE(replay_star_bound(K, T6, g, delta) == Approx(g).epsilon(1e-13));
        REQUIRE(ideal_failure_bound(K, T6, g, 1) == Approx(delta).epsilon(1e-12));
        REQUIRE(li_bound_valid_from(K, g, delta) >= li_bound_defined_from(K, delta));
      }
    }
  }
}

TEST_CASE("the ideal experiment's Chernoff bound holds, and solves to theorem 6's") {
  for (const double n : {5.0, 50.0, 1000.0}) {
    for (const double g : {0.02, 0.3, 0.8}) {
      for (const double gamma : {0.1, 0.5, 1.0}) {
        CAPTURE(n, g, gamma);
        const double K = 10;
        const double exact =
            below(n, std::floor((1 - gamma) * n * g) + 1, g) + at_least(n, (1 + gamma) * n * g, g);
        REQUIRE(exact <= ideal_failure_bound(K, n * K, g, gamma));
        const double delta = ideal_failure_bound(K, n * K, g, gamma);
        if (delta < 1) {
          REQUIRE(ideal_bound(K, n * K, g, delta) == Approx(gamma * g).epsilon(1e-12));
        }
      }
    }
  }
}

TEST_CASE("bounds are NaN where they are not defined") {
  const double l = li_bound_defined_from(10, .05), r = replay_bound_defined_from(10, .05);
  for (const double value :
       {li_bound(10, l * 0.999, .1, .05), li_bound_printed(10, l * 0.999, .1, .05),
        li_bound_printed_decomposed(10, l * 0.999, .1, .05), replay_bound(10, r * 0.999, .1, .05),
        replay_bound_decomposed(10, r * 0.999, .1, .05), retained_lower_bound(10, r * 0.999, .05),
        replay_star_bound(10, 0, .1, .05), replay_star_bound(10, 5, 1.5, .05),
        replay_star_bound(10, 5, .1, 1), replay_star_bound(0, 5, .1, .05),
        chernoff_lower_tail(3, 1), chernoff_two_sided(3, 1.1), chernoff_two_sided(-1, .5),
        ideal_failure_bound(10, 5, .1, 2), replay_bound_valid_from(10, .1, 0)}) {
    REQUIRE(std::isnan(value));
  }
  REQUIRE(std::isfinite(li_bound(10, l * 1.001, .1, .05)));
  REQUIRE(std::isfinite(replay_bound(10, r * 1.001, .1, .05)));
  REQUIRE(std::isinf(replay_star_bound_valid_from(10, 0, .05)));
}
