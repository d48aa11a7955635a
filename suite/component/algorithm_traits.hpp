#pragma once
// What an algorithm is like with its default parameters, asked of its agent for a small problem.

#include <optional>

#include "suite/component/algorithm.hpp"

namespace replaybench {

struct AlgorithmTraits {
  bool learns = false;
  bool uses_contexts = false;
  bool has_probabilities = false;
};

/// Nothing for an algorithm that needs a log to train on, or the truth of a simulator. Makes one
/// agent.
std::optional<AlgorithmTraits> traits_by_default(const AlgorithmDescription& description);

}  // namespace replaybench
