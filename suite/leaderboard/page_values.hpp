#pragma once
// The templates of both pages (suite/leaderboard/templates), and values that both use.

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "suite/leaderboard/numbers.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/page/template.hpp"

namespace replaybench {

/// The files of suite/leaderboard/templates.
const Templates& leaderboard_templates();

/// A number of a table: `v`, by which its column is sorted (nothing for NaN), and `text`.
inline nlohmann::json number(double value, const std::string& text) {
  return {{"v", std::isnan(value) ? std::string() : numeric::to_decimal(value)},
          {"text", text},
          {"half", nullptr}};
}

/// A number with `places` digits after the point; a dash for NaN.
inline nlohmann::json number(double value, int places) {
  return number(value, decimals(value, places));
}

/// An integer, with commas.
inline nlohmann::json count_number(std::size_t value) {
  return number(static_cast<double>(value), thousands(static_cast<double>(value)));
}

/// Nanoseconds, or microseconds.
inline nlohmann::json time_number(double value) { return number(value, nanoseconds_text(value)); }

/// A number with half the width of its interval, where it has one, in `half`.
inline nlohmann::json number(const statistics::IntervalEstimate& interval, int places) {
  nlohmann::json values = number(interval.value, places);
  if (!std::isnan(half_width(interval))) {
    values["half"] = fmt::format("{:.{}f}", half_width(interval), places);
  }
  return values;
}

/// `names` by `reason`: those that share a reason stand together.
class NamesByReason {
 public:
  void add(const std::string& name, const std::string& reason) {
    std::string& names = names_[reason];
    names += (names.empty() ? "" : ", ") + name;
  }
  nlohmann::json values() const {
    auto list = nlohmann::json::array();
    for (const auto& [reason, names] : names_) {
      list.push_back({{"names", names}, {"reason", reason}});
    }
    return list;
  }

 private:
  std::map<std::string, std::string> names_;
};

/// "1 feature", "15 features with the constant"
inline std::string features_text(std::size_t dimension) {
  return std::to_string(dimension) + (dimension == 1 ? " feature" : " features with the constant");
}

}  // namespace replaybench
