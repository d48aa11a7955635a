#include "suite/component/evaluator.hpp"

namespace replaybench {

std::vector<std::string> Evaluator::remarks(const Log&, const Agent&, const ResultRow&) const {
  return {};
}

}  // namespace replaybench
