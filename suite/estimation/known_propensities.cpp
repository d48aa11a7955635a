#include "suite/estimation/known_propensities.hpp"

#include "suite/component/description.hpp"
#include "suite/text/option.hpp"

namespace replaybench::estimation {

void refuse_without_propensities(const std::string& owner) {
  throw NotApplicable(owner +
                      ": this log does not give the probabilities of the logged actions "
                      "(propensities); if a column "
                      "has them, name it by " +
                      option("columns", "propensity=NAME") + "; otherwise " +
                      option("propensities", "frequency") + " or " +
                      option("propensities", "logistic") + " estimates them");
}

void require_propensities(const std::string& owner, const Log& log) {
  if (log.size() > 0 && !log.has_propensities()) refuse_without_propensities(owner);
}

}  // namespace replaybench::estimation
