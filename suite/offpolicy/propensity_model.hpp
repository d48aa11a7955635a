#pragma once
// Propensities of a log that gives none, estimated from the log itself.
//
// Source: thesis, section 3.6.2 (p. 91; "unknown logging policy": frequencies, or a regression of the
// action on the context). Both are right only where the logging policy depends on nothing but what
// the model sees: a hidden feature that moves both action and reward biases every estimate that
// rests on them, and nothing in the log shows it.
//
// frequency  the share of the action among the records at which it was available, divided by the sum
//            of these shares over the pool: for a logger that is the same in every context. An
//            action that the other folds never show counts as shown at their next record
// logistic   multinomial logistic regression on the features: p(a | x) is in proportion to
//            exp(theta_a0 + theta_a.x) over the available actions, where theta minimises
//              -sum ln p(a_i | x_i) + (l2 / 2) |theta|^2
//            over the training records; x is standardised if this does not converge otherwise

#include <cstdint>
#include <string>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::offpolicy {

enum class PropensityKind { frequency, logistic };

struct PropensityOptions {
  PropensityKind kind = PropensityKind::logistic;
  std::uint64_t folds = 5;  ///< >= 1; 1: no cross-fitting, every record is in its own training
  double l2 = 1;            ///< > 0; logistic
  /// The log's last feature is 1 everywhere, and none of the model, which has a constant of its own.
  bool last_is_constant = false;
};

/// No estimated propensity is smaller: a weight of more would rest on the model alone.
inline constexpr double min_estimated_propensity = 1e-6;

/// An estimate in [min_estimated_propensity, 1] of the probability of each record's logged action,
/// by a model fitted on the records of the other folds; record i is in fold draws(folds, step i).
/// Propensities of the log are not looked at. Throws NotApplicable, with `owner` in the message,
/// for an empty log, more folds than records, a logistic model of no features or of more than 2^22
/// coefficients, and one that does not converge.
/// O(folds n K d iterations), frequency O(folds^2 K + n K).
std::vector<double> estimated_propensities(const std::string& owner, const Log& log,
                                           const PropensityOptions& options, StreamKey folds);

}  // namespace replaybench::offpolicy
