#pragma once
// Studies that use a component, with the text that they use: examples that are known to run.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "suite/plan/experiment.hpp"

namespace replaybench {

/// A simulation that uses a component: each of its parts as the study writes it.
struct ComponentUse {
  std::string study;
  std::string dataset;
  std::string algorithm;
  std::string evaluator;
};

/// By the folder of the kind ("algorithms") and the component's name: one use of each study, in the
/// order of `studies`, the component within it as it is written there. Texts of components within
/// others (`of="..."`) count for neither. O(component texts).
using ComponentUses = std::map<std::string, std::map<std::string, std::vector<ComponentUse>>>;
ComponentUses component_uses(const std::vector<ExperimentSpec>& studies);

}  // namespace replaybench
