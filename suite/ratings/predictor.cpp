#include "suite/ratings/predictor.hpp"

namespace replaybench::ratings {

Means::Means(const RatingTable& table, MeanKind kind, double damping)
    : overall_(table.mean()), of_user_(table.users(), 0), of_item_(table.items(), 0) {
  if (kind == MeanKind::item || kind == MeanKind::additive) {
    const double damped = kind == MeanKind::additive ? damping : 0;
    for (std::size_t i = 0; i < table.items(); ++i) {
      const auto column = table.of(Axis::items, i);
      double sum = 0;
      for (const RatingEntry& entry : column) sum += entry.value - overall_;
      if (!column.empty()) of_item_[i] = sum / (damped + static_cast<double>(column.size()));
    }
  }
  if (kind == MeanKind::user || kind == MeanKind::additive) {
    const double damped = kind == MeanKind::additive ? damping : 0;
    for (std::size_t u = 0; u < table.users(); ++u) {
      const auto row = table.of(Axis::users, u);
      double sum = 0;
      for (const RatingEntry& entry : row) sum += entry.value - overall_ - of_item_[entry.place];
      if (!row.empty()) of_user_[u] = sum / (damped + static_cast<double>(row.size()));
    }
  }
}

}  // namespace replaybench::ratings
