#include "suite/plan/sweep.hpp"

#include "suite/plan/plan.hpp"
#include "suite/testing/catch.hpp"
#include "suite/theory/functions.hpp"

using namespace replaybench;

namespace {

NumberColumn values_of(const std::string& text, const std::vector<SweepAxis>& sweep) {
  const auto rows = combinations(sweep, std::nullopt);
  return numbers_by_row(Expression::parse(text, theory_functions()), sweep_table(sweep, rows));
}

}  // namespace

TEST_CASE("sweep: without variables it is one combination") {
  CHECK(combinations({}, std::nullopt).size() == 1);
  CHECK(values_of("10 + 2", {}) == NumberColumn{12});
}

TEST_CASE("sweep: the last variable changes first, and expressions see each combination") {
  const std::vector<SweepAxis> sweep{{"K", {"2", "5"}, true}, {"T", {"10", "20", "30"}, true}};
  CHECK(values_of("K", sweep) == NumberColumn{2, 2, 2, 5, 5, 5});
  CHECK(values_of("T/K", sweep) == NumberColumn{5, 10, 15, 2, 4, 6});
  const auto some = combinations(sweep, Expression::parse("K > 2 and T < 30", theory_functions()));
  REQUIRE(some.size() == 2);
  CHECK(some[1] == Combination{{"K", "5"}, {"T", "20"}});
  CHECK(combinations({{"K", {}, true}}, std::nullopt).empty());
  CHECK_THROWS_AS(values_of("name", {{"name", {"a", "b"}, false}}), ExpressionError);
}
