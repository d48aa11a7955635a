#include "suite/numeric/dot.hpp"

#include <cstdint>
#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("padded sizes are the next multiple of 16") {
  CHECK(numeric::padded_size(0) == 0);
  CHECK(numeric::padded_size(1) == 16);
  CHECK(numeric::padded_size(16) == 16);
  CHECK(numeric::padded_size(17) == 32);
}

TEST_CASE("a padded dot product is the sum of products, exactly where no addition rounds") {
  Draws draws({1}, 0);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{16}, std::size_t{48}, std::size_t{144}}) {
    std::vector<double> a;
    std::vector<double> b;
    std::int64_t wanted = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const auto left = static_cast<int>(draws.below(2001)) - 1000;
      const auto right = static_cast<int>(draws.below(2001)) - 1000;
      a.push_back(left);
      b.push_back(right);
      wanted += static_cast<std::int64_t>(left) * right;
    }
    CHECK(numeric::padded_dot(a.data(), b.data(), size) == static_cast<double>(wanted));
  }
}

TEST_CASE("the order of additions is the documented one, to the bit") {
  int told_apart = 0;
  for (std::uint64_t trial = 0; trial < 50; ++trial) {
    Draws draws({2}, trial);
    std::vector<double> a;
    std::vector<double> b;
    for (int i = 0; i < 64; ++i) {
      a.push_back(draws.uniform() - 0.5);
      b.push_back(draws.uniform());
    }
    double lane[16] = {};
    for (int i = 0; i < 64; ++i) lane[i % 16] += a[i] * b[i];
    for (const int half : {8, 4, 2, 1}) {
      for (int l = 0; l < half; ++l) lane[l] += lane[l + half];
    }
    CHECK(numeric::padded_dot(a.data(), b.data(), 64) == lane[0]);

    double in_order = 0;
    for (int i = 0; i < 64; ++i) in_order += a[i] * b[i];
    told_apart += in_order != lane[0];
  }
  CHECK(told_apart > 10);  // another order rounds differently: the test can fail
}

TEST_CASE("a padded dot product reads from any address") {
  std::vector<double> a(40, 1.0);
  std::vector<double> b(40, 2.0);
  for (std::size_t shift = 0; shift < 8; ++shift) {
    CHECK(numeric::padded_dot(a.data() + shift, b.data() + 7 - shift, 32) == 64);
  }
}
