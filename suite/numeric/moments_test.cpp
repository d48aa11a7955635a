#include "suite/numeric/moments.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "suite/testing/catch.hpp"

using replaybench::numeric::Moments;
using replaybench::numeric::Sum;

namespace {

/// Deterministic, uneven values around `centre`.
std::vector<double> values(int n, double centre) {
  std::vector<double> out;
  for (int i = 0; i < n; ++i) out.push_back(centre + ((i * 7919) % 1009) / 64.0 - 5);
  return out;
}

/// Two passes in long double: the definition.
struct TwoPass {
  long double mean = 0, m2 = 0;
  explicit TwoPass(const std::vector<double>& x) {
    for (const double v : x) mean += v;
    mean /= static_cast<long double>(x.size());
    for (const double v : x) m2 += (v - mean) * (v - mean);
  }
};

}  // namespace

TEST_CASE("Sum keeps what a plain sum loses") {
  Sum sum;
  for (const double x : {1.0, 1e100, 1.0, -1e100}) sum.add(x);
  REQUIRE(sum.value() == 2);  // Kahan's sum gives 0 here
  Sum tenths;
  double plain = 0;
  for (int i = 0; i < 1000000; ++i) {
    tenths.add(0.1);
    plain += 0.1;
  }
  // 10^6 copies of the double nearest to 0.1: the exact sum rounds to 100000.00000000000555.
  REQUIRE(std::fabs(tenths.value() - 100000) < 2e-11);
  REQUIRE(std::fabs(plain - 100000) > 1e-7);
  REQUIRE(Sum{}.value() == 0);
}

TEST_CASE("moments equal the two-pass definition, far from zero too") {
  for (const double centre : {0.0, 3.5, 1e8}) {
    const auto x = values(5000, centre);
    Moments m;
    for (const double v : x) m.add(v);
    const TwoPass exact(x);
    CAPTURE(centre);
    REQUIRE(m.count == 5000);
    // Each mean is off by at most n eps |mean|; in m2 this enters through delta: 5000 eps
    // centre/sd.
    const double error = 5000 * 2.3e-16 * (1 + centre);
    REQUIRE(std::fabs(m.mean - static_cast<double>(exact.mean)) < error);
    REQUIRE(m.m2 == Approx(static_cast<double>(exact.m2)).epsilon(1e-12 + error));
    REQUIRE(m.variance() == Approx(static_cast<double>(exact.m2 / 4999)).epsilon(1e-12 + error));
    REQUIRE(m.standard_deviation() == std::sqrt(m.variance()));
    REQUIRE(m.standard_error() ==
            Approx(m.standard_deviation() / std::sqrt(5000.0)).epsilon(1e-15));
  }
}

TEST_CASE("merging equals adding everything to one, for any cut") {
  const auto x = values(1000, 2);
  const TwoPass exact(x);
  for (const std::size_t cut : {0u, 1u, 2u, 500u, 999u, 1000u}) {
    Moments left, right;
    for (std::size_t i = 0; i < x.size(); ++i) (i < cut ? left : right).add(x[i]);
    left.merge(right);
    CAPTURE(cut);
    REQUIRE(left.count == 1000);
    REQUIRE(left.mean == Approx(static_cast<double>(exact.mean)).epsilon(1e-13));
    REQUIRE(left.m2 == Approx(static_cast<double>(exact.m2)).epsilon(1e-12));
  }
  // Three parts: both groupings within roundoff, and the same grouping gives the same bits.
  const auto part = [&](std::size_t from, std::size_t to) {
    Moments m;
    for (std::size_t i = from; i < to; ++i) m.add(x[i]);
    return m;
  };
  const auto merged = [&] {
    Moments all = part(0, 100);
    all.merge(part(100, 700));
    all.merge(part(700, 1000));
    return all;
  };
  const Moments one = merged(), two = merged();
  REQUIRE(one.mean == two.mean);
  REQUIRE(one.m2 == two.m2);
}

TEST_CASE("moments of few values") {
  Moments m;
  REQUIRE(m.count == 0);
  REQUIRE(std::isnan(m.variance()));
  REQUIRE(std::isnan(m.standard_error()));
  m.add(4);
  REQUIRE(m.mean == 4);
  REQUIRE(std::isnan(m.variance()));
  REQUIRE(std::isnan(m.standard_deviation()));
  m.add(6);
  REQUIRE(m.mean == 5);
  REQUIRE(m.variance() == 2);
  REQUIRE(m.standard_error() == 1);
  Moments empty;
  empty.merge(m);
  REQUIRE(empty.mean == 5);
  REQUIRE(empty.m2 == 2);
  m.merge(Moments{});
  REQUIRE(m.count == 2);
  REQUIRE(m.m2 == 2);
}
