#include "suite/numeric/cholesky.hpp"

#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench::numeric;

TEST_CASE("cholesky: a factor and two solutions by hand") {
  // A = L L^T with the rows (2), (6, 1), (-8, 5, 3).
  std::vector<double> a{4, 12, 37, -16, -43, 98};
  REQUIRE(cholesky(a, 3));
  CHECK(a == std::vector<double>{2, 6, 1, -8, 5, 3});
  std::vector<double> x{2, 8, 0};
  solve_lower(a, x);
  CHECK(x == std::vector<double>{1, 2, -2.0 / 3});
  x = {6, 11, 6};
  solve_upper(a, x);
  CHECK(x == std::vector<double>{8, 1, 2});
}

TEST_CASE("cholesky: a matrix that is not positive definite is refused") {
  for (std::vector<double> a : {std::vector<double>{1, 2, 4}, {0, 0, 1}, {1, 2, 3}, {-1, 0, 1}}) {
    CHECK_FALSE(cholesky(a, 2));
  }
  std::vector<double> none;
  CHECK(cholesky(none, 0));
}
