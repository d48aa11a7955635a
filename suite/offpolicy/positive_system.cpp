#include "suite/offpolicy/positive_system.hpp"

#include <algorithm>
#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/cholesky.hpp"
#include "suite/numeric/symmetric_matrix.hpp"

namespace replaybench::offpolicy {

void PositiveSystem::clear() { std::fill(numbers_.begin(), numbers_.end(), 0.0); }

void PositiveSystem::add(std::span<const double> features, double v, double y) {
  double* row = numbers_.data();
  double* const right = right_side();
  for (std::size_t i = 0; i < d_; ++i) {
    const double scaled = v * features[i];
    if (scaled != 0) {
      for (std::size_t j = 0; j <= i; ++j) row[j] += scaled * features[j];
      right[i] += scaled * y;
    }
    row += i + 1;
  }
}

void PositiveSystem::add(const PositiveSystem& other) {
  for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] += other.numbers_[i];
}

void PositiveSystem::add_to_diagonal(std::size_t first, double amount) {
  for (std::size_t i = first; i < d_; ++i) numbers_[numeric::row_packed_index(i, i)] += amount;
}

void PositiveSystem::add_to_right_side(std::size_t first, double scale, std::span<const double> x) {
  for (std::size_t i = first; i < d_; ++i) right_side()[i] += scale * x[i];
}

void PositiveSystem::solve(std::span<double> x) {
  if (!numeric::cholesky(numbers_, d_)) {
    throw NumericalFailure("the reward model's regression is singular");
  }
  std::copy_n(right_side(), d_, x.begin());
  numeric::solve_lower(numbers_, x);
  numeric::solve_upper(numbers_, x);
  if (!std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); })) {
    throw NumericalFailure("the reward model's regression is not finite");
  }
}

}  // namespace replaybench::offpolicy
