#pragma once
// Weights that make up for a logging policy that was not uniform over a constant set of actions.

#include <algorithm>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::estimation {

/// Weight of an accepted record.
enum class WeightKind {
  none,        ///< 1
  pool_size,   ///< K_t, the number of actions that were available (thesis, section 3.7.2, p. 97)
  propensity,  ///< 1 / max(p_t, clip), p_t the logged probability (thesis,
               ///< section 3.6.1, p. 89, and, clipped, section 3.6.2, p. 91)
  frequency,  ///< 1 / max(n(a_t) / T, clip), n(a) the records of action a among all T: for a logger
              ///< whose probabilities are unknown, but the same in every context (section 3.6.2,
              ///< p. 91)
};

struct Weighting {
  WeightKind kind = WeightKind::none;
  double clip = 0;
};

/// The parameters "weights" and "clip", for an evaluator's description.
inline Binding<Weighting> weighting_parameters() {
  return bind_parameters<Weighting>(
      choice(&Weighting::kind, "weights",
             {{"none", WeightKind::none},
              {"pool_size", WeightKind::pool_size},
              {"propensity", WeightKind::propensity},
              {"frequency", WeightKind::frequency}},
             "weight of an accepted record: 1, the number of available actions, 1 / propensity, or "
             "1 / share of its action in the log"),
      real(&Weighting::clip, "clip",
           "tau: with weights = propensity or frequency the weight is 1 / max(p, tau)")
          .at_least(0)
          .at_most(1)
          .source("Strehl et al., thesis section 3.6.2 (p. 91): 0.01 to 0.05"));
}

/// Assumptions of a weighting: weights correct the estimate of a static policy, not the
/// history that a learning algorithm sees (thesis section 3.6.3, p. 92).
inline LogAssumptions weighting_assumptions(const Weighting& weighting) {
  return {.uniform_actions =
              weighting.kind == WeightKind::none || weighting.kind == WeightKind::pool_size,
          .constant_pool = weighting.kind == WeightKind::none,
          .static_policy = weighting.kind != WeightKind::none};
}

/// The share of each action among the records; all 0 for an empty log. O(n + actions).
inline std::vector<double> action_shares(const Log& log) {
  std::vector<double> shares(log.action_count, 0);
  for (const Action action : log.actions) ++shares[action];
  for (double& share : shares) share /= std::max(1.0, static_cast<double>(log.size()));
  return shares;
}

/// One weight a record; empty for WeightKind::none. Throws NotApplicable when propensities are
/// wanted and the log has none. O(n).
inline std::vector<double> record_weights(const Log& log, const Weighting& weighting) {
  if (weighting.kind == WeightKind::none) return {};
  std::vector<double> weights(log.size());
  if (weighting.kind == WeightKind::pool_size) {
    for (std::size_t i = 0; i < log.size(); ++i) weights[i] = log.available(i).size();
    return weights;
  }
  if (weighting.kind == WeightKind::frequency) {
    const std::vector<double> shares = action_shares(log);
    for (std::size_t i = 0; i < log.size(); ++i) {
      weights[i] = 1 / std::max(shares[log.actions[i]], weighting.clip);
    }
    return weights;
  }
  if (!log.has_propensities()) {
    throw NotApplicable("this log does not give the probabilities of the logged actions");
  }
  for (std::size_t i = 0; i < log.size(); ++i) {
    weights[i] = 1 / std::max(log.propensities[i], weighting.clip);
  }
  return weights;
}

}  // namespace replaybench::estimation
