#include "suite/learning/two_way_anova.hpp"

#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/oracles/matrix.hpp"

using namespace replaybench;
using namespace replaybench::learning;

namespace {

struct Observation {
  std::size_t row, column;
  double outcome;
};

std::optional<Interaction> tested(const std::vector<Observation>& data, std::size_t rows,
                                  std::size_t columns) {
  std::vector<AnovaCell> cells(rows * columns);
  double squares = 0;
  for (const auto& [row, column, outcome] : data) {
    cells[row * columns + column].count += 1;
    cells[row * columns + column].sum += outcome;
    squares += outcome * outcome;
  }
  return interaction(cells, columns, squares);
}

}  // namespace

TEST_CASE("two-way analysis of variance: breaks of yarn, two wools, three tensions") {
  // Tippett 1950, p. 106 (R's data set warpbreaks).
  const double breaks[6][9] = {
      {26, 30, 54, 25, 70, 52, 51, 26, 67}, {18, 21, 29, 17, 12, 18, 35, 30, 36},
      {36, 21, 24, 18, 10, 43, 28, 15, 26}, {27, 14, 29, 19, 29, 31, 41, 20, 44},
      {42, 26, 19, 16, 39, 28, 21, 39, 29}, {20, 21, 24, 17, 13, 15, 15, 16, 28}};
  std::vector<Observation> data;
  for (std::size_t cell = 0; cell < 6; ++cell) {
    for (const double count : breaks[cell]) data.push_back({cell / 3, cell % 3, count});
  }
  // R: anova(lm(breaks ~ wool * tension)): wool:tension 2, 1002.8, F 4.1891, p 0.021044; residuals
  // 48, 5745.1.
  const auto result = tested(data, 2, 3);
  REQUIRE(result);
  CHECK(result->freedom == 2);
  CHECK(result->error_freedom == 48);
  CHECK(result->sum_of_squares == Approx(1002.8).margin(0.05));
  CHECK(result->error == Approx(5745.1).margin(0.05));
  CHECK(result->f == Approx(4.1891).margin(5e-5));
  CHECK(result->p == Approx(0.021044).margin(5e-7));
  // The balanced case has a closed form: the squares of the cells' means less row, column effects.
  double sum = 0;
  double mean[2][3] = {};
  for (const auto& [row, column, outcome] : data) mean[row][column] += outcome / 9;
  for (int r = 0; r < 2; ++r) {
    for (int c = 0; c < 3; ++c) {
      double row = 0, column = 0, all = 0;
      for (int k = 0; k < 3; ++k) row += mean[r][k] / 3;
      for (int k = 0; k < 2; ++k) column += mean[k][c] / 2;
      for (int k = 0; k < 6; ++k) all += mean[k / 3][k % 3] / 6;
      sum += 9 * std::pow(mean[r][c] - row - column + all, 2);
    }
  }
  CHECK(result->sum_of_squares == Approx(sum).epsilon(1e-12));
}

TEST_CASE("two-way analysis of variance: unequal numbers and empty cells, against least squares") {
  for (std::uint64_t t = 0; t < 60; ++t) {
    Draws draws({71}, t);
    const std::size_t rows = 2 + draws.below(5);
    const std::size_t columns = 2 + draws.below(4);
    std::vector<bool> empty(rows * columns);
    for (std::size_t i = 0; i < empty.size(); ++i) empty[i] = draws.below(4) == 0;
    std::vector<Observation> data;
    const std::size_t n = 30 + draws.below(100);
    for (std::size_t i = 0; i < n; ++i) {
      const Observation o{draws.below(std::uint32_t(rows)), draws.below(std::uint32_t(columns)),
                          double(draws.below(t % 2 == 0 ? 2 : 50))};
      if (!empty[o.row * columns + o.column]) data.push_back(o);
    }
    // Least-squares fits to indicator columns.
    testing::Matrix additive(data.size(), rows + columns);
    testing::Matrix full(data.size(), rows * columns);
    testing::Matrix y(data.size());
    for (std::size_t i = 0; i < data.size(); ++i) {
      const Observation& o = data[i];
      additive(i, o.row) = 1;
      additive(i, rows + o.column) = 1;
      full(i, o.row * columns + o.column) = 1;
      y[i] = o.outcome;
    }
    const auto [without, without_rank] = testing::least_squares(additive, y);
    const auto [with, with_rank] = testing::least_squares(full, y);
    const auto result = tested(data, rows, columns);
    if (with_rank == without_rank) {
      CHECK(!result);
      continue;
    }
    REQUIRE(result);
    CHECK(result->freedom == with_rank - without_rank);
    CHECK(result->error_freedom == data.size() - with_rank);
    CHECK(result->sum_of_squares == Approx(without - with).epsilon(1e-9).margin(1e-9));
    CHECK(result->error == Approx(with).epsilon(1e-9));
    const boost::math::fisher_f f(double(result->freedom), double(result->error_freedom));
    CHECK(result->p ==
          Approx(boost::math::cdf(boost::math::complement(f, result->f))).epsilon(1e-9));
  }
}

TEST_CASE("two-way analysis of variance: nothing to test, and certainty") {
  CHECK(!interaction({}, 3, 0));
  // One row; one observation a cell; outcomes that never differ.
  CHECK(!tested({{0, 0, 1}, {0, 1, 0}, {0, 1, 1}}, 1, 2));
  CHECK(!tested({{0, 0, 1}, {0, 1, 0}, {1, 0, 1}, {1, 1, 0}}, 2, 2));
  std::vector<Observation> same;
  for (std::size_t i = 0; i < 12; ++i) same.push_back({i % 2, i / 2 % 2, 1});
  CHECK(!tested(same, 2, 2));
  // Two groups of columns that no row connects: their effects cannot be compared.
  CHECK(!tested({{0, 0, 1}, {0, 0, 0}, {0, 1, 0}, {1, 2, 1}, {1, 2, 0}, {1, 3, 1}}, 2, 4));
  // The outcome is the interaction: no error is left.
  std::vector<Observation> certain;
  for (std::size_t i = 0; i < 12; ++i)
    certain.push_back({i % 2, i / 2 % 2, double((i % 2) ^ (i / 2 % 2))});
  const auto result = tested(certain, 2, 2);
  REQUIRE(result);
  CHECK(std::isinf(result->f));
  CHECK(result->p == 0);
  // Effects of the row and of the column alone are none.
  std::vector<Observation> additive;
  for (std::size_t i = 0; i < 12; ++i) {
    additive.push_back(
        {i % 2, i / 2 % 2, 3.0 * double(i % 2) - 2.0 * double(i / 2 % 2) + double(i / 4 % 2)});
  }
  const auto none = tested(additive, 2, 2);
  REQUIRE(none);
  CHECK(none->sum_of_squares == Approx(0).margin(1e-9));
  CHECK(none->p == Approx(1).margin(1e-4));
}
