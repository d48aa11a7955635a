#pragma once
// One algorithm played in a simulator, compared with a uniform choice, the best single action and the
// best policy.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/statistics/paired.hpp"

namespace replaybench {

struct PlayOptions {
  std::uint64_t steps = 1000;     ///< interactions of a replicate; at least 1
  std::uint64_t replicates = 20;  ///< independent environments and draws; at least 2
  std::uint64_t seed = 1;
};

/// A policy to compare with: its mean reward, and the algorithm's mean reward minus it, paired by
/// replicate.
struct PlayReference {
  statistics::IntervalEstimate reward;
  statistics::IntervalEstimate difference;
};

/// All numbers are mean rewards per interaction, over steps 1 to `steps` and the replicates, with
/// 95% intervals by Student's t over the replicates. They include the cost of learning.
struct Play {
  std::string algorithm;  ///< canonical text: "ucb{alpha=2, ...}"
  std::string dataset;    ///< the same
  PlayOptions options;
  Action action_count = 0;
  std::size_t dimension = 0;          ///< features, with the constant one
  std::vector<std::string> warnings;  ///< of the data set

  statistics::IntervalEstimate reward;
  PlayReference uniform;
  /// The action with the highest expected reward over the steps of a replicate, computed from the
  /// model; std::nullopt if the available actions change.
  std::optional<PlayReference> best_action;
  /// At each step the action with the highest expected reward given the features, computed from the
  /// model (Knowledge::posterior); ties go to the lowest action index.
  PlayReference best_policy;
};

/// Plays `algorithm` in `dataset`. In a replicate all policies meet the same model, contexts and
/// rewards, so differences are paired. Replicate i is the environment that replicate i of a study
/// with this seed plays live, with the same draws of the algorithm. The same arguments give the
/// same bytes.
///
/// Throws NotApplicable if the data set is a file, has fewer steps than requested, or does not suit
/// the algorithm, and if the algorithm is trained offline; std::invalid_argument for 0 steps or
/// fewer than 2 replicates. O(replicates * steps * (the algorithm's choice and update + actions)).
Play play(const Component<AlgorithmDescription>& algorithm,
          const Component<DatasetDescription>& dataset, const PlayOptions& options = {});

/// Texts of an algorithm and a data set of this build, as a user writes them. Throws SpecErrors
/// with all mistakes in both.
struct PlayComponents {
  Component<AlgorithmDescription> algorithm;
  Component<DatasetDescription> dataset;
};
PlayComponents find_play_components(const std::string& algorithm, const std::string& dataset);

}  // namespace replaybench
