#include "suite/numeric/dot.hpp"

#include <cstdint>
#include <vector>

#include "suite/numeric/row_dots.hpp"
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

namespace {

// The order of additions that the header documents.
double in_order(std::span<const double> x, const double* row) {
  double lane[4] = {};
  for (std::size_t i = 0; i < x.size(); ++i) lane[i % 4] += x[i] * row[i];
  return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}

}  // namespace

TEST_CASE("row dots: by hand") {
  const std::vector<double> x{1, 2, 3, 4, 5};
  const std::vector<double> row{10, 20, 30, 40, 50, 0, 0, 0};
  CHECK(numeric::RowDots(x).one(row.data()) == 10 + 40 + 90 + 160 + 250);
}

TEST_CASE("row dots: any size, any number of rows, the documented order to the bit") {
  int told_apart = 0;
  for (std::size_t size = 0; size <= 70; ++size) {
    Draws draws({11}, size);
    // In memory of its own, so that a sanitizer sees a read past the end.
    std::vector<double> x(size);
    for (double& value : x) value = draws.uniform() - 0.5;
    const std::size_t row_size = numeric::padded_size(size) + 16;
    numeric::Rows memory(11 * row_size);
    std::vector<const double*> rows;
    for (std::size_t r = 0; r < 11; ++r) {
      double* row = memory.data() + r * row_size;
      for (std::size_t i = 0; i < size; ++i) row[i] = draws.uniform() - 0.5;
      rows.push_back(row);
    }
    const numeric::RowDots dots(x);
    for (std::size_t count = 0; count <= rows.size(); ++count) {
      std::vector<double> out(count + 1, 7.0);
      dots(std::span(rows).first(count), out.data());
      bool same = true;
      for (std::size_t r = 0; r < count; ++r) {
        same = same && out[r] == in_order(x, rows[r]) && out[r] == dots.one(rows[r]);
      }
      CHECK(same);
      CHECK(out[count] == 7);
    }
    double plain = 0;
    for (std::size_t i = 0; i < size; ++i) plain += x[i] * rows[0][i];
    told_apart += plain != dots.one(rows[0]);
  }
  CHECK(told_apart > 10);  // another order rounds differently: the test can fail
}

TEST_CASE("row dots: rows begin at a cache line") {
  for (const std::size_t size : {1, 16, 1000}) {
    const numeric::Rows rows(size);
    CHECK(reinterpret_cast<std::uintptr_t>(rows.data()) % 64 == 0);
  }
}
