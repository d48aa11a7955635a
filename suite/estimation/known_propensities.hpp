#pragma once
// Shared by evaluators that need the probability of each logged action.

#include <string>

#include "suite/model/log.hpp"

namespace replaybench::estimation {

/// Throws NotApplicable, naming `owner` and the options that give a log propensities.
[[noreturn]] void refuse_without_propensities(const std::string& owner);

/// refuse_without_propensities for a log that has records and no propensities. O(1).
void require_propensities(const std::string& owner, const Log& log);

}  // namespace replaybench::estimation
