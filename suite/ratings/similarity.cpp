#include "suite/ratings/similarity.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "suite/numeric/elementary.hpp"
#include "suite/ratings/memory_limit.hpp"

namespace replaybench::ratings {

namespace {

// A sum of squares below this share of its terms is rounding: the ratings are all the same.
constexpr double rounding = 1e-12;

double ratio(double xy, double xx, double yy) {
  const double value = xy / (std::sqrt(xx) * std::sqrt(yy));
  return std::isfinite(value) ? std::clamp(value, -1.0, 1.0) : 0;
}

double variance(std::span<const RatingEntry> entries, double mean) {
  double sum = 0;
  for (const RatingEntry& entry : entries) sum += (entry.value - mean) * (entry.value - mean);
  return entries.empty() ? 0 : sum / static_cast<double>(entries.size());
}

std::vector<double> inverse_frequencies(const RatingTable& table, Axis places, Axis lines) {
  std::vector<double> weights(table.size(places));
  for (std::size_t p = 0; p < weights.size(); ++p) {
    const auto raters = static_cast<double>(table.of(places, p).size());
    if (raters > 0) weights[p] = numeric::log(static_cast<double>(table.size(lines)) / raters);
  }
  return weights;
}

std::vector<double> variance_weights(const RatingTable& table, Axis places) {
  std::vector<double> weights(table.size(places));
  for (std::size_t p = 0; p < weights.size(); ++p) {
    weights[p] = variance(table.of(places, p), table.mean(places, p).value_or(0));
  }
  const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
  const double low = *least;
  const double high = *most;
  for (double& weight : weights) weight = high > 0 ? (weight - low) / high : 0;
  return weights;
}

}  // namespace

double PairSums::cosine() const {
  if (xx_ <= 0 || yy_ <= 0) return 0;
  return ratio(xy_, xx_, yy_);
}

double PairSums::correlation() const {
  if (weight_ <= 0) return 0;
  const double xx = xx_ - x_ * x_ / weight_;
  const double yy = yy_ - y_ * y_ / weight_;
  if (!(xx > rounding * xx_) || !(yy > rounding * yy_)) return 0;
  return ratio(xy_ - x_ * y_ / weight_, xx, yy);
}

Similarities::Similarities(const RatingTable& table, Axis axis, const SimilarityOptions& options)
    : table_(table),
      axis_(axis),
      other_(axis == Axis::users ? Axis::items : Axis::users),
      options_(options) {
  if (options.weight == PlaceWeight::inverse_frequency) {
    weights_ = inverse_frequencies(table, other_, axis);
  } else if (options.weight == PlaceWeight::variance) {
    weights_ = variance_weights(table, other_);
  }
}

double Similarities::operator()(std::size_t a, std::size_t b) const {
  const auto of_a = table_.of(axis_, a);
  const auto of_b = table_.of(axis_, b);
  const bool adjusted = options_.kind == SimilarityKind::adjusted_cosine;
  const bool over_all =
      options_.kind == SimilarityKind::pearson && options_.means == PearsonMeans::all;
  const double mean_a = over_all ? table_.mean(axis_, a).value_or(0) : 0;
  const double mean_b = over_all ? table_.mean(axis_, b).value_or(0) : 0;
  PairSums sums;
  auto at = of_b.begin();
  for (const RatingEntry& entry : of_a) {
    while (at != of_b.end() && at->place < entry.place) ++at;
    if (at == of_b.end()) break;
    if (at->place != entry.place) continue;
    const double centre = adjusted ? *table_.mean(other_, entry.place) : 0;
    sums.add(entry.value - centre - mean_a, at->value - centre - mean_b,
             weights_.empty() ? 1 : weights_[entry.place]);
  }
  if (sums.count() < std::max<std::size_t>(options_.min_common, 1)) return 0;
  const bool correlated = options_.kind == SimilarityKind::pearson && !over_all;
  const double value = correlated ? sums.correlation() : sums.cosine();
  if (options_.significance == 0) return value;
  const auto common = static_cast<double>(std::min(sums.count(), options_.significance));
  return value * common / static_cast<double>(options_.significance);
}

std::vector<double> Similarities::matrix() const {
  const std::size_t n = table_.size(axis_);
  check_memory(cells(n, n), "a similarity for each pair of " + std::to_string(n) +
                                (axis_ == Axis::users ? " users" : " items"));
  std::vector<double> out(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    out[a * n + a] = 1;
    for (std::size_t b = a + 1; b < n; ++b) {
      out[a * n + b] = out[b * n + a] = (*this)(a, b);
    }
  }
  return out;
}

}  // namespace replaybench::ratings
