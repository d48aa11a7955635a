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
  stretches,  ///< from the records' influences on both estimates, summed over ranges of the log
  any,        ///< from both standard errors; valid for any dependence of the two errors
  none        ///< there is no interval
};

/// Two estimates of one evaluator on one part of the log.
struct ComparedEstimates {
  std::string segment;  ///< empty for the whole log
  std::string evaluator;
  std::string first_policy, second_policy;
  Estimated first, second;
  Estimated difference;  ///< the second minus the first, with a 95% interval
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

/// Methods of the intervals: a sentence without full stop for each method that occurs.
std::vector<std::string> interval_sentences(const ComparedResults& compared);
/// "paired", "any dependence", "none".
std::string_view word_of(Pairing pairing);

/// Compares the policies of both results: those with the same name, or the only policy of each result.
///
/// If both results have sums of the records' influences along the log (ips, snips, dr, replay, ...), the interval is
/// paired: Student's t with J - 1 degrees of freedom, from the variance of the differences of these sums over J ranges of
/// the log, 10 <= J <= 81. Otherwise half of the interval is 1.96 times the sum of the standard errors, because the errors
/// of two estimates from one log may have any correlation.
///
/// Throws SpecErrors, which names both files, if the logs differ (records, actions, rewards along the log), or if the
/// results have no policy or no evaluator in common; DataError if a text is not a result with details.
/// O(size of the results).
ComparedResults compare_results(const NamedResult& first, const NamedResult& second);

}  // namespace replaybench::evaluationpage
