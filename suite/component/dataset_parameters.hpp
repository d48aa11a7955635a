#pragma once
// Parameters that many data sets have in common.

#include <cstdint>
#include <string>
#include <vector>

#include "suite/component/bind.hpp"

namespace replaybench {

/// The parameter "intercept".
template <class Options>
BoundParameter<Options> intercept_parameter(bool Options::*member, const std::string& more = "") {
  return boolean(member, "intercept", "append the constant feature 1" + more);
}

/// The parameter "arms", for means_of_arms.
template <class Options>
BoundParameter<Options> arms_parameter(std::int64_t Options::*member) {
  return integer(member, "arms",
                 "number of arms; 0: as many as means; more: the last mean repeated")
      .at_least(0)
      .at_most(1'000'000);
}

}  // namespace replaybench
