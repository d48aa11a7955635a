#include "suite/estimation/zone_logs.hpp"

#include <algorithm>
#include <stdexcept>

#include "suite/model/zones.hpp"

namespace replaybench::estimation {

namespace {

/// Records of a simulator that are written at once: 6 MB without contexts.
constexpr std::uint64_t records_per_chunk = 1u << 17;

std::vector<Action> members(const ActionSet& actions) {
  std::vector<Action> members;
  members.reserve(actions.size());
  for (Action i = 0; i < actions.size(); ++i) members.push_back(actions[i]);
  return members;
}

/// Makes `actions`, numbers of a log with `action_count` of them, places in `pool`.
void renumber(std::vector<Action>& actions, Action action_count, const std::vector<Action>& pool) {
  std::vector<Action> place(action_count);
  for (Action i = 0; i < pool.size(); ++i) place[pool[i]] = i;
  for (Action& action : actions) action = place[action];
}

/// The names of the actions of `pool`, by their places in it.
std::vector<std::string> names_in(const std::vector<Action>& pool,
                                  const std::vector<std::string>& names) {
  std::vector<std::string> of_pool;
  for (const Action action : pool) {
    if (!names.empty()) of_pool.push_back(names[action]);
  }
  return of_pool;
}

template <class Column>
void append(const Column& from, const Zone& zone, Column& to) {
  if (from.empty()) return;
  const auto begin = from.begin() + static_cast<std::ptrdiff_t>(zone.first);
  to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(zone.records));
}

/// Puts zones together that pieces have cut, without contexts.
class ZoneCollector {
 public:
  explicit ZoneCollector(const std::function<void(const ZoneLog&)>& show) : show_(show) {}

  void take(const Log& piece) {
    for (const Zone& zone : zones_of(piece)) {
      auto pool = members(piece.available(zone.first));
      if (log_.size() > 0 && pool != zone_.pool) finish();
      zone_.pool = std::move(pool);
      action_count_ = piece.action_count;
      log_.action_names = names_in(zone_.pool, piece.action_names);
      append(piece.actions, zone, log_.actions);
      append(piece.rewards, zone, log_.rewards);
      append(piece.propensities, zone, log_.propensities);
    }
  }

  /// Shows the zone that is under way.
  void finish() {
    const std::size_t records = log_.size();
    if (records == 0) return;
    renumber(log_.actions, action_count_, zone_.pool);
    log_.action_count = static_cast<Action>(zone_.pool.size());
    zone_.log = std::make_shared<const Log>(std::move(log_));
    show_(zone_);
    log_ = Log();
    ++zone_.number;
    zone_.first += records;
  }

  std::size_t finished() const { return zone_.number; }

 private:
  const std::function<void(const ZoneLog&)>& show_;
  ZoneLog zone_;
  Log log_;
  Action action_count_ = 0;
};

}  // namespace

Log zone_log(const Log& log, std::size_t first, std::size_t count) {
  Log zone = log.range(first, count);
  const auto pool = members(log.available(first));
  renumber(zone.actions, log.action_count, pool);
  zone.action_count = static_cast<Action>(pool.size());
  zone.pools.clear();
  zone.pool_table = PoolTable();
  zone.action_names = names_in(pool, log.action_names);
  return zone;
}

std::size_t for_each_zone(Trial& trial, bool with_contexts,
                          const std::function<void(const ZoneLog&)>& show) {
  if (!with_contexts) {
    ZoneCollector collector(show);
    trial.for_each_chunk(records_per_chunk, 1, [&](const Log& log) { collector.take(log); });
    collector.finish();
    return collector.finished();
  }
  const auto log = trial.log();
  std::size_t number = 0;
  for (const Zone& zone : zones_of(*log)) {
    show({number++, zone.first, members(log->available(zone.first)),
          std::make_shared<const Log>(zone_log(*log, zone.first, zone.records))});
  }
  return number;
}

ZoneEnvironment::ZoneEnvironment(Environment& environment, std::vector<Action> pool,
                                 std::uint64_t first, std::uint64_t stride)
    : environment_(environment),
      pool_(std::move(pool)),
      sorted_(pool_),
      first_(first),
      stride_(stride) {
  std::sort(sorted_.begin(), sorted_.end());
}

void ZoneEnvironment::observe(std::uint64_t step) {
  environment_.observe(first_ + step * stride_);
  if (members(environment_.actions()) != sorted_) {
    throw std::logic_error("ZoneEnvironment: the pool changed within the zone");
  }
}

}  // namespace replaybench::estimation
