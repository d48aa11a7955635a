#pragma once
// The probabilities that a fixed policy gives to the logged actions, block by block.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/model/log_blocks.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/offpolicy/target_probabilities.hpp"

namespace replaybench::offpolicy {

/// One per thread. Needs agent and log alive.
class BlockPolicy {
 public:
  /// Throws as TargetProbabilities. An algorithm needs a log in memory.
  BlockPolicy(const std::string& owner, const Agent& agent, const LogBlocks& log);

  /// pi(logged action | x) of the records from `first` on. O(size), times what the algorithm takes.
  void read(std::uint64_t first, std::span<double> out);
  /// True if the probabilities of all actions are known.
  bool has_all() const;
  /// The sum of the probabilities of these actions over the log. Needs those of all. O(n actions).
  double sum_of(std::span<const Action> actions) { return exact_sum_of(actions).value(); }
  numeric::ExactSum exact_sum_of(std::span<const Action> actions);

 private:
  const LogBlocks& log_;
  std::optional<std::size_t> target_;  // of the log's columns
  std::optional<TargetProbabilities> of_algorithm_;
};

}  // namespace replaybench::offpolicy
