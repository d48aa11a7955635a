#include "algorithms/ad_predictor/discretisers/discretisers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::algorithms::ad_predictor;

namespace {

using Cut = std::size_t (*)(std::span<const double>, std::span<double>);

std::vector<double> cuts_of(Cut cut, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::array<double, 20> out{};
  const std::size_t count = cut(values, out);
  return {out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::vector<double> clusters(const std::vector<double>& centers, double deviation) {
  std::vector<double> values;
  Draws draws({31}, 0);
  for (std::size_t i = 0; i < first_values; ++i) {
    values.push_back(centers[i % centers.size()] + deviation * draws.normal());
  }
  return values;
}

bool one_between(const std::vector<double>& cuts, double low, double high) {
  return std::count_if(cuts.begin(), cuts.end(), [&](double c) { return c > low && c < high; }) ==
         1;
}

}  // namespace

TEST_CASE("ad_predictor discretisers: EM finds five clusters") {
  const auto cuts = cuts_of(em_cuts, clusters({-40, -10, 0, 15, 80}, 1));
  REQUIRE(cuts.size() == 4);
  CHECK(one_between(cuts, -37, -13));
  CHECK(one_between(cuts, -7, -3));
  CHECK(one_between(cuts, 3, 12));
  CHECK(one_between(cuts, 18, 77));
  CHECK(std::is_sorted(cuts.begin(), cuts.end()));
}

TEST_CASE("ad_predictor discretisers: EM's cut is where two Gaussians are equally likely") {
  // Two values, 32 of each: two parts with the least variance, so the cut is in the middle.
  std::vector<double> values(first_values, 0.0);
  for (std::size_t i = 0; i < first_values; i += 2) values[i] = 10;
  const auto cuts = cuts_of(em_cuts, values);
  REQUIRE(cuts.size() == 1);
  CHECK(cuts[0] == Approx(5).margin(1e-6));
  // Three times as many zeros: equal variances v, weights 3 : 1, the cut at 5 + v ln(3) / 10.
  for (std::size_t i = 0; i < first_values; ++i) values[i] = i % 4 == 0 ? 10 : 0;
  const double v = 1e-4;  // (range / 1000)^2
  CHECK(cuts_of(em_cuts, values).at(0) == Approx(5 + v * std::log(3.0) / 10).epsilon(1e-7));
}

TEST_CASE("ad_predictor discretisers: EM on few and equal values") {
  CHECK(cuts_of(em_cuts, std::vector<double>(first_values, 3.5)).empty());
  std::vector<double> mostly(first_values, 0.0);
  mostly[5] = 1;
  CHECK(cuts_of(em_cuts, mostly).size() == 1);
  std::vector<double> wide{1e-300, 1e300};
  wide.resize(first_values, 1);
  for (const double cut : cuts_of(em_cuts, wide)) CHECK(std::isfinite(cut));
}

TEST_CASE("ad_predictor discretisers: zeros get exponential cuts, and 0 a bucket of its own") {
  std::vector<double> values(first_values, 0.0);
  values[3] = 7;
  values[9] = 50;
  const auto cuts = cuts_of(group_cuts, values);
  const auto bucket = [&](double x) {
    return std::count_if(cuts.begin(), cuts.end(), [&](double c) { return x >= c; });
  };
  CHECK(bucket(-1) == 0);
  CHECK(bucket(0) == 1);
  CHECK(bucket(-0.0) == 1);
  CHECK(bucket(0.001) == 2);
  CHECK(bucket(0.05) == 3);
  CHECK(bucket(0.5) == 4);
  CHECK(bucket(1) == 5);
  CHECK(bucket(9) == 5);
  CHECK(bucket(50) == 6);
  CHECK(bucket(123456) == 9);
}

TEST_CASE("ad_predictor discretisers: a bucket for each peak and two out of range") {
  const auto cuts = cuts_of(group_cuts, clusters({-3, 0, 5}, 0.3));
  REQUIRE(cuts.size() == 4);
  CHECK(cuts[0] < -3.5);
  CHECK(one_between(cuts, -2.5, -0.5));
  CHECK(one_between(cuts, 0.5, 4.5));
  CHECK(cuts[3] > 5.5);
}

TEST_CASE("ad_predictor discretisers: peaks on a logarithmic scale") {
  auto values = clusters({1, 3.2}, 0.3);
  for (double& x : values) x = std::pow(10, x);
  const auto cuts = cuts_of(group_cuts, values);
  REQUIRE(cuts.size() == 3);
  CHECK((cuts[1] > 40 && cuts[1] < 500));
  CHECK((cuts[0] > 0 && cuts[0] < 5));
  CHECK(cuts[2] > 3000);
}

TEST_CASE("ad_predictor discretisers: one peak, one value") {
  CHECK(cuts_of(group_cuts, clusters({4}, 0.0)).size() == 2);
  std::vector<double> uniform;
  for (std::size_t i = 0; i < first_values; ++i) uniform.push_back(5 + 0.01 * i);
  CHECK(cuts_of(group_cuts, uniform).size() == 2);
}

TEST_CASE("ad_predictor discretisers: candidates cover the range and a little more") {
  std::vector<double> values;
  for (std::size_t i = 0; i < first_values; ++i) values.push_back(100 + static_cast<double>(i));
  const auto cuts = cuts_of(candidate_cuts, values);
  CHECK(cuts.size() == 20);
  CHECK(cuts.front() == 100);
  CHECK(cuts.back() == Approx(163 + 6.3));
  CHECK(std::adjacent_find(cuts.begin(), cuts.end(), std::greater_equal<>()) == cuts.end());
  CHECK(cuts_of(candidate_cuts, std::vector<double>(first_values, 2)).size() == 2);
}

TEST_CASE("ad_predictor discretisers: features are cut by their first 64 values") {
  FeatureCuts cuts(2, Discretiser::em);
  for (std::size_t i = 0; i < first_values; ++i) {
    CHECK_FALSE(cuts.is_cut(0));
    cuts.see(0, i % 2 == 0 ? 0 : 10);
  }
  CHECK(cuts.is_cut(0));
  CHECK_FALSE(cuts.is_cut(1));
  CHECK(cuts.bucket(0, 4) == 0);
  CHECK(cuts.bucket(0, 6) == 1);
  cuts.see(0, 1e6);  // too late to change anything
  CHECK(cuts.bucket(0, 1e6) == 1);
  for (std::size_t i = 0; i < first_values; ++i) cuts.see(1, 1);
  CHECK(cuts.is_cut(1));
}

TEST_CASE("ad_predictor discretisers: the parts of all features at once are those of each alone") {
  const Discretiser kind = GENERATE(Discretiser::em, Discretiser::groups);
  constexpr std::size_t features = 11;  // some by fours, three by one
  constexpr double missing = -1e9;
  FeatureCuts cuts(features, kind);
  std::vector<std::size_t> first(features), parts(features);
  for (std::size_t i = 0; i < features; ++i) first[i] = 100 * i * i;
  std::size_t highest = 0;
  for (std::uint64_t t = 0; t < 400; ++t) {
    Draws draws({32}, t);
    std::vector<double> x(features);
    for (std::size_t i = 0; i < features; ++i) {
      x[i] = i % 3 == 0 && draws.below(3) > 0 ? 0 : 20.0 * draws.below(4) + draws.normal();
      if (draws.below(5) == 0) x[i] = missing;
      if (x[i] != missing && i % 4 != 1) cuts.see(i, x[i]);  // features 1, 5, 9 are never cut
    }
    cuts.parts(x, missing, first, parts);
    for (std::size_t i = 0; i < features; ++i) {
      const std::size_t wanted = x[i] == missing  ? cuts.most() + 2
                                 : cuts.is_cut(i) ? cuts.bucket(i, x[i])
                                                  : cuts.most() + 1;
      CHECK(parts[i] == first[i] + wanted);
      if (cuts.is_cut(i) && x[i] != missing) highest = std::max(highest, wanted);
    }
  }
  CHECK(highest >= 3);
}

TEST_CASE("ad_predictor discretisers: the parts of codes") {
  constexpr double missing = -1e9;
  const std::vector<double> x{0,   4,     missing, 5,       -1,
                              4.9, 1e300, 2,       missing, 7};  // two of them alone
  const std::vector<std::size_t> expected{0, 4, 6, 5, 5, 4, 5, 2, 6, 5};
  std::vector<std::size_t> first(x.size()), parts(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) first[i] = 1000 * i;
  FeatureCuts::code_parts(x.data(), 5, missing, first.data(), parts);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(parts[i] == first[i] + expected[i]);
}
