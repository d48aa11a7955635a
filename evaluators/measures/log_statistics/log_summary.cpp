#include "evaluators/measures/log_statistics/log_summary.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace replaybench::evaluators::log_statistics {

namespace {

std::uint64_t active_features(const Log& log, std::size_t i) {
  std::uint64_t count = 0;
  if (log.is_packed()) {
    for (const std::uint8_t byte : log.bits.row(i)) count += std::popcount(byte);
  } else if (log.is_sparse()) {
    count = log.active_first[i + 1] - log.active_first[i];
  } else {
    for (std::size_t f = 0; f < log.dimension; ++f) {
      count += log.contexts[i * log.dimension + f] != 0;
    }
  }
  return count;
}

bool same(ActionSet pool, const std::vector<Action>& members) {
  if (pool.size() != members.size()) return false;
  for (Action i = 0; i < pool.size(); ++i) {
    if (pool[i] != members[i]) return false;
  }
  return true;
}

}  // namespace

LogSummary::LogSummary(std::uint64_t records, std::uint64_t windows)
    : records_(records), windows_(std::min(records, windows)) {
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    windows_[w].first = records / windows_.size() * w + std::min(records % windows_.size(), w);
  }
}

void LogSummary::add(const Log& piece) {
  if (lives_.empty()) {
    lives_.resize(piece.action_count);
    cells_.resize(windows_.size() * lives_.size());
  }
  for (std::size_t i = 0; i < piece.size(); ++i, ++next_) {
    const bool known =
        !zones_.empty() && (i > 0 ? !piece.has_pools() || piece.pools[i] == piece.pools[i - 1]
                                  : same(piece.available(0), pools_.back()));
    if (!known) {
      close_zone(next_);
      const ActionSet pool = piece.available(i);
      zones_.push_back({.first = next_, .pool = pool.size()});
      pools_.emplace_back();
      for (Action k = 0; k < pool.size(); ++k) pools_.back().push_back(pool[k]);
    }
    if (window_ + 1 < windows_.size() && next_ == windows_[window_ + 1].first) ++window_;
    const double reward = piece.rewards[i];
    const std::uint64_t active = active_features(piece, i);
    ZoneStatistics& zone = zones_.back();
    zone.with_features += active > 1;
    zone.rewards += reward;
    WindowStatistics& window = windows_[window_];
    ++window.records;
    window.without_features += active <= 1;
    window.rewards += reward;
    window.active += static_cast<double>(active);
    window.pool += static_cast<double>(zone.pool);
    const Action action = piece.actions[i];
    ++lives_[action].displays;
    lives_[action].rewards += reward;
    Cell& cell = cells_[window_ * lives_.size() + action];
    ++cell.displays;
    cell.rewards += reward;
  }
}

void LogSummary::close_zone(std::uint64_t end) {
  if (zones_.empty()) return;
  ZoneStatistics& zone = zones_.back();
  zone.records = end - zone.first;
  for (const Action action : pools_.back()) {
    LifeStatistics& life = lives_[action];
    if (!life.seen) life.first = zone.first;
    life.seen = true;
    life.end = end;
    life.lifetime += zone.records;
  }
}

void LogSummary::finish() { close_zone(next_); }

LogSummary::Trend LogSummary::trend(Action action) const {
  const LifeStatistics& life = lives_[action];
  const auto n = static_cast<double>(life.displays);
  const auto middle = [&](std::size_t w) {
    return static_cast<double>(windows_[w].first) + static_cast<double>(windows_[w].records) / 2;
  };
  double centre = 0;
  for (std::size_t w = 0; w < windows_.size(); ++w)
    centre += cell(w, action).displays * middle(w) / n;
  double square = 0;
  double product = 0;
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    const Cell here = cell(w, action);
    const double distance = middle(w) - centre;
    square += here.displays * distance * distance;
    product += here.rewards * distance;
  }
  const double mean = life.rewards / n;
  if (!(square > 0) || !(mean > 0)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  const double to_change = static_cast<double>(life.lifetime) / mean;
  return {product / square * to_change,
          std::sqrt(std::max(0.0, mean * (1 - mean)) / square) * to_change};
}

double LogSummary::max_together(std::size_t count) const {
  double most = 0;
  std::vector<std::uint64_t> ends;
  for (const LifeStatistics& born : lives_) {
    if (!born.seen) continue;
    ends.clear();
    for (const LifeStatistics& life : lives_) {
      if (life.seen && life.first <= born.first && life.end > born.first) ends.push_back(life.end);
    }
    if (ends.size() < count) continue;
    std::nth_element(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(count) - 1,
                     ends.end(), std::greater<>());
    const std::uint64_t end = ends[count - 1];
    double sum = 0;
    for (const ZoneStatistics& zone : zones_) {
      if (zone.first >= born.first && zone.first < end) {
        sum += static_cast<double>(zone.with_features * count) / static_cast<double>(zone.pool);
      }
    }
    most = std::max(most, sum);
  }
  return most;
}

}  // namespace replaybench::evaluators::log_statistics
