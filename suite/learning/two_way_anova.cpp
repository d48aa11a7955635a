#include "suite/learning/two_way_anova.hpp"

// Eigen lives in a namespace of its own here, as in suite/learning/ridge.cpp: a program that uses
// Eigen too, compiled for another vector width, must not share its inline functions.
#define Eigen replaybench_eigen
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "suite/statistics/student_t.hpp"

namespace replaybench::learning {

namespace {

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

// Columns that rows connect: whose effects can be compared. A column's label is the least of its
// group.
std::vector<std::size_t> groups_of(std::span<const AnovaCell> cells, std::size_t columns) {
  std::vector<std::size_t> label(columns);
  std::iota(label.begin(), label.end(), std::size_t{0});
  for (std::size_t at = 0; at < cells.size(); at += columns) {
    std::size_t first = columns;
    for (std::size_t c = 0; c < columns; ++c) {
      if (cells[at + c].count == 0) continue;
      if (first == columns) first = c;
      const std::size_t one = std::min(label[first], label[c]);
      const std::size_t other = std::max(label[first], label[c]);
      std::replace(label.begin(), label.end(), other, one);
    }
  }
  return label;
}

// The sum of squares that the effects of rows and columns explain, beyond the rows alone. The rows'
// effects are eliminated from the normal equations; in each group of columns one has the effect 0.
double explained_by_columns(std::span<const AnovaCell> cells, std::size_t columns,
                            const std::vector<std::size_t>& label, std::span<const double> seen) {
  std::vector<std::size_t> place(columns, columns);
  std::size_t unknowns = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    if (seen[c] > 0 && label[c] != c) place[c] = unknowns++;
  }
  if (unknowns == 0) return 0;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(index(unknowns), index(unknowns));
  Eigen::VectorXd b = Eigen::VectorXd::Zero(index(unknowns));
  for (std::size_t at = 0; at < cells.size(); at += columns) {
    double count = 0;
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      count += cells[at + c].count;
      sum += cells[at + c].sum;
    }
    if (count == 0) continue;
    for (std::size_t c = 0; c < columns; ++c) {
      if (place[c] == columns) continue;
      const AnovaCell& cell = cells[at + c];
      const auto i = index(place[c]);
      a(i, i) += cell.count;
      b(i) += cell.sum - cell.count * sum / count;
      for (std::size_t d = 0; d < columns; ++d) {
        if (place[d] != columns) a(i, index(place[d])) -= cell.count * cells[at + d].count / count;
      }
    }
  }
  return b.dot(a.llt().solve(b));
}

}  // namespace

double f_upper_tail(double f, double freedom, double error_freedom) {
  if (std::isinf(f)) return 0;
  return statistics::incomplete_beta(error_freedom / 2, freedom / 2,
                                     error_freedom / (error_freedom + freedom * f));
}

std::optional<Interaction> interaction(std::span<const AnovaCell> cells, std::size_t columns,
                                       double squares) {
  std::vector<double> seen(columns, 0);
  std::size_t rows = 0;
  std::size_t filled = 0;
  double observations = 0;
  double of_cells = 0;  // explained by the means of the cells
  double of_rows = 0;
  for (std::size_t at = 0; at < cells.size(); at += columns) {
    double count = 0;
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      const AnovaCell& cell = cells[at + c];
      if (cell.count == 0) continue;
      ++filled;
      seen[c] += cell.count;
      count += cell.count;
      sum += cell.sum;
      of_cells += cell.sum * cell.sum / cell.count;
    }
    if (count == 0) continue;
    ++rows;
    observations += count;
    of_rows += sum * sum / count;
  }
  const auto label = groups_of(cells, columns);
  std::size_t effects = rows;  // of the additive model
  for (std::size_t c = 0; c < columns; ++c) effects += seen[c] > 0 && label[c] != c ? 1 : 0;
  if (filled <= effects || observations <= static_cast<double>(filled)) return std::nullopt;

  Interaction out;
  const double additive = of_rows + explained_by_columns(cells, columns, label, seen);
  const double roundoff = 1e-12 * squares;
  out.sum_of_squares = std::max(of_cells - additive, 0.0);
  out.error = std::max(squares - of_cells, 0.0);
  if (out.sum_of_squares <= roundoff && out.error <= roundoff) return std::nullopt;
  out.freedom = filled - effects;
  out.error_freedom = static_cast<std::size_t>(observations) - filled;
  const double each = out.sum_of_squares / static_cast<double>(out.freedom);
  out.f = out.error <= roundoff ? std::numeric_limits<double>::infinity()
                                : each / (out.error / static_cast<double>(out.error_freedom));
  out.p =
      f_upper_tail(out.f, static_cast<double>(out.freedom), static_cast<double>(out.error_freedom));
  return out;
}

}  // namespace replaybench::learning
