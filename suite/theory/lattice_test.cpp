#include "suite/theory/lattice.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "suite/numeric/elementary.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::theory;

namespace {

struct Atom {
  double place;
  double probability;
};

double statistic(double s, double T, double centre) {
  if (s == 0) return -std::numeric_limits<double>::infinity();
  if (s == T) return std::numeric_limits<double>::infinity();
  return std::sqrt(T) * (s / T - centre) / std::sqrt(s / T * (1 - s / T));
}

std::vector<Atom> distribution(int T, double g, double centre) {
  std::vector<Atom> atoms;
  for (int s = 0; s <= T; ++s) {
    atoms.push_back({statistic(s, T, centre), boost::math::pdf(boost::math::binomial(T, g), s)});
  }
  return atoms;
}

double below(const std::vector<Atom>& atoms, double x) {
  double sum = 0;
  for (const Atom& atom : atoms) sum += atom.place <= x ? atom.probability : 0;
  return sum;
}

}  // namespace

TEST_CASE("lattice: the bootstrap's error by brute force") {
  // Irrational means, so that no two atoms of different distributions coincide up to rounding.
  const int T = 9;
  const double g = 0.31830988618;
  const auto truth = distribution(T, g, g);
  double expected = 0;
  for (int s = 0; s <= T; ++s) {
    double worst = 1;
    if (s > 0 && s < T) {
      worst = 0;
      const auto bootstrap = distribution(T, s / double(T), s / double(T));
      std::vector<double> places;
      for (const Atom& atom : truth) places.push_back(atom.place);
      for (const Atom& atom : bootstrap) places.push_back(atom.place);
      for (const double x : places) {
        worst = std::max(worst, std::fabs(below(truth, x) - below(bootstrap, x)));
      }
    }
    expected += worst * boost::math::pdf(boost::math::binomial(T, g), s);
  }
  REQUIRE(bernoulli_bootstrap_error(T, g) == Approx(expected).epsilon(1e-11));
}

TEST_CASE("lattice: the normal approximation's error by brute force") {
  const int T = 30;
  const double g = 0.31830988618;
  double worst = 0;
  for (const Atom& atom : distribution(T, g, g)) {
    const double normal = numeric::normal_cdf(atom.place);
    const double at = below(distribution(T, g, g), atom.place);
    worst = std::max({worst, std::fabs(normal - at), std::fabs(normal - at + atom.probability)});
  }
  REQUIRE(bernoulli_normal_error(T, g) == Approx(worst).epsilon(1e-11));
}

TEST_CASE(
    "theorems 14 to 16 do not hold uniformly for Bernoulli rewards (erratum B3, "
    "suite/theory/README.md): limits") {
  const double g = 0.3;
  REQUIRE(lattice_constant(std::sqrt(0.21), 1) == Approx(0.870563).epsilon(1e-5));
  REQUIRE(lattice_constant(std::sqrt(0.21), 2) == Approx(2 * 0.870563).epsilon(1e-5));
  double gap = 1;
  for (const double T : {100.0, 400.0, 1600.0}) {
    const double scaled = std::sqrt(T) * bernoulli_bootstrap_error(T, g);
    const double now = lattice_constant(std::sqrt(0.21), 1) - scaled;
    CAPTURE(T, scaled);
    REQUIRE(now > 0);
    REQUIRE(now < 0.6 * gap);
    gap = now;
    REQUIRE(bernoulli_bootstrap_error(T, g) > bernoulli_normal_error(T, g));
  }
  for (const double mean : {0.1, 0.3, 0.5}) {
    REQUIRE(40 * bernoulli_normal_error(1600, mean) ==
            Approx(bernoulli_normal_constant(mean)).epsilon(0.01));
  }
  REQUIRE(std::isnan(bernoulli_bootstrap_error(100, 0)));
  REQUIRE(std::isnan(bernoulli_normal_error(1, 0.5)));
  REQUIRE(std::isnan(lattice_constant(0, 1)));
}
