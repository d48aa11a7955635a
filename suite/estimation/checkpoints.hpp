#pragma once
// Steps at which an evaluator gives a row.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::estimation {

/// The parameter "checkpoints" or `name`: positive integers, which `require_increasing` checks.
template <class Options>
BoundParameter<Options> checkpoints_parameter(std::vector<std::uint64_t> Options::*member,
                                              const std::string& meaning,
                                              const std::string& name = "checkpoints") {
  return integers(member, name, meaning).at_least(1);
}

/// The parameter "resample_checkpoints".
template <class Options>
BoundParameter<Options> resample_checkpoints_parameter(
    std::vector<std::uint64_t> Options::*member) {
  return checkpoints_parameter(member, "numbers of resamples at which to give a row",
                               "resample_checkpoints");
}

/// Throws SpecErrors when the parameter `name` of an evaluator does not increase.
inline void require_increasing(const std::string& evaluator,
                               const std::vector<std::uint64_t>& checkpoints,
                               const std::string& name = "checkpoints") {
  for (std::size_t i = 1; i < checkpoints.size(); ++i) {
    if (checkpoints[i] > checkpoints[i - 1]) continue;
    throw SpecErrors(evaluator + ": " + name + " do not increase at " +
                     std::to_string(checkpoints[i]));
  }
}

}  // namespace replaybench::estimation
