#include "suite/model/zones.hpp"

#include <algorithm>
#include <stdexcept>

namespace replaybench {

std::vector<Zone> zones_of(const Log& log) {
  std::vector<Zone> zones;
  if (log.size() == 0) return zones;
  if (!log.has_pools()) return {{0, log.size(), 0}};
  // The table has each pool once: equal pools have equal indices.
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (zones.empty() || log.pools[i] != zones.back().pool) zones.push_back({i, 0, log.pools[i]});
    ++zones.back().records;
  }
  return zones;
}

namespace {

/// The records of each action, in order.
class RecordsOf {
 public:
  explicit RecordsOf(const Log& log) : first_(log.action_count + std::size_t{1}) {
    for (const Action action : log.actions) ++first_[action + std::size_t{1}];
    for (std::size_t a = 1; a < first_.size(); ++a) first_[a] += first_[a - 1];
    records_.resize(log.size());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < log.size(); ++i) records_[next[log.actions[i]]++] = i;
  }
  /// Number of them in [first, end).
  std::size_t count(Action action, std::size_t first, std::size_t end) const {
    const auto begin = records_.begin() + static_cast<std::ptrdiff_t>(first_[action]);
    const auto last = records_.begin() + static_cast<std::ptrdiff_t>(first_[action + 1]);
    const auto from = std::lower_bound(begin, last, first);
    return static_cast<std::size_t>(std::lower_bound(from, last, end) - from);
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<std::size_t> records_;
};

}  // namespace

CommonRange longest_common_range(const Log& log, std::size_t n) {
  if (n == 0) throw std::logic_error("longest_common_stretch: of no actions");
  CommonRange best;
  const std::vector<Zone> zones = zones_of(log);
  const RecordsOf records(log);
  std::vector<std::size_t> end(log.action_count);  // where the action's presence ends, from a zone
  std::vector<Action> alive;
  // Backwards: who is there in the next zone too stays as long as it does from there.
  for (std::size_t z = zones.size(); z-- > 0;) {
    const std::size_t first = zones[z].first;
    const ActionSet pool = log.available(first);
    alive.clear();
    bool arrival = z == 0;
    for (Action k = 0; k < pool.size(); ++k) {
      const Action action = pool[k];
      alive.push_back(action);
      arrival = arrival || !log.available(first - 1).contains(action);
      const bool stays =
          zones[z].end() < log.size() && log.available(zones[z].end()).contains(action);
      if (!stays) end[action] = zones[z].end();
    }
    if (!arrival || alive.size() < n) continue;
    std::partial_sort(
        alive.begin(), alive.begin() + static_cast<std::ptrdiff_t>(n), alive.end(),
        [&](Action a, Action b) { return end[a] != end[b] ? end[a] > end[b] : a < b; });
    alive.resize(n);
    const std::size_t last = end[alive.back()];
    std::size_t matching = 0;
    for (const Action action : alive) matching += records.count(action, first, last);
    if (best.records > 0 && matching < best.matching) continue;
    std::sort(alive.begin(), alive.end());
    best = {first, last - first, alive, matching};
  }
  return best;
}

}  // namespace replaybench
