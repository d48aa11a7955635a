#pragma once
// A symmetric positive definite system of linear equations that is summed over records.

#include <cstddef>
#include <span>
#include <vector>

namespace replaybench::offpolicy {

/// The sum of a_j b_j, added in their order: the bits of the models' studies, which numeric::dot with
/// its parallel sums does not give. O(length).
inline double dot_in_order(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

/// A x = b with A = sum v f f^T and b = sum v f y over records of features f.
class PositiveSystem {
 public:
  explicit PositiveSystem(std::size_t d) : d_(d), numbers_(size(d)) {}
  /// Numbers that a system of d unknowns keeps: the lower triangle and the right side.
  static constexpr std::size_t size(std::size_t d) { return d * (d + 1) / 2 + d; }

  void clear();
  /// One record. O(d^2), or O(features that are not 0 times d).
  void add(std::span<const double> features, double v, double y);
  /// The records of another system of as many unknowns. O(d^2).
  void add(const PositiveSystem& other);
  /// A += amount I, from row `first` on.
  void add_to_diagonal(std::size_t first, double amount);
  /// b += scale x, from row `first` on.
  void add_to_right_side(std::size_t first, double scale, std::span<const double> x);
  /// x = A^-1 b by Cholesky; destroys the system. Throws NumericalFailure where A is not positive
  /// definite, or x is not finite. O(d^3).
  void solve(std::span<double> x);

 private:
  double* right_side() { return numbers_.data() + d_ * (d_ + 1) / 2; }

  std::size_t d_;
  std::vector<double> numbers_;  // the matrix packed by rows, then the right side
};

}  // namespace replaybench::offpolicy
