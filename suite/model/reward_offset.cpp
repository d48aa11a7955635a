#include "suite/model/reward_offset.hpp"

#include <algorithm>
#include <cmath>

namespace replaybench {

double reward_offset(std::span<const double> rewards) {
  if (rewards.empty()) return 0;
  const auto [least, most] = std::minmax_element(rewards.begin(), rewards.end());
  return reward_offset(*least, *most);
}

double reward_offset(double least, double most) {
  constexpr double closeness = 0x1p10;
  const bool one_sign = least > 0 || most < 0;
  const double nearest = std::min(std::abs(least), std::abs(most));
  return one_sign && most - least <= nearest / closeness ? least : 0;
}

}  // namespace replaybench
