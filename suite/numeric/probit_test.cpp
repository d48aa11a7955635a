#include "suite/numeric/probit.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>

#include "suite/testing/catch.hpp"

using replaybench::numeric::probit_v;
using replaybench::numeric::probit_w;

namespace {

using Wide = boost::multiprecision::cpp_bin_float_100;

Wide exact_v(double at) {
  const Wide t = at;
  const Wide phi = exp(-t * t / 2) / sqrt(2 * boost::math::constants::pi<Wide>());
  return phi / (boost::math::erfc(Wide(-t / sqrt(Wide(2)))) / 2);
}

}  // namespace

TEST_CASE("probit v and w against 100 digits") {
  for (const double t : {-1e6, -500.0, -40.0, -30.0, -20.1, -20.0, -19.9, -12.0, -5.0, -1.0, -0.25,
                         0.0, 0.3, 1.0, 4.0, 8.0, 20.0, 37.0}) {
    INFO("t = " << t);
    if (t > -1000) {
      const Wide v = exact_v(t);
      CHECK(probit_v(t) == Approx(static_cast<double>(v)).epsilon(1e-13));
      CHECK(probit_w(t) == Approx(static_cast<double>(Wide(v * (v + t)))).epsilon(1e-10));
    } else {
      CHECK(probit_v(t) == Approx(-t).epsilon(1e-11));
      CHECK(probit_w(t) == Approx(1).epsilon(1e-11));
    }
  }
}

TEST_CASE("probit v and w against 100 digits, all over the table of series and past its ends") {
  // By 17/512, where the table's nodes are 8/512 apart: over all the eighths between two. The
  // truncated term is 4e-14 of v at 10, and w loses up to t^2 = 64 times v's last bits in v + t.
  double worst_v = 0;
  double worst_w = 0;
  for (double t = -8.0625; t <= 10.0625; t += 17.0 / 512) {
    const Wide v = exact_v(t);
    const Wide w = v * (v + t);
    worst_v = std::max(worst_v, static_cast<double>(abs(Wide(probit_v(t) / v - 1))));
    worst_w = std::max(worst_w, static_cast<double>(abs(Wide(probit_w(t) / w - 1))));
  }
  CHECK(worst_v < 5e-14);
  CHECK(worst_w < 1e-12);
}

TEST_CASE("probit v: the ends of the table of series are no steps") {
  for (const double end : {-8.0, 10.0}) {
    const double below = std::nextafter(end, -100.0);
    const double above = std::nextafter(end, 100.0);
    CHECK(probit_v(below) == Approx(probit_v(end)).epsilon(1e-13));
    CHECK(probit_v(above) == Approx(probit_v(end)).epsilon(1e-13));
    CHECK(probit_w(below) == Approx(probit_w(end)).epsilon(1e-12));
    CHECK(probit_w(above) == Approx(probit_w(end)).epsilon(1e-12));
  }
}

TEST_CASE("probit v and w of no number, and of infinities") {
  CHECK(std::isnan(probit_v(std::nan(""))));
  CHECK(std::isnan(probit_w(std::nan(""))));
  CHECK(probit_v(std::numeric_limits<double>::infinity()) == 0);
}

TEST_CASE("probit v and w by hand at 0: sqrt(2/pi) and 2/pi") {
  CHECK(probit_v(0) == Approx(0.79788456080286536).epsilon(1e-15));
  CHECK(probit_w(0) == Approx(0.63661977236758134).epsilon(1e-15));
}

TEST_CASE("w falls from 1 to 0: thesis section 2.3.3 (p. 46) has it the other way round") {
  double before = 1;
  for (double t = -60; t <= 30; t += 0.125) {
    const double w = probit_w(t);
    CHECK(w < before);
    CHECK(w > 0);
    before = w;
  }
  CHECK(probit_w(30) < 1e-190);
}
