#include "suite/component/evaluator.hpp"

#include "suite/component/basis.hpp"

namespace replaybench {

EstimateBasis Evaluator::evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const {
  evaluate(trial, rows);
  return {};
}

std::vector<std::string> Evaluator::remarks(const Log&, const Agent&, const ResultRow&) const {
  return {};
}

std::optional<IntervalDoubt> Evaluator::interval_doubt(const ResultRow&) const {
  return std::nullopt;
}

}  // namespace replaybench
