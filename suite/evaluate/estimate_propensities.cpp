#include "suite/evaluate/estimate_propensities.hpp"

#include <fmt/core.h>

#include "suite/component/description.hpp"
#include "suite/estimation/assumption_tests.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// Mean probability of the logged actions above which the log shows hardly more than one action per context.
constexpr double nearly_decided = 0.9;

// Says that the logger looked at a feature; empty if that is not known.
std::string warning_of_features(const Log& log) {
  if (log.dimension == 0) return {};
  const FeatureTest found = test_actions_ignore_features(log);
  if (!(found.test.p_value < assumption_test_level)) return {};
  return fmt::format(
      "the logged action depends on feature {}, which frequencies ignore: these propensities are "
      "wrong; {} uses the "
      "features",
      log.feature_names.empty() ? std::to_string(found.feature)
                                : quoted_text(log.feature_names[found.feature]),
      option("propensities", "logistic"));
}

// Says that the features decide the action; empty if they do not.
std::string warning_of_decided_actions(const Log& log) {
  numeric::ExactSum sum;
  for (const double propensity : log.propensities) sum.add(propensity);
  const double mean = sum.value() / static_cast<double>(log.size());
  if (!(mean > nearly_decided) || log.action_count == 1) return {};
  return fmt::format(
      "the features nearly decide the logged action (its estimated probability is {:.2g} on "
      "average): the log shows "
      "hardly more than one action per context, and cannot evaluate a policy that takes others",
      mean);
}

}  // namespace

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
  input.propensity_parameters =
      static_cast<double>((logistic ? features + 1 : 1) * (log->action_count - 1) *
                          (log->has_loggers() ? log->logger_names.size() : 1));
  input.propensities_estimated = fmt::format(
      "the propensities{} are estimated {}{} ({} folds): where the logging policy used anything "
      "that "
      "the {}, and that also moves the reward, every estimate that rests on them is biased, and no "
      "diagnostic shows it",
      replaced ? " of the log are not used, they" : "",
      logistic ? fmt::format("from {} feature{}, by multinomial logistic regression", features,
                             features == 1 ? "" : "s")
               : std::string("by the frequencies of the actions"),
      log->has_loggers() ? ", for each logger by itself" : "", options.folds,
      logistic ? "features do not have" : "pools do not show");
  std::string doubt = logistic ? warning_of_decided_actions(*log) : warning_of_features(*log);
  if (!doubt.empty()) input.warnings.push_back(std::move(doubt));
  input.log = std::move(log);
}

}  // namespace replaybench
