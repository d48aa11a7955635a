#include "suite/evaluate/estimate_propensities.hpp"

#include <fmt/core.h>

#include "suite/component/description.hpp"

namespace replaybench {

void estimate_propensities(InputLog& input, const offpolicy::PropensityOptions& options,
                           std::uint64_t seed) {
  auto log = std::make_shared<Log>(*input.log);
  const bool replaced = log->has_propensities();
  const std::size_t features = log->dimension - (input.has_intercept ? 1 : 0);
  const bool logistic = options.kind == offpolicy::PropensityKind::logistic;
  if (logistic && features == 0) {
    throw NotApplicable(option("propensities", "logistic") + ": the log has no features; " +
                        option("propensities", "frequency") + " needs none");
  }
  offpolicy::PropensityOptions model = options;
  model.last_is_constant = input.has_intercept;
  log->propensities = offpolicy::estimated_propensities(
      option("propensities"), *log, model, derive_key(seed, "propensities", "folds", "evaluate"));
  input.propensities_estimated = fmt::format(
      "the propensities{} are estimated {} ({} folds): where the logging policy used anything that "
      "the {}, and that also moves the reward, every estimate that rests on them is biased, and no "
      "diagnostic shows it",
      replaced ? " of the log are not used, they" : "",
      logistic ? fmt::format("from {} feature{}, by multinomial logistic regression", features,
                             features == 1 ? "" : "s")
               : std::string("by the frequencies of the actions"),
      options.folds, logistic ? "features do not have" : "pools do not show");
  input.log = std::move(log);
}

}  // namespace replaybench
