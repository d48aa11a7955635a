#include "suite/statistics/agreement.hpp"

#include <cmath>
#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::statistics;

using Values = std::vector<double>;

TEST_CASE("leaderboard: Kendall's tau-b by hand") {
  CHECK(kendall_tau_b(Values{1, 2, 3}, Values{10, 20, 30}) == 1);
  CHECK(kendall_tau_b(Values{1, 2, 3}, Values{3, 2, 1}) == -1);
  // Pairs (1,2) and (1,3) agree, (2,3) does not: (2 - 1) / 3.
  CHECK(std::fabs(kendall_tau_b(Values{1, 2, 3}, Values{1, 3, 2}) - 1.0 / 3) < 1e-15);
  // One of three pairs is tied on the left: 2 / sqrt(2 * 3).
  CHECK(std::fabs(kendall_tau_b(Values{1, 1, 2}, Values{1, 2, 3}) - 2 / std::sqrt(6.0)) < 1e-15);
  CHECK(std::isnan(kendall_tau_b(Values{1, 1, 1}, Values{1, 2, 3})));
  CHECK(std::isnan(kendall_tau_b(Values{1, 2}, Values{5, 5})));
  CHECK(std::isnan(kendall_tau_b(Values{1}, Values{5})));
}

TEST_CASE("leaderboard: tau-b is the correlation of the signs of all pairs") {
  for (std::uint64_t turn = 0; turn < 200; ++turn) {
    Draws draws({17}, turn);
    Values a;
    Values b;
    for (int i = 0; i < 7; ++i) {
      a.push_back(draws.below(5));
      b.push_back(draws.below(5));
    }
    // The scalar product of the two antisymmetric matrices of signs, over their norms.
    double product = 0;
    double norm_a = 0;
    double norm_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < a.size(); ++j) {
        const double x = a[i] == a[j] ? 0 : std::copysign(1.0, a[i] - a[j]);
        const double y = b[i] == b[j] ? 0 : std::copysign(1.0, b[i] - b[j]);
        product += x * y;
        norm_a += x * x;
        norm_b += y * y;
      }
    }
    if (norm_a == 0 || norm_b == 0) continue;
    CHECK(std::fabs(kendall_tau_b(a, b) - product / std::sqrt(norm_a * norm_b)) < 1e-14);
    CHECK(kendall_tau_b(a, b) == kendall_tau_b(b, a));
  }
}

TEST_CASE("leaderboard: the best is the first of equal ones") {
  CHECK(place_of_best(Values{1, 3, 3, 2}) == 1);
  CHECK(place_of_best(Values{1}) == 0);
}
