#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::estimation {

/// A parameter of an evaluator, "checkpoints" or `name`: increasing positive integers. Throws
/// SpecErrors when they do not increase.
inline std::vector<std::uint64_t> read_checkpoints(const std::string& evaluator,
                                                   const Parameters& parameters,
                                                   const std::string& name = "checkpoints") {
  std::vector<std::uint64_t> checkpoints;
  for (const std::int64_t checkpoint : parameters.integers(name)) {
    const auto step = static_cast<std::uint64_t>(checkpoint);
    if (!checkpoints.empty() && step <= checkpoints.back()) {
      throw SpecErrors(evaluator + ": " + name + " do not increase at " + std::to_string(step));
    }
    checkpoints.push_back(step);
  }
  return checkpoints;
}

}  // namespace replaybench::estimation
