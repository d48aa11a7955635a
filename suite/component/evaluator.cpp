#include "suite/component/evaluator.hpp"

namespace replaybench {

std::optional<EstimateBasis> Evaluator::basis(Trial&) const { return std::nullopt; }

std::vector<std::string> Evaluator::remarks(const Log&, const Agent&, const ResultRow&) const {
  return {};
}

}  // namespace replaybench
