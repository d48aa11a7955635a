#include "suite/offpolicy/positive_system.hpp"

#include <algorithm>
#include <cmath>

#include "suite/model/numerical_failure.hpp"

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
  for (std::size_t i = first; i < d_; ++i) at(i, i) += amount;
}

void PositiveSystem::add_to_right_side(std::size_t first, double scale, std::span<const double> x) {
  for (std::size_t i = first; i < d_; ++i) right_side()[i] += scale * x[i];
}

void PositiveSystem::solve(std::span<double> x) {
  for (std::size_t i = 0; i < d_; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = at(i, j);
      for (std::size_t k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
      if (i == j && !(sum > 0)) {
        throw NumericalFailure("the reward model's regression is singular");
      }
      at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
    }
  }
  for (std::size_t i = 0; i < d_; ++i) {
    double sum = right_side()[i];
    for (std::size_t k = 0; k < i; ++k) sum -= at(i, k) * x[k];
    x[i] = sum / at(i, i);
  }
  for (std::size_t i = d_; i-- > 0;) {
    for (std::size_t k = i + 1; k < d_; ++k) x[i] -= at(k, i) * x[k];
    x[i] /= at(i, i);
    if (!std::isfinite(x[i])) {
      throw NumericalFailure("the reward model's regression is not finite");
    }
  }
}

}  // namespace replaybench::offpolicy
