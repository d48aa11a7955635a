#include "suite/ratings/neighbours.hpp"

#include <algorithm>
#include <cmath>

namespace replaybench::ratings {

NeighbourPredictor::NeighbourPredictor(const RatingTable& table, Axis axis,
                                       const NeighbourOptions& options)
    : table_(table),
      axis_(axis),
      options_(options),
      lines_(table.size(axis)),
      similarities_(Similarities(table, axis, options.similarity).matrix()),
      fallback_(table, axis == Axis::users ? MeanKind::user : MeanKind::item) {}

std::vector<NeighbourPredictor::Neighbour> NeighbourPredictor::nearest(std::size_t user,
                                                                       std::size_t item) const {
  const bool of_users = axis_ == Axis::users;
  const std::size_t self = of_users ? user : item;
  const auto candidates = of_users ? table_.of(Axis::items, item) : table_.of(Axis::users, user);
  std::vector<Neighbour> out;
  for (const RatingEntry& entry : candidates) {
    if (entry.place == self) continue;
    const double near = similarity(self, entry.place);
    if (near > options_.min_similarity) out.push_back({near, entry.place, entry.value});
  }
  const auto nearer = [](const Neighbour& a, const Neighbour& b) {
    return a.similarity != b.similarity ? a.similarity > b.similarity : a.line < b.line;
  };
  const std::size_t kept = std::min(out.size(), options_.neighbours);
  std::partial_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(kept), out.end(),
                    nearer);
  out.resize(kept);
  return out;
}

std::size_t NeighbourPredictor::neighbours_of(std::size_t user, std::size_t item) const {
  return nearest(user, item).size();
}

double NeighbourPredictor::predict(std::size_t user, std::size_t item) const {
  const bool of_users = axis_ == Axis::users;
  double above = 0;
  double below = 0;
  for (const Neighbour& neighbour : nearest(user, item)) {
    const double centre = of_users ? *table_.mean(Axis::users, neighbour.line) : 0;
    above += neighbour.similarity * (neighbour.value - centre);
    below += options_.signed_denominator ? neighbour.similarity : std::fabs(neighbour.similarity);
  }
  const double base = of_users ? fallback_.predict(user, item) : 0;
  const double predicted = base + above / below;
  return std::isfinite(predicted) ? predicted : fallback_.predict(user, item);
}

}  // namespace replaybench::ratings
