#pragma once
// For tests: two algorithms against the same environments.

#include <string>

#include "suite/numeric/moments.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/environments.hpp"

namespace replaybench::testing {

/// Expected reward an interaction of `first` minus that of `second`, over replicates: in each, both
/// play the same environment of `dataset` with the same draws. Fixed streams.
inline numeric::Moments paired_difference(const std::string& dataset, const std::string& first,
                                          const std::string& second, std::uint64_t horizon,
                                          std::uint64_t replicates) {
  const auto data = testing::dataset_of(dataset);
  numeric::Moments difference;
  for (std::uint64_t r = 0; r < replicates; ++r) {
    const auto played = [&](const std::string& algorithm) {
      const auto environment =
          data->environment(replicate_key({0xa1}, r), replicate_key({0xa2}, r));
      Problem problem;
      problem.action_count = environment->action_count();
      problem.dimension = environment->dimension();
      problem.horizon = horizon;
      problem.rewards = RewardRange::binary;
      Agent agent = testing::make_agent(algorithm, problem);
      return agent.play(*environment, horizon, replicate_key({0xa3}, r)).sums.expected;
    };
    difference.add((played(first) - played(second)) / static_cast<double>(horizon));
  }
  return difference;
}

/// Requires that `first` earns more than `second` by more than three standard errors.
inline void require_better(const std::string& dataset, const std::string& first,
                           const std::string& second, std::uint64_t horizon,
                           std::uint64_t replicates) {
  const auto difference = paired_difference(dataset, first, second, horizon, replicates);
  INFO(first << " against " << second << " on " << dataset << ": " << difference.mean << " +- "
             << difference.standard_error());
  CHECK(difference.mean > 3 * difference.standard_error());
}

}  // namespace replaybench::testing
