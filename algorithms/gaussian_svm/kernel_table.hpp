#pragma once
// The kernel between all pairs of examples, computed once for all machines.
//
// With one machine per pair of actions an example takes part in K - 1 of them, and LIBSVM computes the
// kernel of two examples again in each. With 2,000 clicks of the front page, some 40 actions and 136
// features that was most of the training.

#include <libsvm/svm.h>

#include <cstddef>
#include <vector>

#include "suite/learning/training_rows.hpp"

namespace replaybench::algorithms::gaussian_svm {

/// exp(-gamma |x - z|^2) for every pair of `rows`, in LIBSVM's form of a precomputed kernel. The products are
/// summed in LIBSVM's order: the values are those that it would compute, to the last bit of its exp.
class KernelTable {
 public:
  /// The examples up to which a table is made: 256 MB. LIBSVM computes the kernel itself for more.
  static constexpr std::size_t max_examples = 4'000;

  /// O(n^2 d) time, 16 (n + 1)^2 bytes.
  KernelTable(const learning::TrainingRows& rows, double gamma);

  /// The row of an example; valid as long as the table.
  svm_node* row(std::size_t example) { return nodes_.data() + example * stride_; }

 private:
  std::size_t stride_;
  std::vector<svm_node> nodes_;
};

}  // namespace replaybench::algorithms::gaussian_svm
