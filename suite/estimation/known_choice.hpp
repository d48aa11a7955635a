#pragma once
// Shared by evaluators that follow one history of accepted records: the probabilities of an algorithm's choice as it
// learns, and rows at numbers of accepted records.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/known_propensities.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/tally_estimates.hpp"

namespace replaybench::estimation {

/// P(choose = actions[i]) of an agent that learns. If the agent uses no context
/// and the pool is constant, it is only recomputed after an update, because a quadrature is expensive.
class ChoiceDistribution {
 public:
  /// Throws NotApplicable, naming `evaluator`, for an agent that has no probabilities.
  ChoiceDistribution(const std::string& evaluator, const Log& log, const Agent& agent)
      : values_(log.action_count), reusable_(!agent.uses_contexts() && !log.has_pools()) {
    if (agent.has_probabilities()) return;
    throw NotApplicable(evaluator +
                        ": the algorithm does not give the probabilities of its choices");
  }

  /// One number for each of `actions`; valid until the next call.
  std::span<const double> of(const Agent& agent, const Context& context, const ActionSet& actions) {
    const auto out = std::span(values_).first(actions.size());
    if (!known_) agent.probabilities(context, actions, out);
    known_ = reusable_;
    return out;
  }
  /// The agent has learned.
  void forget() { known_ = false; }

 private:
  std::vector<double> values_;
  bool reusable_;
  bool known_ = false;
};

/// The columns of a history.
struct HistoryColumns : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
};

/// Sums over the accepted records, and what they were at each checkpoint that was reached.
class History {
 public:
  /// `for_basis`: the accepted records are kept for `basis`.
  History(std::span<const std::uint64_t> checkpoints, bool for_basis)
      : checkpoints_(checkpoints), for_basis_(for_basis) {}

  /// An accepted record, `offered` records having been looked at.
  void accept(std::uint32_t record, double reward, std::uint64_t offered) {
    if (for_basis_) records_.push_back(record);
    sums_.accept(1, reward);
    sums_.records = offered;
    if (kept_.size() < checkpoints_.size() && sums_.accepted == checkpoints_[kept_.size()]) {
      kept_.push_back(sums_);
    }
  }
  std::uint64_t accepted() const { return sums_.accepted; }
  /// Basis of the last row of `for_each_row`: the mean of the accepted rewards. O(n).
  EstimateBasis basis(const Log& log) const {
    std::span<const std::uint32_t> records = records_;
    if (!checkpoints_.empty()) records = records.first(kept_.empty() ? 0 : kept_.back().accepted);
    return basis_of_accepted(EstimateForm::ratio, log, {}, {}, records);
  }

  /// Calls row(step, sums): once at the end with the number of records looked at, whose step is
  /// `size`; or for each checkpoint, whose step it is.
  template <class Row>
  void for_each_row(std::uint64_t size, std::uint64_t offered, const Row& row) {
    for (const Sums& sums : kept_) row(sums.accepted, sums);
    if (!checkpoints_.empty()) return;
    sums_.records = offered;
    row(size, sums_);
  }

 private:
  std::span<const std::uint64_t> checkpoints_;
  bool for_basis_;
  Sums sums_;
  std::vector<Sums> kept_;
  std::vector<std::uint32_t> records_;  // that were accepted
};

}  // namespace replaybench::estimation
