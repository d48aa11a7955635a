#include "suite/cli/estimate_lines.hpp"

#include <fmt/format.h>

#include <cmath>

#include "suite/evaluate/evaluation.hpp"
#include "suite/numeric/decimal.hpp"

namespace replaybench::cli {

std::vector<std::string> EstimateDoubts::notes() const {
  std::vector<std::string> all = warnings;
  if (!withheld.empty()) all.push_back(withheld);
  return all;
}

void doubt_mean_weight(EstimateDoubts& doubts, const offpolicy::WeightSummary& weights,
                       std::size_t records, const std::string& what) {
  constexpr double most_z = 4;
  const bool all_equal = records > 1 && std::isnan(weights.z);
  if (!(std::fabs(weights.z) > most_z) && !(all_equal && std::fabs(weights.mean - 1) > 1e-6)) {
    return;
  }
  doubts.warnings.push_back(fmt::format(
      "the mean weight is {:.4g}{}; it should be 1: {}", weights.mean,
      std::isnan(weights.z) ? "" : fmt::format(", {:.1f} standard errors from 1", weights.z),
      what));
}

void doubt_few_records(EstimateDoubts& doubts, const offpolicy::WeightSummary& weights,
                       const std::string& records, bool show_unreliable) {
  if (weights.effective >= fewest_effective) return;
  const std::string reason =
      fmt::format("under its weights it rests on {:.3g} effective {}, fewer than {:.0f}",
                  weights.effective, records, fewest_effective);
  if (show_unreliable) {
    doubts.warnings.push_back(reason);
  } else {
    doubts.withheld = "withheld: " + reason + "; --show-unreliable prints it";
  }
}

std::string csv_number(double number) {
  return std::isfinite(number) ? numeric::to_decimal(number) : std::string();
}

nlohmann::ordered_json json_number(double number) {
  return std::isfinite(number) ? nlohmann::ordered_json(number) : nlohmann::ordered_json();
}

}  // namespace replaybench::cli
