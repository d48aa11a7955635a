#pragma once
// A log as a rehearsal uses it: fixed policies by columns, and the logging policy's probabilities of all actions.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/logs/open_log.hpp"

namespace replaybench::rehearsal {

/// Largest probability that a policy may give to actions without records, for which a model supplies the rewards.
inline constexpr double max_unsupported_share = 0.05;

struct RehearsedLog {
  /// Its records, or a sample of them. The first targets are the policies, with the probabilities of all actions.
  std::shared_ptr<const Log> log;
  std::vector<std::uint32_t>
      clusters;  ///< of the records, numbered from 0; empty if they are independent
  std::vector<std::string> policies;  ///< names of the first targets
  std::vector<double>
      unsupported;  ///< of each policy: its probability of actions that the logging policy never takes
  /// n x K: the logging policy's probability of each action, row by row, 0 outside the record's pool.
  std::vector<double> logging;
  std::string logging_known_by;      ///< source of these probabilities, as words for a sentence
  bool logging_is_modelled = false;  ///< a model gives the probabilities of the other actions
  std::uint64_t records = 0;         ///< of the whole log
  /// Reason why this log cannot be rehearsed; the members above are then empty. Otherwise empty.
  std::string impossible;
  std::string remedy;  ///< remedy for it

  bool is_sample() const { return log && records > log->size(); }
  /// Probability of action a at record i under the logging policy, and under a policy.
  double logging_of(std::size_t i, Action a) const { return logging[i * log->action_count + a]; }
  double policy_of(std::size_t policy, std::size_t i, Action a) const {
    return log->targets[policy].all[i * log->action_count + a];
  }
};

/// Prepares a log for policies, each with the name that its target has or gets. A log of more than `most_records` records
/// (or of more than 2^24 numbers n x K) is sampled without replacement, by cluster if there are clusters. The logging
/// policy's probabilities of all actions are the first of these that is known:
///   - the columns named as the record's logger;
///   - uniform ones, if all propensities are uniform;
///   - the propensity of each action, if it is the same in every context;
///   - one minus the propensity, if there are two actions;
///   - a multinomial logistic model, scaled to the probability that the logged action leaves.
/// Throws like make_agent. O(n (K + d) policies).
RehearsedLog rehearsed_log(const InputLog& input,
                           std::span<const Component<AlgorithmDescription>> algorithms,
                           std::span<const std::string> names, std::uint64_t most_records,
                           std::uint64_t seed);

/// Prepares a log for algorithms that are played live on twins: it has no policies yet. A log whose logging policy leaves
/// out more than max_unsupported_share of the available actions is refused, because a learner would try them. Throws as
/// make_agent does. O(n (K + d)).
RehearsedLog rehearsed_log_of_learners(const InputLog& input,
                                       std::span<const Component<AlgorithmDescription>> algorithms,
                                       std::span<const std::string> names,
                                       std::uint64_t most_records, std::uint64_t seed);

}  // namespace replaybench::rehearsal
