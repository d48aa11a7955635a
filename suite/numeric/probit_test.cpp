#include "suite/numeric/probit.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "suite/tests/catch.hpp"

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

TEST_CASE("probit v and w by hand at 0: sqrt(2/pi) and 2/pi") {
  CHECK(probit_v(0) == Approx(0.79788456080286536).epsilon(1e-15));
  CHECK(probit_w(0) == Approx(0.63661977236758134).epsilon(1e-15));
}

TEST_CASE("w falls from 1 to 0: thesis l. 1295 has it the other way round") {
  double before = 1;
  for (double t = -60; t <= 30; t += 0.125) {
    const double w = probit_w(t);
    CHECK(w < before);
    CHECK(w > 0);
    before = w;
  }
  CHECK(probit_w(30) < 1e-190);
}
