#include "suite/stream/stream.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;

// Literal values below are computed by another implementation (Philox, the samplers and the hash
// written anew in Python from their papers), not copied from this program's output, except where it
// is said.

namespace {

constexpr StreamKey key{0x1234'5678'9abc'def0u};

template <class Sample>
auto first_of(int count, const Sample& sample) {
  Draws draws(key, 42);
  std::vector<decltype(sample(draws))> values;
  for (int i = 0; i < count; ++i) values.push_back(sample(draws));
  return values;
}

double chi_square(const std::vector<double>& counts, double expected) {
  double sum = 0;
  for (const double count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

double chi_square_limit(std::size_t cells) {
  return boost::math::quantile(boost::math::chi_squared(static_cast<double>(cells - 1)), 0.9999);
}

// Kolmogorov's distance of a sample to a distribution, times sqrt(n): 2.2 has probability 1e-4.
template <class Cdf>
double kolmogorov(std::vector<double> sample, const Cdf& cdf) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double worst = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = cdf(sample[i]);
    worst = std::max({worst, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return worst * std::sqrt(n);
}

}  // namespace

TEST_CASE("Philox4x32-10: Random123's known answers") {
  using Words = std::array<std::uint32_t, 4>;
  CHECK(philox_block(0, 0, 0) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  CHECK(philox_block(ones, ones, ones) == Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox_block(0x299f31d0'a4093822u, 0x85a308d3'243f6a88u, 0x03707344'13198a2eu) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("bits: pinned forever") {
  CHECK(first_of(5, [](Draws& draws) { return draws.bits(); }) ==
        std::vector<std::uint64_t>{0x86279bd392366229u, 0x68db31f25f5bf491u, 0x34cd9d01521e84c2u,
                                   0xa39e421faeab0ca6u, 0x0c2e34a7c085e2adu});
}

TEST_CASE("uniform: pinned") {
  CHECK(first_of(4, [](Draws& draws) { return draws.uniform(); }) ==
        std::vector<double>{0x1.0c4f37a7246ccp-1, 0x1.a36cc7c97d6fcp-2, 0x1.a66ce80a90f40p-3,
                            0x1.473c843f5d561p-1});
}

TEST_CASE("below: pinned, with and without rejections") {
  CHECK(first_of(20, [](Draws& draws) { return draws.below(10); }) ==
        std::vector<std::uint32_t>{5, 3, 3, 6, 7, 4, 9, 7, 2, 8, 5, 4, 9, 2, 3, 3, 2, 1, 2, 9});
  // 3e9 rejects 30 % of the draws.
  CHECK(first_of(6, [](Draws& draws) { return draws.below(3'000'000'000u); }) ==
        std::vector<std::uint32_t>{962334529, 2046892520, 2256128789, 2896825260, 2308354758,
                                   885360358});
  CHECK(first_of(3, [](Draws& draws) { return draws.below(1); }) ==
        std::vector<std::uint32_t>{0, 0, 0});
}

TEST_CASE("normal: pinned, and Box and Muller's formula") {
  const auto seen = first_of(4, [](Draws& draws) { return draws.normal(); });
  // From the C library's log, cos and sin: a few ulps away.
  const double wanted[] = {-1.0271849295110922, 0.6555470596238983, -0.436107672133565,
                           -0.521358634127018};
  for (int i = 0; i < 4; ++i) CHECK(seen[i] == Approx(wanted[i]).epsilon(1e-14));
  // This program's own bits, so that a change of SLEEF's or of the sampler is noticed.
  CHECK(seen == std::vector<double>{-0x1.06f5976f31b79p+0, 0x1.4fa3dd3c25af9p-1,
                                    -0x1.be93027564b64p-2, -0x1.0aef84d62023bp-1});
}

TEST_CASE("the two normals of a pair are handed out one after the other, between other draws too") {
  Draws plain(key, 7);
  const double first = plain.normal();
  const double second = plain.normal();
  Draws mixed(key, 7);
  CHECK(mixed.normal() == first);
  const std::uint64_t third_bits = mixed.bits();
  CHECK(mixed.normal() == second);
  Draws skipping(key, 7);
  skipping.bits();
  skipping.bits();
  CHECK(skipping.bits() == third_bits);
}

TEST_CASE("keys: pinned, and every field counts") {
  CHECK(derive_key(1, "log", "linear_model{dimension=15}").value == 0x6bcd6044676ae556u);
  CHECK(derive_key(2014, "policy", "world", "lin_ucb").value == 0xee1f9598f4e9af73u);
  // Lengths stand before the fields: moving a character from one to the next is another key.
  CHECK(derive_key(12, "ab", "c").value == 0x5d6b5968cba1225fu);
  CHECK(derive_key(1, "2ab", "c").value == 0xfc776d54b5c84638u);
  const std::set<std::uint64_t> different{
      derive_key(1, "a", "b", "c").value, derive_key(2, "a", "b", "c").value,
      derive_key(1, "x", "b", "c").value, derive_key(1, "a", "x", "c").value,
      derive_key(1, "a", "b", "x").value, derive_key(1, "a", "bc", "").value};
  CHECK(different.size() == 6);
}

TEST_CASE("replicate keys: pinned and distinct") {
  CHECK(replicate_key(key, 0).value == 0x7d1091f7673f7071u);
  CHECK(replicate_key(key, 1).value == 0xb9c5a88b5bf1ece5u);
  CHECK(replicate_key(key, 1'000'000'000'000u).value == 0xc76ab7b26ccc815eu);
  std::set<std::uint64_t> keys;
  for (std::uint64_t r = 0; r < 10'000; ++r) keys.insert(replicate_key(key, r).value);
  CHECK(keys.size() == 10'000);
}

TEST_CASE("draws depend on the key and the step, not on what was drawn before") {
  Draws first(key, 5);
  first.bits();
  Draws again(key, 5);
  Draws other_step(key, 6);
  Draws other_key({key.value + 1}, 5);
  const std::uint64_t value = again.bits();
  CHECK(value == Draws(key, 5).bits());
  CHECK(value != other_step.bits());
  CHECK(value != other_key.bits());
}

TEST_CASE("uniform: in [0, 1) and uniform, over steps and within a step") {
  std::vector<double> over_steps;
  std::vector<double> within;
  Draws one_step({101}, 0);
  for (std::uint64_t t = 0; t < 50'000; ++t) {
    over_steps.push_back(Draws({100}, t).uniform());
    within.push_back(one_step.uniform());
  }
  for (const auto& sample : {over_steps, within}) {
    CHECK(*std::min_element(sample.begin(), sample.end()) >= 0);
    CHECK(*std::max_element(sample.begin(), sample.end()) < 1);
    CHECK(kolmogorov(sample, [](double x) { return x; }) < 2.2);
  }
  // Pairs of neighbouring steps fill the square evenly.
  std::vector<double> cells(100, 0);
  for (std::size_t i = 0; i + 1 < over_steps.size(); i += 2) {
    ++cells[static_cast<std::size_t>(over_steps[i] * 10) * 10 +
            static_cast<std::size_t>(over_steps[i + 1] * 10)];
  }
  CHECK(chi_square(cells, 250) < chi_square_limit(100));
}

TEST_CASE("below: every value equally often") {
  for (const std::uint32_t n : {2u, 3u, 10u, 101u}) {
    std::vector<double> counts(n, 0);
    for (std::uint64_t t = 0; t < 60'000; ++t) ++counts[Draws({102}, t).below(n)];
    CHECK(chi_square(counts, 60'000.0 / n) < chi_square_limit(n));
  }
  // A plain multiplication without rejection would be visibly uneven: thirds of 3 * 2^30
  // values.
  std::vector<double> thirds(3, 0);
  for (std::uint64_t t = 0; t < 60'000; ++t) ++thirds[Draws({103}, t).below(3u << 30) >> 30];
  CHECK(chi_square(thirds, 20'000) < chi_square_limit(3));
}

TEST_CASE("normals: those of as many calls, from any place of the step, and what follows them") {
  for (std::size_t before = 0; before < 4; ++before) {
    for (std::size_t normals_before = 0; normals_before < 2; ++normals_before) {
      for (std::size_t count = 0; count < 40; ++count) {
        CAPTURE(before, normals_before, count);
        Draws one({17}, 3 + count);
        Draws many({17}, 3 + count);
        for (std::size_t i = 0; i < before; ++i) REQUIRE(one.bits() == many.bits());
        for (std::size_t i = 0; i < normals_before; ++i) REQUIRE(one.normal() == many.normal());
        std::vector<double> seen(count);
        many.normals(seen);
        for (const double normal : seen) REQUIRE(normal == one.normal());
        REQUIRE(many.normal() == one.normal());
        REQUIRE(many.bits() == one.bits());
        REQUIRE(many.normal() == one.normal());
      }
    }
  }
}

TEST_CASE("normal: the standard normal distribution, both halves of a pair") {
  std::vector<double> first;
  std::vector<double> second;
  double product = 0;
  for (std::uint64_t t = 0; t < 50'000; ++t) {
    Draws draws({104}, t);
    first.push_back(draws.normal());
    second.push_back(draws.normal());
    product += first.back() * second.back();
  }
  const boost::math::normal distribution;
  const auto cdf = [&](double x) { return boost::math::cdf(distribution, x); };
  CHECK(kolmogorov(first, cdf) < 2.2);
  CHECK(kolmogorov(second, cdf) < 2.2);
  CHECK(std::fabs(product) / std::sqrt(50'000) < 4);  // uncorrelated; four standard deviations
}
