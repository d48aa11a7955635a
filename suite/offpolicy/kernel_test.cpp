#include "suite/offpolicy/kernel.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::offpolicy;

namespace {

template <class Function>
double integral(const Function& f, double low, double high) {
  return boost::math::quadrature::gauss_kronrod<double, 31>::integrate(f, low, high, 10, 1e-13);
}

}  // namespace

TEST_CASE("kernels: symmetric densities whose mass is their integral") {
  for (const Kernel kernel : kernel_names.values()) {
    const auto name = kernel_names[kernel];
    INFO(name);
    const double reach = kernel == Kernel::gaussian ? 10 : 1;
    const auto density = [k = kernel](double u) { return kernel_density(k, u); };
    double below = 0;
    for (double u = -reach; u < reach; u += reach / 8) {
      CHECK(kernel_mass_below(kernel, u) == Approx(below).margin(1e-11));
      CHECK(density(u) == density(-u));
      CHECK(density(u) >= 0);
      below += integral(density, u, u + reach / 8);
    }
    CHECK(below == Approx(1).epsilon(1e-11));
    if (kernel != Kernel::gaussian) {
      CHECK(density(1.0000001) == 0);
      CHECK(kernel_mass_below(kernel, -1.5) == 0);
      CHECK(kernel_mass_below(kernel, 1.5) == 1);
    }
  }
}

TEST_CASE("kernels: values by hand") {
  CHECK(kernel_density(Kernel::uniform, 0.3) == 0.5);
  CHECK(kernel_density(Kernel::triangular, -0.25) == 0.75);
  CHECK(kernel_density(Kernel::epanechnikov, 0.5) == 0.5625);
  CHECK(kernel_density(Kernel::biweight, 0.5) == 0.52734375);
  CHECK(kernel_density(Kernel::cosine, 0) == Approx(0.785398163397448).epsilon(1e-14));
  CHECK(kernel_density(Kernel::cosine, 0.5) == Approx(0.555360367269796).epsilon(1e-14));
  CHECK(kernel_density(Kernel::gaussian, 1) == Approx(0.241970724519143).epsilon(1e-14));
}
