#include "algorithms/gaussian_svm/kernel_table.hpp"

#include <algorithm>
#include <array>

#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::gaussian_svm {

namespace {

// So many inner products side by side, each summed in the order of the features.
constexpr std::size_t width = 32;

// Some neighbouring examples, feature by feature; 0 behind the last example.
std::vector<double> columns(const learning::TrainingRows& rows, std::size_t first) {
  std::vector<double> out(rows.dimension * width, 0);
  for (std::size_t k = 0; k < width && first + k < rows.size(); ++k) {
    const auto row = rows.row(first + k);
    for (std::size_t f = 0; f < rows.dimension; ++f) out[f * width + k] = row[f];
  }
  return out;
}

std::array<double, width> products(std::span<const double> row,
                                   const std::vector<double>& columns) {
  std::array<double, width> sums{};
  for (std::size_t f = 0; f < row.size(); ++f) {
    const double* column = columns.data() + f * width;
    for (std::size_t k = 0; k < width; ++k) sums[k] += row[f] * column[k];
  }
  return sums;
}

double squared_length(std::span<const double> row) {
  double sum = 0;
  for (const double x : row) sum += x * x;
  return sum;
}

}  // namespace

KernelTable::KernelTable(const learning::TrainingRows& rows, double gamma)
    : stride_(rows.size() + 1), nodes_(rows.size() * stride_) {
  const std::size_t n = rows.size();
  std::vector<double> squares(n);
  for (std::size_t i = 0; i < n; ++i) {
    squares[i] = squared_length(rows.row(i));
    row(i)[0] = {0, static_cast<double>(i + 1)};  // the example's number, from 1
  }
  for (std::size_t first = 0; first < n; first += width) {
    const std::vector<double> block = columns(rows, first);
    const std::size_t end = std::min(first + width, n);
    for (std::size_t i = 0; i < end; ++i) {
      const auto product = products(rows.row(i), block);
      for (std::size_t j = std::max(i, first); j < end; ++j) {
        const double kernel =
            numeric::exp(-gamma * (squares[i] + squares[j] - 2 * product[j - first]));
        row(i)[j + 1] = {static_cast<int>(j + 1), kernel};
        row(j)[i + 1] = {static_cast<int>(i + 1), kernel};
      }
    }
  }
}

}  // namespace replaybench::algorithms::gaussian_svm
