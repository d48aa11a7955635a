#include "suite/numeric/symmetric_matrix.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "suite/numeric/cholesky.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/oracles/matrix.hpp"

using namespace replaybench;
using testing::Matrix;

namespace {

// Whole numbers, so that every product and sum below is exact and comparisons need no tolerance.
struct Case {
  std::vector<double> packed;
  Matrix full;
  std::vector<double> x;
};

Case random_case(std::size_t d) {
  Draws draws({3}, d);
  Case made{std::vector<double>(numeric::packed_size(d)), Matrix(d, d), {}};
  for (std::size_t i = 0; i < d; ++i) {
    made.x.push_back(static_cast<int>(draws.below(21)) - 10);
    for (std::size_t j = i; j < d; ++j) {
      const double value = static_cast<int>(draws.below(201)) - 100;
      made.packed[numeric::packed_index(d, i, j)] = value;
      made.full(i, j) = made.full(j, i) = value;
    }
  }
  return made;
}

}  // namespace

TEST_CASE("packed places: diagonal after diagonal, each pair once, symmetric") {
  CHECK(numeric::packed_index(3, 0, 0) == 0);
  CHECK(numeric::packed_index(3, 2, 2) == 2);
  CHECK(numeric::packed_index(3, 0, 1) == 3);
  CHECK(numeric::packed_index(3, 2, 1) == 4);
  CHECK(numeric::packed_index(3, 0, 2) == 5);
  for (std::size_t d = 1; d < 20; ++d) {
    std::set<std::size_t> places;
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = i; j < d; ++j) {
        places.insert(numeric::packed_index(d, i, j));
        CHECK(numeric::packed_index(d, i, j) == numeric::packed_index(d, j, i));
      }
    }
    CHECK(places.size() == numeric::packed_size(d));
    CHECK(*places.rbegin() == numeric::packed_size(d) - 1);
  }
}

TEST_CASE("packed operations with 16 features have the bits of the loop for any dimension") {
  for (std::uint64_t t = 0; t < 200; ++t) {
    const std::size_t d = t % 2 == 0 ? 16 : 15;
    Draws draws({6}, t);
    std::vector<double> packed(numeric::packed_size(d));
    std::vector<double> x(d);
    draws.normals(packed);
    draws.normals(x);
    const auto at = [&](std::size_t i, std::size_t j) {
      return packed[numeric::packed_index(d, i, j)];
    };
    std::vector<double> wanted(d);
    for (std::size_t i = 0; i < d; ++i) {
      wanted[i] = at(i, i) * x[i];
      for (std::size_t k = 1; k < d; ++k) {
        if (i + k < d) wanted[i] += at(i, i + k) * x[i + k];
        if (i >= k) wanted[i] += at(i - k, i) * x[i - k];
      }
    }
    std::vector<double> product(d);
    numeric::symmetric_times(packed.data(), x, product.data());
    CHECK(product == wanted);
    std::vector<double> products(packed.size());
    numeric::quadratic_products(x, products.data());
    bool same = true;
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = i; j < d; ++j) {
        same = same && products[numeric::packed_index(d, i, j)] == (i == j ? 1 : 2) * x[i] * x[j];
      }
    }
    CHECK(same);
  }
}

TEST_CASE("packed operations agree with full matrices") {
  for (std::size_t d = 1; d < 20; ++d) {
    INFO("d = " << d);
    const Case made = random_case(d);
    const Matrix x = made.x;

    std::vector<double> product(d);
    numeric::symmetric_times(made.packed.data(), made.x, product.data());
    CHECK((made.full * x == product));

    std::vector<double> columns(d);
    for (std::size_t j = 0; j < d; ++j) {
      numeric::add_column(made.packed.data(), d, j, made.x[j], columns.data());
    }
    CHECK(columns == product);

    std::vector<double> products(numeric::packed_size(d));
    numeric::quadratic_products(made.x, products.data());
    CHECK(Matrix(products).dot(made.packed) == x.dot(made.full * x));

    std::vector<double> sum = made.packed;
    numeric::add_outer_product(sum.data(), -2, made.x);
    const Matrix wanted = made.full - 2 * (x * x.transpose());
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        CHECK(sum[numeric::packed_index(d, i, j)] == wanted(i, j));
      }
    }
  }
}

TEST_CASE("packed by rows: row after row, and products and sums as by diagonals") {
  CHECK(numeric::row_packed_index(0, 0) == 0);
  CHECK(numeric::row_packed_index(1, 0) == 1);
  CHECK(numeric::row_packed_index(0, 1) == 1);
  CHECK(numeric::row_packed_index(1, 1) == 2);
  CHECK(numeric::row_packed_index(2, 0) == 3);
  for (std::size_t d = 1; d < 40; ++d) {
    CAPTURE(d);
    Draws draws({4}, d);
    // Not whole numbers: the bits must be the same, so the order of additions counts.
    std::vector<double> diagonals(numeric::packed_size(d));
    std::vector<double> rows(numeric::packed_size(d));
    std::vector<double> x(d);
    std::vector<double> sparse(d);
    std::vector<std::uint32_t> active;
    for (std::size_t i = 0; i < d; ++i) {
      x[i] = draws.normal();
      if (draws.below(3) == 0) {
        sparse[i] = x[i];
        active.push_back(static_cast<std::uint32_t>(i));
      }
      for (std::size_t j = 0; j <= i; ++j) {
        const double value = draws.normal();
        diagonals[numeric::packed_index(d, i, j)] = value;
        rows[numeric::row_packed_index(i, j)] = value;
      }
    }
    std::vector<double> expected(d);
    std::vector<double> seen(d);
    numeric::symmetric_times(diagonals.data(), x, expected.data());
    numeric::row_packed_times(rows.data(), x, seen);
    CHECK(seen == expected);
    std::fill(expected.begin(), expected.end(), 0.0);
    for (const std::uint32_t j : active) {
      numeric::add_column(diagonals.data(), d, j, sparse[j], expected.data());
    }
    numeric::row_packed_times(rows.data(), sparse, active, seen);
    CHECK(seen == expected);
    numeric::add_outer_product(diagonals.data(), -0.7, x);
    numeric::add_row_packed_outer_product(rows.data(), -0.7, x, seen);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        REQUIRE(rows[numeric::row_packed_index(i, j)] == diagonals[numeric::packed_index(d, i, j)]);
      }
    }
  }
}

TEST_CASE("cholesky: a factor and two solutions by hand") {
  // A = L L^T with the rows (2), (6, 1), (-8, 5, 3).
  std::vector<double> a{4, 12, 37, -16, -43, 98};
  REQUIRE(numeric::cholesky(a, 3));
  CHECK(a == std::vector<double>{2, 6, 1, -8, 5, 3});
  std::vector<double> x{2, 8, 0};
  numeric::solve_lower(a, x);
  CHECK(x == std::vector<double>{1, 2, -2.0 / 3});
  x = {6, 11, 6};
  numeric::solve_upper(a, x);
  CHECK(x == std::vector<double>{8, 1, 2});
}

TEST_CASE("cholesky: a matrix that is not positive definite is refused") {
  for (std::vector<double> a : {std::vector<double>{1, 2, 4}, {0, 0, 1}, {1, 2, 3}, {-1, 0, 1}}) {
    CHECK_FALSE(numeric::cholesky(a, 2));
  }
  std::vector<double> none;
  CHECK(numeric::cholesky(none, 0));
}
