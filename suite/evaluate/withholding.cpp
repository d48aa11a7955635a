#include "suite/evaluate/withholding.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace replaybench {

double records_behind(double accepted, const EstimateSupport* support) {
  return support && support->closed ? diagnose_weights(*support).effective : accepted;
}

std::string reason_to_withhold(const WeightDiagnostics& weights, const char* unit) {
  if (weights.effective >= fewest_effective) return {};
  return fmt::format(
      "withheld: under its weights it rests on {:.3g} effective {}, fewer than {:.0f}",
      weights.effective, unit, fewest_effective);
}

std::string reason_to_withhold(double accepted, const EstimateSupport* support) {
  if (support && support->weighted) return reason_to_withhold(diagnose_weights(*support));
  const double records = records_behind(accepted, support);
  if (!(records < fewest_effective)) return {};
  return fmt::format("withheld: it rests on {:.3g} {} record{}, fewer than {:.0f}", records,
                     support && support->closed ? "effective" : "accepted", records == 1 ? "" : "s",
                     fewest_effective);
}

std::string reason_to_withhold_unsupported(double probability) {
  if (!(probability > most_unsupported)) return {};
  return fmt::format(
      "withheld: the policy takes actions that the log never shows with probability {:.3g}, more "
      "than {:.3g}: the log says nothing of their rewards",
      probability, most_unsupported);
}

std::string reason_to_withhold(std::span<const EvaluationWarning> violations) {
  const bool unused = std::any_of(violations.begin(), violations.end(), [](const auto& violation) {
    return violation.kind == WarningKind::propensities_unused;
  });
  return unused ? "withheld: it takes the log for one of uniform choices, and its propensities say "
                  "that it is not"
                : "";
}

}  // namespace replaybench
