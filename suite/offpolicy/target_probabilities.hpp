#pragma once
// Policy as an off-policy estimator needs it: for each record of a log the probability of the
// logged action, and of every available action if those are known.

#include <span>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::offpolicy {

/// The probabilities of a fixed policy on the records of one log: of an algorithm that has them,
/// or of columns of the log that an algorithm stands for (Agent::given_target). Columns that hold
/// what an algorithm says give the same bits. Not thread-safe; needs agent and log alive.
class TargetProbabilities {
 public:
  /// Throws NotApplicable, with `evaluator` in the message, for an algorithm that learns or has no
  /// probabilities, and for columns that the log does not have.
  TargetProbabilities(const std::string& evaluator, const Agent& agent, const Log& log);

  /// True if the probabilities of all actions are known, not of the logged action alone.
  bool has_all() const { return !target_ || !target_->all.empty(); }
  /// Reads record i; the members below then speak of it. O(K), or O(1) of given columns without
  /// pools.
  void read(std::size_t i);
  /// pi(logged action | x), at most 1.
  double logged() const { return logged_; }
  /// pi(. | x) of the available actions in their order; empty unless `has_all`. Valid until the
  /// next `read`.
  std::span<const double> all() const { return all_; }
  /// The place of the logged action in `all`.
  std::size_t place() const { return place_; }

 private:
  void read_columns(std::size_t i, const ActionSet& actions);

  const Agent& agent_;
  const Log& log_;
  const TargetPolicy* target_ = nullptr;
  ContextReader contexts_;
  std::vector<double> buffer_;
  std::span<const double> all_;
  double logged_ = 0;
  std::size_t place_ = 0;
};

/// The policy's probabilities at every record as columns named `name`. `all` is empty if those of the logged actions alone
/// are known and a record has more than two actions. Throws as TargetProbabilities. O(n K).
TargetPolicy columns_of_policy(const std::string& evaluator, const Agent& agent, const Log& log,
                               std::string name);

/// Probabilities of all actions that columns of the log give under `name`. Throws NotApplicable,
/// with `evaluator` and the names that there are, when they are missing.
const TargetPolicy& given_columns(const std::string& evaluator, const Log& log,
                                  std::string_view name);

/// The sum of probabilities of all actions less 1: columns need not have the sum 1 to the last digit. O(n).
double above_one(std::span<const double> probabilities);

/// True if a record's propensity is this probability of its action, up to numbers that are written
/// with six digits. Needs propensities. O(1).
bool has_propensity(const Log& log, std::size_t record, double probability);
/// Throws NotApplicable: the log's propensity is not the probability, which is what `source` says,
/// such as 'the columns "uniform" say'.
[[noreturn]] void refuse_propensity(const std::string& evaluator, const Log& log,
                                    std::size_t record, double probability,
                                    const std::string& source);

}  // namespace replaybench::offpolicy
