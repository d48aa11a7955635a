#include "algorithms/ad_predictor/crossing_search.hpp"

#include <algorithm>
#include <cmath>

namespace replaybench::algorithms::ad_predictor {

using learning::AnovaCell;

CrossingSearch::CrossingSearch(std::size_t features, std::size_t places, Action items,
                               const CrossingOptions& options)
    : places_(places),
      items_(items),
      options_(options),
      cells_(features * places * items),
      crossed_(features),
      next_(options.after) {}

std::optional<learning::Interaction> CrossingSearch::test(std::size_t feature) const {
  const AnovaCell* cells = cells_.data() + feature * places_ * items_;
  double clicks = 0;
  for (std::size_t i = 0; i < places_ * items_; ++i) clicks += cells[i].sum;
  const auto n = static_cast<double>(seen_);
  constexpr double least = 5;  // to expect in a cell
  const double rarer = std::min(clicks, n - clicks) / n;
  const auto is_rare = [&](double count) {
    return count * rarer < least * static_cast<double>(items_);
  };

  std::vector<AnovaCell> rows;
  std::vector<AnovaCell> rest(items_);
  double rest_count = 0;
  for (std::size_t place = 0; place < places_; ++place) {
    const AnovaCell* row = cells + place * items_;
    double count = 0;
    for (std::size_t a = 0; a < items_; ++a) count += row[a].count;
    if (!is_rare(count)) {
      rows.insert(rows.end(), row, row + items_);
      continue;
    }
    rest_count += count;
    for (std::size_t a = 0; a < items_; ++a) {
      rest[a].count += row[a].count;
      rest[a].sum += row[a].sum;
    }
  }
  if (!is_rare(rest_count)) rows.insert(rows.end(), rest.begin(), rest.end());
  double squares = 0;  // of outcomes 0 and 1: their sum
  for (const AnovaCell& cell : rows) squares += cell.sum;
  return learning::interaction(rows, items_, squares);
}

std::vector<std::size_t> CrossingSearch::crossed_now() {
  ++seen_;
  if (seen_ != next_) return {};
  next_ *= 2;
  ++tests_;
  const double level =
      std::ldexp(options_.level, -static_cast<int>(tests_)) / static_cast<double>(crossed_.size());
  std::vector<std::size_t> found;
  for (std::size_t feature = 0; feature < crossed_.size(); ++feature) {
    if (crossed_[feature]) continue;
    const auto tested = test(feature);
    if (!tested || tested->p >= level) continue;
    crossed_[feature] = 1;
    found.push_back(feature);
  }
  return found;
}

}  // namespace replaybench::algorithms::ad_predictor
