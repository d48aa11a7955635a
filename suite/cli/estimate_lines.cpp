#include "suite/cli/estimate_lines.hpp"

#include <cmath>

#include "suite/cli/with_flags.hpp"

namespace replaybench::cli {

std::vector<std::string> EstimateDoubts::notes() const {
  std::vector<std::string> all = warnings;
  if (!withheld.empty()) all.push_back(withheld);
  return all;
}

EstimateDoubts doubts_of(const JudgedEstimate& judged, bool show_unreliable) {
  EstimateDoubts doubts;
  for (const auto& warning : judged.warnings) doubts.warnings.push_back(with_flags(warning.marked));
  if (!std::isfinite(judged.interval.low)) {
    doubts.warnings.push_back("interval " + judged.interval.method);
  }
  if (judged.withheld.empty()) return doubts;
  if (show_unreliable) {
    doubts.warnings.push_back(judged.withheld);
  } else {
    doubts.withheld = judged.withheld + "; --show-unreliable prints it";
  }
  return doubts;
}

}  // namespace replaybench::cli
