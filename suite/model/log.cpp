#include "suite/model/log.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "suite/model/dose_log.hpp"
#include "suite/model/min_propensity.hpp"
#include "suite/model/slate_log.hpp"
#include "suite/numeric/huge_pages.hpp"

namespace replaybench {

std::uint32_t PoolTable::intern(const std::vector<Action>& sorted) {
  const auto [entry, added] = index_.try_emplace(sorted, static_cast<std::uint32_t>(size()));
  if (added) {
    members_.insert(members_.end(), sorted.begin(), sorted.end());
    first_.push_back(members_.size());
  }
  return entry->second;
}

std::uint64_t Log::bytes() const {
  std::uint64_t sum = bits.records * bits.stride;
  const auto add = [&]<class Value>(const std::vector<Value>& column) {
    sum += column.capacity() * sizeof(Value);
  };
  add(contexts);
  add(active_first);
  add(active);
  add(hidden);
  add(actions);
  add(rewards);
  add(propensities);
  add(pools);
  add(timestamps);
  add(loggers);
  add(originals);
  add(action_sets);
  if (action_features) sum += action_features->bytes();
  for (const TargetPolicy& target : targets) {
    add(target.logged);
    add(target.all);
  }
  for (const RewardPredictions& given : predictions) add(given.all);
  if (slates) {
    add(slates->first);
    add(slates->rewards);
    for (const auto& column : slates->columns) add(column);
  }
  if (doses) {
    for (const auto* column : {&doses->actions, &doses->rewards, &doses->densities, &doses->q}) {
      add(*column);
    }
    for (const TargetActions& target : doses->targets) {
      add(target.actions);
      add(target.q);
    }
  }
  return sum;
}

RewardRange Log::reward_range() const {
  RewardRange range = RewardRange::binary;
  for (const double reward : rewards) {
    if (!(reward >= 0 && reward <= 1)) return RewardRange::real;
    if (reward != 0 && reward != 1) range = RewardRange::unit;
  }
  return range;
}

double Log::feature(std::size_t i, std::uint32_t feature) const {
  if (!is_sparse()) return contexts[i * dimension + feature];
  if (is_packed()) return bits.has(i, feature) ? 1 : 0;
  const auto begin = active.begin() + static_cast<std::ptrdiff_t>(active_first[i]);
  const auto end = active.begin() + static_cast<std::ptrdiff_t>(active_first[i + 1]);
  return std::binary_search(begin, end, feature) ? 1 : 0;
}

const TargetPolicy* Log::target(std::string_view name) const {
  for (const TargetPolicy& target : targets) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

const RewardPredictions* Log::predictions_of(std::string_view name) const {
  for (const RewardPredictions& given : predictions) {
    if (given.name == name) return &given;
  }
  return nullptr;
}

namespace {

// The log of which take(column, width) gives the rows of a column that has `width` values per record:
// everything but its contexts.
template <class Take>
Log without_contexts(const Log& log, const Take& take) {
  Log part;
  part.action_count = log.action_count;
  part.unlogged = log.unlogged;
  part.dimension = log.dimension;
  part.hidden_dimension = log.hidden_dimension;
  part.hidden = take(log.hidden, log.hidden_dimension);
  part.actions = take(log.actions, 1);
  part.rewards = take(log.rewards, 1);
  part.propensities = take(log.propensities, 1);
  part.pools = take(log.pools, 1);
  part.timestamps = take(log.timestamps, 1);
  part.loggers = take(log.loggers, 1);
  part.originals = take(log.originals, 1);
  part.action_sets = take(log.action_sets, 1);
  part.action_features = log.action_features;
  part.reward_bounds = log.reward_bounds;
  part.logger_names = log.logger_names;
  part.pool_table = log.pool_table;
  part.action_names = log.action_names;
  part.feature_names = log.feature_names;
  for (const TargetPolicy& target : log.targets) {
    part.targets.push_back(
        {target.name, take(target.logged, 1), take(target.all, log.action_count)});
  }
  for (const RewardPredictions& given : log.predictions) {
    part.predictions.push_back({given.name, take(given.all, log.action_count)});
  }
  return part;
}

bool has_repetition(std::span<const std::uint32_t> records, std::size_t size) {
  std::vector<bool> seen(size);
  for (const std::uint32_t record : records) {
    if (seen[record]) return true;
    seen[record] = true;
  }
  return false;
}

}  // namespace

Log Log::range(std::size_t first, std::size_t count) const {
  const auto piece = [](const auto& column, std::size_t begin, std::size_t length) {
    const auto at = column.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::decay_t<decltype(column)>(at, at + static_cast<std::ptrdiff_t>(length));
  };
  const auto records = [&](const auto& column, std::size_t width) {
    return column.empty() ? std::decay_t<decltype(column)>()
                          : piece(column, first * width, count * width);
  };
  Log part = without_contexts(*this, records);
  if (is_packed()) {
    part.bits = {bits.bytes + first * bits.stride, bits.stride, count, bits.owner};
  } else if (is_sparse()) {
    part.active_first = piece(active_first, first, count + 1);
    const std::uint64_t skipped = part.active_first.front();
    part.active = piece(active, skipped, part.active_first.back() - skipped);
    for (std::uint64_t& place : part.active_first) place -= skipped;
  } else {
    part.contexts = records(contexts, dimension);
  }
  if (kind() != LogKind::actions) {
    std::vector<std::uint32_t> places(count);
    std::iota(places.begin(), places.end(), static_cast<std::uint32_t>(first));
    select_kind(part, places);
  }
  return part;
}

Log Log::select(std::span<const std::uint32_t> records) const {
  const auto pick = [&](const auto& column, std::size_t width) {
    std::decay_t<decltype(column)> picked;
    if (column.empty()) return picked;
    numeric::reserve_large(picked, records.size() * width);
    if (width == 1) {
      for (const std::uint32_t i : records) picked.push_back(column[i]);
      return picked;
    }
    picked.resize(records.size() * width);
    auto* out = picked.data();
    for (const std::uint32_t i : records) {
      for (std::size_t j = 0; j < width; ++j) *out++ = column[i * width + j];
    }
    return picked;
  };
  Log part = without_contexts(*this, pick);
  if (part.originals.empty() && has_repetition(records, size())) {
    part.originals.assign(records.begin(), records.end());
  }
  if (is_packed()) {
    auto rows = std::make_shared<std::vector<std::uint8_t>>();
    numeric::reserve_large(*rows,
                           records.size() * bits.stride + 1);  // not null, whatever is selected
    rows->resize(records.size() * bits.stride);
    std::uint8_t* out = rows->data();
    for (const std::uint32_t i : records) {
      std::memcpy(out, bits.bytes + i * bits.stride, bits.stride);
      out += bits.stride;
    }
    part.bits = {rows->data(), bits.stride, records.size(), rows};
  } else if (is_sparse()) {
    numeric::reserve_large(part.active_first, records.size() + 1);
    part.active_first.push_back(0);
    for (const std::uint32_t i : records) {
      part.active_first.push_back(part.active_first.back() + active_first[i + 1] - active_first[i]);
    }
    numeric::reserve_large(part.active, part.active_first.back());
    part.active.resize(part.active_first.back());
    auto* out = part.active.data();
    for (const std::uint32_t i : records) {
      for (std::uint64_t j = active_first[i]; j < active_first[i + 1]; ++j) *out++ = active[j];
    }
  } else {
    part.contexts = pick(contexts, dimension);
  }
  select_kind(part, records);
  return part;
}

void Log::select_kind(Log& part, std::span<const std::uint32_t> records) const {
  if (slates) part.slates = std::make_shared<const SlateLog>(slates->select(records));
  if (doses) part.doses = std::make_shared<const DoseLog>(doses->select(records));
}

void Log::check() const {
  const auto require = [](bool holds, const char* what, std::size_t i) {
    if (!holds) throw std::logic_error("log record " + std::to_string(i) + ": " + what);
  };
  const std::size_t n = size();
  if (contexts.size() != (is_sparse() ? 0 : n * dimension) ||
      (is_packed() && (bits.records != n || bits.stride != (dimension + 7) / 8 ||
                       !active_first.empty() || !active.empty())) ||
      (!active_first.empty() && (active_first.size() != n + 1 || active_first.front() != 0 ||
                                 active_first.back() != active.size() ||
                                 !std::is_sorted(active_first.begin(), active_first.end()))) ||
      rewards.size() != n || (!hidden.empty() && hidden.size() != n * hidden_dimension) ||
      (!propensities.empty() && propensities.size() != n) ||
      (!pools.empty() && pools.size() != n) || (!timestamps.empty() && timestamps.size() != n) ||
      (!loggers.empty() && loggers.size() != n) || (!originals.empty() && originals.size() != n) ||
      (!action_sets.empty() && action_sets.size() != n)) {
    throw std::logic_error("log: columns of different lengths");
  }
  for (std::size_t i = 0; i < n; ++i) {
    require(actions[i] < action_count, "action outside the dictionary", i);
    require(pools.empty() || pools[i] < pool_table.size(), "unknown pool", i);
    require(available(i).contains(actions[i]), "action outside its pool", i);
    require(loggers.empty() || loggers[i] < logger_names.size(), "unknown logger", i);
    require(std::isfinite(rewards[i]), "reward is not finite", i);
    require(!reward_bounds || reward_bounds->contain(rewards[i]), "reward outside its bounds", i);
    require(!action_features || action_set(i) < action_features->sets(),
            "unknown set of features of actions", i);
    require(propensities.empty() || (propensities[i] > 0 && propensities[i] <= 1),
            "propensity outside (0, 1]", i);
    require(propensities.empty() || propensities[i] >= min_propensity,
            "propensity below 1e-70: its weight overflows", i);
    if (is_packed() && dimension % 8 != 0) {
      require(bits.row(i).back() >> (dimension % 8) == 0, "a bit beyond the dimension", i);
    }
    if (active_first.empty()) continue;
    for (std::uint64_t j = active_first[i]; j < active_first[i + 1]; ++j) {
      require(active[j] < dimension, "active feature beyond the dimension", i);
      require(j == active_first[i] || active[j - 1] < active[j], "active features not increasing",
              i);
    }
  }
  if (action_features) action_features->check(action_count);
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(contexts.begin(), contexts.end(), finite)) {
    throw std::logic_error("log: a feature is not finite");
  }
  if (kind() != LogKind::actions) {
    check_kind();
  } else {
    check_targets();
    check_predictions();
  }
}

namespace {

[[noreturn]] void refuse(std::size_t i, const std::string& what) {
  throw std::logic_error("log record " + std::to_string(i) + ": " + what);
}

bool is_probability(double value) { return value >= 0 && value <= 1; }

// The names of a log's given columns: not empty, no two alike.
template <class Columns>
void check_names(const std::vector<Columns>& columns, const std::string& what) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name.empty()) throw std::logic_error("log: " + what + " without a name");
    for (std::size_t j = 0; j < i; ++j) {
      if (columns[i].name == columns[j].name) {
        throw std::logic_error("log: two of " + what + " are named \"" + columns[i].name + "\"");
      }
    }
  }
}

}  // namespace

void Log::check_kind() const {
  check_names(targets, "target policies");
  const std::size_t records = slates ? slates->size() : doses->size();
  if (action_count != 1 || records != size() || (slates && doses)) {
    throw std::logic_error("log: its slates or doses are not its records");
  }
}

void Log::check_targets() const {
  constexpr double tolerance = 1e-6;  // probabilities are often written with six digits
  check_names(targets, "target policies");
  for (const TargetPolicy& target : targets) {
    const std::string named = "target policy \"" + target.name + "\": ";
    if (target.logged.size() != size() ||
        (!target.all.empty() && target.all.size() != size() * action_count)) {
      throw std::logic_error("log: " + named + "columns of different lengths");
    }
    for (std::size_t i = 0; i < size(); ++i) {
      if (!is_probability(target.logged[i])) refuse(i, named + "probability outside [0, 1]");
      if (target.all.empty()) continue;
      const auto row = std::span(target.all).subspan(i * action_count, action_count);
      double sum = 0;
      for (const double value : row) {
        if (!is_probability(value)) refuse(i, named + "probability outside [0, 1]");
        sum += value;
      }
      if (std::fabs(sum - 1) > tolerance) {
        refuse(i, named + "the probabilities sum to " + std::to_string(sum) + ", not 1");
      }
      if (row[actions[i]] != target.logged[i]) {
        refuse(i, named + "two probabilities of the logged action");
      }
      if (!has_pools()) continue;
      for (Action a = 0; a < action_count; ++a) {
        if (row[a] > 0 && !available(i).contains(a)) {
          refuse(i, named + "a probability of an action outside the pool");
        }
      }
    }
  }
}

void Log::check_predictions() const {
  check_names(predictions, "reward predictions");
  for (const RewardPredictions& given : predictions) {
    const std::string named = "reward predictions \"" + given.name + "\": ";
    if (given.all.size() != size() * action_count) {
      throw std::logic_error("log: " + named + "columns of different lengths");
    }
    for (std::size_t i = 0; i < given.all.size(); ++i) {
      if (!std::isfinite(given.all[i])) refuse(i / action_count, named + "a number is not finite");
    }
  }
}

}  // namespace replaybench
