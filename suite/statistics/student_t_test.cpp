#include "suite/statistics/student_t.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>

#include "suite/testing/catch.hpp"

using namespace replaybench::statistics;

TEST_CASE("student_t: values by hand") {
  // One degree of freedom is Cauchy: P(|T| >= t) = 1 - 2 atan(t) / pi. Two: 1 - t / sqrt(2 + t^2).
  CHECK(student_t_two_sided(1, 1) == Approx(0.5).epsilon(1e-13));
  CHECK(student_t_two_sided(0.2, 1) ==
        Approx(1 - 2 * std::atan(0.2) / 3.14159265358979324).epsilon(1e-13));
  CHECK(student_t_two_sided(3, 2) == Approx(1 - 3 / std::sqrt(11.0)).epsilon(1e-12));
  CHECK(student_t_two_sided(-3, 2) == student_t_two_sided(3, 2));
  CHECK(student_t_two_sided(0, 7) == 1);
  CHECK(student_t_two_sided(std::numeric_limits<double>::infinity(), 7) == 0);
  // Every table's t(0.975, 9) = 2.262, t(0.975, 29) = 2.045.
  CHECK(student_t_quantile(0.975, 9) == Approx(2.2621571627982055).epsilon(1e-12));
  CHECK(student_t_quantile(0.975, 29) == Approx(2.0452296421327043).epsilon(1e-12));
  CHECK(student_t_quantile(0.5, 3) == 0);
  CHECK(student_t_quantile(0.025, 9) == Approx(-student_t_quantile(0.975, 9)).epsilon(1e-12));
}

TEST_CASE("student_t: against an independent library, far into the tails") {
  for (const double freedom : {1.0, 2.0, 3.0, 7.0, 19.0, 29.0, 99.0, 1000.0}) {
    const boost::math::students_t distribution(freedom);
    for (const double t : {1e-6, 0.01, 0.5, 1.0, 2.0, 4.0, 8.0, 20.0, 60.0}) {
      INFO("t " << t << ", freedom " << freedom);
      const double right = 2 * boost::math::cdf(boost::math::complement(distribution, t));
      CHECK(student_t_two_sided(t, freedom) == Approx(right).epsilon(1e-11).margin(0));
    }
    for (const double p : {0.001, 0.3, 0.6, 0.975, 0.9999}) {
      INFO("p " << p << ", freedom " << freedom);
      CHECK(student_t_quantile(p, freedom) ==
            Approx(boost::math::quantile(distribution, p)).epsilon(1e-10).margin(1e-10));
    }
  }
}

TEST_CASE("incomplete_beta: ends, symmetry, an independent library") {
  CHECK(incomplete_beta(2, 3, 0) == 0);
  CHECK(incomplete_beta(2, 3, 1) == 1);
  CHECK(incomplete_beta(1, 1, 0.3) == Approx(0.3).epsilon(1e-14));
  for (const double a : {0.5, 1.0, 4.5, 30.0}) {
    for (const double b : {0.5, 2.0, 11.0, 200.0}) {
      for (const double x : {0.001, 0.2, 0.5, 0.9, 0.999}) {
        INFO("a " << a << ", b " << b << ", x " << x);
        const double value = incomplete_beta(a, b, x);
        CHECK(value == Approx(boost::math::ibeta(a, b, x)).epsilon(1e-11).margin(1e-15));
        CHECK(value + incomplete_beta(b, a, 1 - x) == Approx(1).epsilon(1e-12));
      }
    }
  }
}
