#include "suite/component/basis.hpp"

#include "suite/numeric/moments.hpp"

namespace replaybench {

std::vector<double> influences_of(const EstimateBasis& basis, std::span<const double> rewards,
                                  double estimate) {
  const bool mean = basis.form == EstimateForm::mean;
  if (!basis.influences.empty()) return basis.influences;
  if (basis.weights.empty() || !(mean || basis.form == EstimateForm::ratio)) return {};
  const double n = static_cast<double>(rewards.size());
  numeric::Sum total;
  for (const double weight : basis.weights) total.add(weight);
  if (!mean && total.value() == 0) return {};
  std::vector<double> result(rewards.size());
  for (std::size_t i = 0; i < rewards.size(); ++i) {
    result[i] = mean ? (basis.scale * basis.weights[i] * rewards[i] - estimate) / n
                     : basis.weights[i] * (rewards[i] - estimate) / total.value();
  }
  return result;
}

}  // namespace replaybench
