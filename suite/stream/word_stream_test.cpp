#include "suite/stream/word_stream.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/philox_blocks.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("word stream: the words of the blocks, in order") {
  for (const std::uint64_t step : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{1} << 40}) {
    const StreamKey key{0x0123'4567'89ab'cdefu ^ step};
    WordStream words(key, step);
    for (std::uint32_t block = 0; block < 40; ++block) {
      const auto expected = philox_block(key.value, step, block);
      for (const std::uint32_t word : expected) REQUIRE(words.word() == word);
    }
  }
}

TEST_CASE(
    "philox: sixteen blocks, twice eight and four times four are the single blocks, also where "
    "numbers wrap") {
  for (const std::uint32_t first : {0u, 5u, 0xffff'fffcu}) {
    for (const std::uint64_t step : {std::uint64_t{3}, std::uint64_t{1} << 63}) {
      const std::uint64_t key = 0xfedc'ba98'7654'3210u + step;
      std::uint32_t words[4][64];
      philox_blocks<16>(key, step, first, words[0]);  // by vectors of 512 bits where there are
      philox_quads<4>(key, step, first, words[1]);
      for (std::uint32_t b = 0; b < 16; b += 8) {
        philox_blocks<8>(key, step, first + b, words[2] + 4 * b);
      }
      for (std::uint32_t b = 0; b < 16; b += 4) {
        philox_blocks<4>(key, step, first + b, words[3] + 4 * b);
      }
      for (std::uint32_t b = 0; b < 16; ++b) {
        const auto expected = philox_block(key, step, static_cast<std::uint32_t>(first + b));
        for (const auto& way : words) {
          for (std::size_t i = 0; i < 4; ++i) REQUIRE(way[4 * b + i] == expected[i]);
        }
      }
    }
  }
}

TEST_CASE("philox: four steps are the single steps, also where their low half wraps") {
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{0xffff'fffe}}) {
    for (const std::uint32_t block : {0u, 9u, 0xffff'ffffu}) {
      const std::uint64_t key = 0xfedc'ba98'7654'3210u;
      std::uint64_t bits[8];
      philox_four_steps(key, first, block, bits);
      for (std::uint64_t s = 0; s < 4; ++s) {
        const auto words = philox_block(key, first + s, block);
        REQUIRE(bits[s] == (words[0] | (std::uint64_t{words[1]} << 32)));
        REQUIRE(bits[4 + s] == (words[2] | (std::uint64_t{words[3]} << 32)));
      }
    }
  }
}

TEST_CASE("philox: the first two blocks of four steps are those of the single steps") {
  const std::uint64_t key = 0xfedc'ba98'7654'3210u;
  const std::array<std::uint64_t, 4> steps{7, 0, 0xffff'ffff'ffff'ffffu, std::uint64_t{3} << 32};
  std::uint64_t numbers[16];
  philox_pairs_of_blocks(key, steps, numbers);
  for (std::size_t s = 0; s < 4; ++s) {
    Draws draws({key}, steps[s]);
    for (std::size_t i = 0; i < 4; ++i) REQUIRE(numbers[4 * s + i] == draws.bits());
  }
}

TEST_CASE("word stream: reads the bits that Draws reads") {
  WordStream words({5}, 11);
  Draws draws({5}, 11);
  for (int i = 0; i < 100; ++i) REQUIRE(words.bits() == draws.bits());
}

TEST_CASE("word stream: below is uniform and in range") {
  WordStream words({6}, 0);
  std::vector<int> counts(7);
  for (int i = 0; i < 70'000; ++i) {
    const std::uint32_t n = words.below(7);
    REQUIRE(n < 7);
    ++counts[n];
  }
  double chi_square = 0;
  for (const int count : counts) chi_square += (count - 1e4) * (count - 1e4) / 1e4;
  CHECK(chi_square < 22.5);  // 0.999 quantile on 6 degrees of freedom
  CHECK(words.below(1) == 0);
  // A range just above 2^31 rejects almost half of all words.
  for (int i = 0; i < 1'000; ++i) CHECK(words.below(0x8000'0001u) <= 0x8000'0000u);
}

TEST_CASE("fill_normals: moments, distribution function, tails") {
  constexpr std::size_t n = 1'000'000;
  std::vector<double> x(n);
  fill_normals({8}, 3, x);
  double moments[5] = {};
  for (const double value : x) {
    double power = 1;
    for (double& moment : moments) {
      moment += power / n;
      power *= value;
    }
  }
  // Standard errors: 1, sqrt(2), sqrt(15), sqrt(96) over sqrt(n).
  CHECK(std::fabs(moments[1]) < 3.3e-3);
  CHECK(std::fabs(moments[2] - 1) < 4.7e-3);
  CHECK(std::fabs(moments[3]) < 13e-3);
  CHECK(std::fabs(moments[4] - 3) < 33e-3);
  // Kolmogorov and Smirnov's distance; 1.95 is the 0.999 quantile of sqrt(n) D.
  std::sort(x.begin(), x.end());
  double distance = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double p = boost::math::cdf(boost::math::normal(), x[i]);
    distance = std::max({distance, p - static_cast<double>(i) / n, (i + 1.0) / n - p});
  }
  CHECK(distance * std::sqrt(double(n)) < 1.95);
  // Beyond the lowest layer's 3.4426: 576 expected (sd 24).
  const auto beyond =
      std::count_if(x.begin(), x.end(), [](double v) { return std::fabs(v) > 3.442619855899; });
  CHECK(std::abs(static_cast<double>(beyond) - 575.7) < 3.3 * 24);
}

TEST_CASE("fill_normals: the normals of a plain ziggurat, which asks for every exponential") {
  constexpr int layers = 128;
  double width[layers + 1];
  double f = numeric::exp(-0.5 * 3.442619855899 * 3.442619855899);
  width[0] = 9.91256303526217e-3 / f;
  width[1] = 3.442619855899;
  width[layers] = 0;
  for (int i = 2; i < layers; ++i) {
    width[i] = std::sqrt(-2 * numeric::log(9.91256303526217e-3 / width[i - 1] + f));
    f = numeric::exp(-0.5 * width[i] * width[i]);
  }
  WordStream words({10}, 5);
  const auto draw = [&] {
    while (true) {
      const std::uint64_t bits = words.bits();
      const std::size_t layer = bits & 127;
      const double u = static_cast<double>(static_cast<std::int64_t>(bits) >> 10) * 0x1p-53;
      const double x = u * width[layer];
      if (std::fabs(u) < width[layer + 1] / width[layer]) return x;
      if (layer == 0) {
        double beyond;
        double y;
        do {
          beyond = numeric::log(1 - words.uniform()) / width[1];
          y = numeric::log(1 - words.uniform());
        } while (-2 * y < beyond * beyond);
        return u < 0 ? beyond - width[1] : width[1] - beyond;
      }
      const double f0 = numeric::exp(-0.5 * (width[layer] * width[layer] - x * x));
      const double f1 = numeric::exp(-0.5 * (width[layer + 1] * width[layer + 1] - x * x));
      if (f1 + words.uniform() * (f0 - f1) < 1) return x;
    }
  };
  std::vector<double> normals(3'000'000);
  fill_normals({10}, 5, normals);
  std::size_t different = 0;
  for (const double normal : normals) different += normal != draw();
  CHECK(different == 0);
}

TEST_CASE("fill_normals: a prefix stays, steps differ") {
  std::vector<double> few(5);
  std::vector<double> many(50);
  std::vector<double> other(5);
  fill_normals({9}, 1, few);
  fill_normals({9}, 1, many);
  fill_normals({9}, 2, other);
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
  CHECK(few != other);
  // Known answer: these bits are a contract.
  CHECK(few[0] == many[0]);
}
