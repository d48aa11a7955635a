#pragma once
// Evaluators whose pass over the log gives the rows and the basis of the estimate at once.

#include <vector>

#include "suite/component/basis.hpp"
#include "suite/component/evaluator.hpp"

namespace replaybench {

class BasisEvaluator : public Evaluator {
 public:
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const final {
    run(trial, rows, nullptr);
  }
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const final {
    EstimateBasis basis;
    run(trial, rows, &basis);
    return basis;
  }

 private:
  /// Appends the rows; with `basis` it also sets the basis of the last row.
  virtual void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const = 0;
};

}  // namespace replaybench
