#pragma once
// Two results of `evaluate --format json` on one log: the differences between their estimates.

#include <string>
#include <vector>

#include "suite/evaluationpage/page_result.hpp"

namespace replaybench::evaluationpage {

/// A result, and its file for messages.
struct NamedResult {
  std::string file;
  const Json* json = nullptr;
};

/// Origin of the interval of a difference.
enum class Pairing {
  stretches,  ///< of the records' parts in both estimates, added up over stretches of the log
  any,        ///< of both standard errors; it holds for any dependence of the two errors
  none        ///< there is no interval
};

/// Two estimates of one evaluator on one part of the log.
struct ComparedEstimates {
  std::string segment;  ///< empty: the whole log
  std::string evaluator;
  std::string first_policy, second_policy;
  Estimated first, second;
  Estimated difference;  ///< the second less the first, with a 95% interval
  Pairing pairing = Pairing::none;

  /// The policies' names, or "the first result" and "the second result" if these are equal.
  std::string first_name() const;
  std::string second_name() const;
  /// "ucb earns 0.227 less (0.199 to 0.254) than lin_ucb under replay".
  std::string answer() const;
};

struct ComparedResults {
  std::string log;
  double records = 0;
  Estimated log_mean;
  std::vector<ComparedEstimates> rows;  ///< of the whole log first
};

/// How the intervals were made: a sentence, without a full stop, for each way that occurs.
std::vector<std::string> interval_sentences(const ComparedResults& compared);
/// "paired", "any dependence", "none".
std::string_view word_of(Pairing pairing);

/// One policy in each result: these two are compared, whatever their names; else the policies that both have.
///
/// Where both have the sums of the records' parts along the log (ips, snips, dr, replay, ...), the interval is paired:
/// the differences of these sums over J <= 81 stretches of the log have a variance of their own, and Student's t with
/// J - 1 degrees of freedom. At least 10 stretches are needed. Else half of the interval is 1.96 times the sum of the
/// standard errors, because the errors of two estimates from one log may be alike or opposed.
///
/// Throws SpecErrors, which names both files, if the logs differ (records, actions, rewards along the log), or if the
/// results have no policy or no evaluator in common; DataError if a text is no result with details.
/// O(size of the results).
ComparedResults compare_results(const NamedResult& first, const NamedResult& second);

}  // namespace replaybench::evaluationpage
