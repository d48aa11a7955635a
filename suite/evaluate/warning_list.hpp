#pragma once
// A list of warnings, and words that several of them have in common.

#include <fmt/core.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "suite/evaluate/evaluation.hpp"

namespace replaybench {

/// Warnings in the order in which they were found.
class Warnings {
 public:
  void add(WarningKind kind, std::string sentence) { list_.push_back({kind, std::move(sentence)}); }
  void add(EvaluationWarning warning) { list_.push_back(std::move(warning)); }
  void add(std::vector<EvaluationWarning> more) {
    for (EvaluationWarning& warning : more) list_.push_back(std::move(warning));
  }
  std::vector<EvaluationWarning> take() { return std::move(list_); }
  /// A test that found nothing: `kind` is the warning that it would have given.
  void hold(WarningKind kind, std::string sentence) {
    held_.push_back({kind, std::move(sentence)});
  }
  std::vector<EvaluationWarning> take_held() { return std::move(held_); }

 private:
  std::vector<EvaluationWarning> list_, held_;
};

/// Distance of a mean from 1, in standard errors.
inline std::string z_text(double z) {
  return std::isfinite(z) ? fmt::format("{:.1f} standard errors away", z)
                          : "they are all equal, so this is not chance";
}

/// "1 reward", "3 rewards".
inline std::string counted(double count, const char* one, const char* several) {
  return fmt::format("{:.0f} {}", count, count == 1 ? one : several);
}

}  // namespace replaybench
