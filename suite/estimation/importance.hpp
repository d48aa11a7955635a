#pragma once
// Importance resampling: records of a log with known propensities, drawn with a probability in
// proportion to 1 / p, so that the resample looks like one of a uniform logging policy.
//
//   here
//   p_t      probability with which the logging policy took the logged action, in (0, 1]
//   w_t      1 / p_t
//   K_t      number of actions that were available
//
// A draw has context x and action a with a probability in proportion to rho(x) p(a | x) / p(a | x):
// every available action alike, and contexts in proportion to K_x rho(x). It is accepted with
// probability 1 / K_x by a policy that is fixed, so that the accepted contexts are those of rho,
// also if pools change (BRED's are not: expansion.hpp). T interactions need T mean(K_t) draws:
// the arithmetic mean over the log, where BRED has the harmonic one.
//
// Basis of a resample:
//   effective          (sum w)^2 / sum w^2 of all records: number of equal weights with the same error
//   fewest_effective   the smallest of that number over the actions, 0 for one that was never logged
//   fewest_records     the smallest number of records of an action

#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::estimation {

struct RecordSupport {
  double effective = 0;
  double fewest_effective = 0;
  double fewest_records = 0;
  Action rarest = 0;  ///< the action with the fewest effective records, the lowest of equals
};

/// 1 / p_t of each record. Throws NotApplicable, naming `evaluator`, if the log is empty or has
/// no propensities. O(n).
std::vector<double> importance_weights(const std::string& evaluator, const Log& log);

/// Support of a log with propensities. O(n + K).
RecordSupport record_support(const Log& log);

/// The arithmetic mean of K_t; `log` is not empty. O(n), O(1) without pools.
double mean_actions(const Log& log);

/// `Columns` of a resampling evaluator, and the columns of RecordSupport.
template <class Columns>
struct WithSupport : Columns {
  RowColumn effective = Columns::add("effective");
  RowColumn fewest_effective = Columns::add("fewest_effective");
  RowColumn fewest_records = Columns::add("fewest_records", Role::count);

  ResultRow extend(const ResultRow& row, const RecordSupport& support) const {
    return Columns::row(row.step, row,
                        {effective(support.effective), fewest_effective(support.fewest_effective),
                         fewest_records(support.fewest_records)});
  }
};

/// Effective records of the rarest action below which a learning algorithm on resamples gets a warning
/// about: see importance_bred.cpp for how the number was set.
inline constexpr double enough_effective_records = 50;

/// Remarks on the support of an estimate by importance resampling, with a warning if it is too small.
/// The propensities must be right, which no number here can show.
std::vector<std::string> support_remarks(const Log& log, const Agent& agent);

/// Remarks, with the reason, if a learning algorithm accepts less than the noise of this number of effective
/// records explains; empty otherwise. `acceptance`: accepted records / number expected under uniform logging.
std::vector<std::string> importance_acceptance_remarks(const Log& log, const Agent& agent,
                                                       double acceptance);

}  // namespace replaybench::estimation
