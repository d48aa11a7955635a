#pragma once
// Logs that several logging policies wrote: Log::loggers says which one wrote a record.
//
// Sources: Agarwal, Basu, Schnabel, Joachims 2017, "Effective evaluation using logged bandit feedback
// from multiple loggers"; with a reward model Kallus, Saito, Uehara 2021, "Optimal off-policy evaluation
// from multiple logging policies".

#include <cstddef>
#include <string>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/offpolicy/terms.hpp"

namespace replaybench::offpolicy {

/// The mixture of a log's logging policies, each as often as it wrote a record: what the balanced
/// estimator takes for the one logger of the whole log.
///
/// The probabilities of logger k are those of the log's target policy of its name (Log::targets): of
/// the logged actions at least. Each record's propensity must be its own logger's probability.
class LoggerMixture {
 public:
  /// Throws NotApplicable, with `evaluator` in the message, for a log without loggers or
  /// propensities, and for a logger whose probabilities no columns give. O(n + loggers). Needs the
  /// log alive.
  LoggerMixture(const std::string& evaluator, const Log& log);

  /// sum_k (n_k / n) pi_k(a | x) of the logged action of record i. Throws NotApplicable if the
  /// record's propensity is not what its own logger's columns say. O(loggers).
  double propensity(std::size_t i) const;

 private:
  std::string evaluator_;
  const Log& log_;
  std::vector<const TargetPolicy*> policies_;  // by logger; null: wrote no record
  std::vector<double> shares_;
};

/// Changes the terms of a mean, without or with a reward model, into those of the weighted estimator
///   sum_k M_k mean_k,  M_k in proportion to n_k / s_k^2,  sum_k M_k = 1,
/// mean_k and s_k^2 the mean and the sample variance of the n_k terms of logger k: a logger
/// whose estimate varies less, being nearer to the policy, counts more (Agarwal et al. 2017). The
/// terms' mean becomes the estimate, and their deviations those within the loggers, so scaled that
/// the standard error of the mean is that of the strata, sqrt(sum_k M_k^2 s_k^2 / n_k) =
/// 1 / sqrt(sum_k n_k / s_k^2), the M_k taken for known. A weight becomes that of its outcome in the
/// estimate, M_k n / n_k times what it was. O(n).
/// Throws NotApplicable, with `evaluator` in the message, for a log without loggers, and for a
/// logger of whose variance nothing is known: of fewer than two records, or of terms all alike.
void weigh_by_divergence(const std::string& evaluator, const Log& log, std::vector<Term>& terms);

}  // namespace replaybench::offpolicy
