#include "evaluators/select_bandwidth/criterion.hpp"

#include <array>
#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::select_bandwidth;

namespace {

// A row a candidate, a column a repeat.
CriterionTable table_of(const std::vector<std::vector<double>>& rows) {
  CriterionTable table(rows.size(), rows.front().size());
  for (std::size_t c = 0; c < rows.size(); ++c) {
    for (std::size_t r = 0; r < rows[c].size(); ++r) table.at(c, r) = rows[c][r];
  }
  return table;
}

constexpr std::array candidates{0.0, 20.0, 50.0, 100.0};

}  // namespace

TEST_CASE("select_bandwidth: the crossing is on the line between two candidates") {
  // Means .06, .03, -.01, -.04; from 20 to 50 the line falls by .04: it is 0 at 20 + 30 * 3/4.
  const auto table = table_of({{.08, .04}, {.04, .02}, {0, -.02}, {-.03, -.05}});
  const Choice choice = choose_crossing(candidates, table);
  CHECK(choice.nearest == 2);
  CHECK(choice.constant == Approx(42.5));
  // Mean -.01 +- .01, slope .04 / 30.
  CHECK(choice.constant_error == Approx(.01 / (.04 / 30)));
  CHECK_FALSE(choice.at_edge);
  // |20|: .03 - .01 = .02 by the sums (.04 + 0, .02 - .02) = .04, 0: mean .02, error .02: similar.
  // |0|: (.08, .02): mean .05, error .03: similar. |100|: (.03, .03): distinguished.
  CHECK(choice.similar == 2);
}

TEST_CASE("select_bandwidth: of two crossings, the one with the nearer neighbour") {
  const auto table = table_of({{.05, .05}, {-.01, -.01}, {.02, .02}, {.09, .09}});
  const Choice choice = choose_crossing(candidates, table);
  CHECK(choice.nearest == 1);
  CHECK(choice.constant == Approx(30));
  CHECK(choice.similar == 0);
}

TEST_CASE("select_bandwidth: no crossing") {
  const Choice last =
      choose_crossing(candidates, table_of({{.4, .4}, {.3, .3}, {.2, .2}, {.1, .1}}));
  CHECK(last.constant == 100);
  CHECK(last.at_edge);
  CHECK(std::isnan(last.constant_error));
  // Less than no jitter there is not: 0 is no edge, 5 is.
  const auto falling = table_of({{-.1, -.1}, {-.2, -.2}, {-.3, -.3}, {-.4, -.4}});
  CHECK_FALSE(choose_crossing(candidates, falling).at_edge);
  CHECK(choose_crossing(candidates, falling).constant == 0);
  constexpr std::array positive{5.0, 20.0, 50.0, 100.0};
  CHECK(choose_crossing(positive, falling).at_edge);
  // One candidate alone is no choice.
  CHECK_FALSE(choose_crossing(std::array{5.0}, table_of({{.1, .2}})).at_edge);
  // Nothing depends on the jitter: the first, and all others are as good.
  const Choice flat =
      choose_crossing(candidates, table_of({{.1, -.2}, {.1, -.2}, {.1, -.2}, {.1, -.2}}));
  CHECK(flat.constant == 0);
  CHECK(flat.similar == 3);
}

TEST_CASE("select_bandwidth: exactly 0 is its own crossing") {
  const Choice choice =
      choose_crossing(candidates, table_of({{.1, .1}, {0, 0}, {-.1, -.1}, {-.2, -.2}}));
  CHECK(choice.constant == Approx(20));
  CHECK(choice.nearest == 1);
}

TEST_CASE("select_bandwidth: the largest") {
  const auto table = table_of({{.375, .625}, {.5, .75}, {.75, .5}, {.25, .25}});
  const Choice choice = choose_largest(candidates, table);
  CHECK(choice.constant == 20);
  CHECK(choice.nearest == 1);
  // 0 is 1/8 below in both repeats: distinguished. 50 has the same mean. 100: 3/8 +- 1/8: apart.
  CHECK(choice.similar == 1);
  CHECK_FALSE(choice.at_edge);
  CHECK(choose_largest(candidates, table_of({{0, 0}, {1, 1}, {2, 2}, {3, 3}})).at_edge);
  CHECK_FALSE(choose_largest(candidates, table_of({{3, 3}, {1, 1}, {2, 2}, {0, 0}})).at_edge);
}
