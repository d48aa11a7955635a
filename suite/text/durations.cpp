#include "suite/text/durations.hpp"

#include <fmt/core.h>

#include <cmath>

namespace replaybench {

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (whole < 48 * 3600) return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
  return fmt::format("{} d {} h", whole / 86400, whole % 86400 / 3600);
}

std::string rounded_duration_text(double seconds) {
  const auto in_steps = [&](double step) {
    return static_cast<long>(std::lround(seconds / step) * step);
  };
  if (seconds < 59.5) return fmt::format("{} s", in_steps(1));
  if (seconds < 595) {
    const long whole = in_steps(10);
    const std::string rest = whole % 60 > 0 ? fmt::format(" {} s", whole % 60) : "";
    return fmt::format("{} min{}", whole / 60, rest);
  }
  if (seconds < 3570) return fmt::format("{} min", in_steps(60) / 60);
  if (seconds < 35'700) {
    const long whole = in_steps(600);
    const std::string rest = whole % 3600 > 0 ? fmt::format(" {} min", whole % 3600 / 60) : "";
    return fmt::format("{} h{}", whole / 3600, rest);
  }
  if (seconds < 48 * 3600) return fmt::format("{} h", in_steps(3600) / 3600);
  return fmt::format("{} d", in_steps(86'400) / 86'400);
}

std::string minutes_text(double seconds) {
  const double minutes = seconds / 60;
  return fmt::format("{:.{}f}", minutes, minutes < 10 ? 2 : (minutes < 100 ? 1 : 0));
}

}  // namespace replaybench
