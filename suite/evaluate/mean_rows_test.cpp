#include "suite/evaluate/mean_rows.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn error = add(Role::standard_error);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn gain = add("gain");
} schema{};

ResultRow row(std::uint64_t step, double estimate, double error, double gain) {
  return schema.row(step,
                    {schema.estimate(estimate), schema.error(error), schema.low(estimate - error),
                     schema.high(estimate + error), schema.gain(gain)});
}

}  // namespace

TEST_CASE("mean rows: means at each step over the repetitions that reach it, by hand") {
  const double none = std::nan("");
  const auto rows = mean_rows(schema, {{row(10, 0.25, 0.3, none), row(20, 0.5, 0.1, 1)},
                                       {row(10, 0.75, 0.5, 4), row(20, 1, 0.2, 2)},
                                       {row(10, 0.5, 0.1, 2)}});
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].step == 10);
  CHECK(rows[0][schema.estimate] == 0.5);
  // Squared errors .09, .25, .01; the estimates .25, .75, .5 have variance 1/16.
  CHECK(rows[0][schema.error] == Approx(std::sqrt(0.35 / 3 + 0.0625 / 3)).epsilon(1e-14));
  CHECK(rows[0][schema.gain] == 3);
  CHECK(std::isnan(rows[0][schema.low]));
  CHECK(std::isnan(rows[0][schema.high]));
  CHECK(rows[1].step == 20);
  CHECK(rows[1][schema.estimate] == 0.75);
  CHECK(rows[1][schema.error] == Approx(std::sqrt(0.05 / 2 + 0.125 / 2)).epsilon(1e-14));
  CHECK(rows[1][schema.gain] == 1.5);
}

TEST_CASE("mean rows: one repetition is as it is, rows at the same step stay apart") {
  const auto one = mean_rows(schema, {{row(20, 1, 0.5, 7), row(10, 2, 0.5, 8)}});
  REQUIRE(one.size() == 2);
  CHECK(one[0].step == 20);
  CHECK(one[0][schema.low] == 0.5);
  const auto two = mean_rows(schema, {{row(5, 1, 0, 1), row(5, 3, 0, 2)},  //
                                      {row(5, 3, 0, 3), row(5, 5, 0, 4)}});
  REQUIRE(two.size() == 2);
  CHECK(two[0][schema.estimate] == 2);
  CHECK(two[1][schema.estimate] == 4);
}
