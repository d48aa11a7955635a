#include "suite/model/reward_offset.hpp"

#include <algorithm>
#include <cmath>

namespace replaybench {

double reward_offset(std::span<const double> rewards) {
  constexpr double closeness = 0x1p10;
  if (rewards.empty()) return 0;
  const auto [least, most] = std::minmax_element(rewards.begin(), rewards.end());
  const bool one_sign = *least > 0 || *most < 0;
  const double nearest = std::min(std::abs(*least), std::abs(*most));
  return one_sign && *most - *least <= nearest / closeness ? *least : 0;
}

}  // namespace replaybench
