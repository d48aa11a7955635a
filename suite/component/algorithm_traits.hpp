#pragma once
// Traits of an algorithm with its default parameters, determined from its agent for a small problem.

#include <optional>

#include "suite/component/algorithm.hpp"

namespace replaybench {

struct AlgorithmTraits {
  bool learns = false;
  bool uses_contexts = false;
  bool has_probabilities = false;
  bool is_trained_offline = false;  ///< it must be, before it is used
};

/// Nothing for an algorithm that needs columns of a log, or the truth of a simulator. Makes one
/// agent.
std::optional<AlgorithmTraits> traits_by_default(const AlgorithmDescription& description);

}  // namespace replaybench
