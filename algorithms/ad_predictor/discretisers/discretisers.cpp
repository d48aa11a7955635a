#include "algorithms/ad_predictor/discretisers/discretisers.hpp"

#include <algorithm>
#include <array>

namespace replaybench::algorithms::ad_predictor {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}

std::size_t candidate_cuts(std::span<const double> sorted, std::span<double> out) {
  std::array<double, first_values> distinct{};
  const std::size_t n = static_cast<std::size_t>(
      std::unique_copy(sorted.begin(), sorted.end(), distinct.begin()) - distinct.begin());
  const double range = distinct[n - 1] - distinct[0];
  const double beyond = distinct[n - 1] + (range > 0 ? range / 10 : 1);
  std::size_t count = 0;
  const auto add = [&](double cut) {
    if (count == 0 || cut > out[count - 1]) out[count++] = cut;
  };
  constexpr std::size_t inside = 18;
  add(distinct[0]);
  for (std::size_t k = 1; k <= inside; ++k) add(distinct[std::min(n - 1, k * n / (inside + 1))]);
  add(beyond);
  return count;
}

FeatureCuts::FeatureCuts(std::size_t features, Discretiser kind)
    : kind_(kind),
      most_(most_cuts(kind)),
      cuts_(features * most_, infinity),
      values_(features * first_values),
      seen_(features),
      left_(features) {}

void FeatureCuts::keep(std::size_t i, double x) {
  double* values = values_.data() + i * first_values;
  values[seen_[i]++] = x;
  if (seen_[i] < first_values) return;
  --left_;
  std::sort(values, values + first_values);
  const std::span<const double> sorted(values, first_values);
  const std::span<double> out(cuts_.data() + i * most_, most_);
  switch (kind_) {
    case Discretiser::em:
      em_cuts(sorted, out);
      break;
    case Discretiser::groups:
      group_cuts(sorted, out);
      break;
    case Discretiser::cuts:
      candidate_cuts(sorted, out);
      break;
  }
}

}  // namespace replaybench::algorithms::ad_predictor
