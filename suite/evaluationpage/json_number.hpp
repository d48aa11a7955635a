#pragma once
// Numbers as JSON.

#include <cmath>
#include <nlohmann/json.hpp>

namespace replaybench {

/// A finite number with all digits; null otherwise, as JSON has no NaN.
inline nlohmann::ordered_json json_number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

}  // namespace replaybench
