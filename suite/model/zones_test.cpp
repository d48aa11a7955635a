#include "suite/model/zones.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

// One record for each pool, logging its `logged`-th action.
Log log_of(const std::vector<std::vector<Action>>& pools, const std::vector<Action>& actions,
           Action action_count) {
  Log log;
  log.action_count = action_count;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    log.pools.push_back(log.pool_table.intern(pools[i]));
    log.actions.push_back(actions[i]);
    log.rewards.push_back(0);
  }
  log.check();
  return log;
}

Log random_log(std::uint64_t key, std::size_t size, Action action_count) {
  Draws draws({key}, 0);
  std::vector<std::vector<Action>> pools;
  std::vector<Action> actions;
  std::set<Action> alive{draws.below(action_count)};
  for (std::size_t i = 0; i < size; ++i) {
    if (draws.below(3) == 0) {
      const Action one = draws.below(action_count);
      if (alive.count(one) == 0) {
        alive.insert(one);
      } else if (alive.size() > 1) {
        alive.erase(one);
      }
    }
    pools.emplace_back(alive.begin(), alive.end());
    actions.push_back(pools.back()[draws.below(static_cast<std::uint32_t>(alive.size()))]);
  }
  return log_of(pools, actions, action_count);
}

// The rule word by word: s, the ends of what is available at s, the n-th largest, the records.
CommonRange by_brute_force(const Log& log, std::size_t n) {
  CommonRange best;
  for (std::size_t s = 0; s < log.size(); ++s) {
    bool arrival = s == 0;
    std::vector<std::pair<std::size_t, Action>> ends;
    for (Action a = 0; a < log.action_count; ++a) {
      if (!log.available(s).contains(a)) continue;
      arrival = arrival || !log.available(s - 1).contains(a);
      std::size_t end = s;
      while (end < log.size() && log.available(end).contains(a)) ++end;
      ends.emplace_back(end, a);
    }
    if (!arrival || ends.size() < n) continue;
    std::stable_sort(ends.begin(), ends.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    CommonRange found{s, ends[n - 1].first - s, {}, 0};
    for (std::size_t k = 0; k < n; ++k) found.actions.push_back(ends[k].second);
    std::sort(found.actions.begin(), found.actions.end());
    for (std::size_t i = s; i < s + found.records; ++i) {
      found.matching += static_cast<std::size_t>(
          std::count(found.actions.begin(), found.actions.end(), log.actions[i]));
    }
    if (best.records == 0 || found.matching > best.matching) best = found;
  }
  return best;
}

}  // namespace

TEST_CASE("zones: maximal stretches of one pool") {
  CHECK(zones_of(Log()).empty());
  const Log log = log_of({{0, 1}, {0, 1}, {0, 2}, {0, 1}, {1}, {1}}, {0, 1, 2, 0, 1, 1}, 3);
  CHECK(zones_of(log) == std::vector<Zone>{{0, 2, 0}, {2, 1, 1}, {3, 1, 0}, {4, 2, 2}});
  CHECK(zones_of(log.range(1, 4)) == std::vector<Zone>{{0, 1, 0}, {1, 1, 1}, {2, 1, 0}, {3, 1, 2}});
  Log constant = log;
  constant.pools.clear();
  CHECK(zones_of(constant) == std::vector<Zone>{{0, 6, 0}});
}

TEST_CASE("zones: the longest time that some actions spend together") {
  // 0: 0..3, 1: 0..6, 2: 2..6 and 3: 5..7, record by record. With n = 2: from 0 on, 0 and 1 until
  // 3; from 2 on, 1 and 2 until 6, whose records 2, 4, 5 and 6 logged 1 or 2; from 5 on, 3 and 1.
  const Log log = log_of({{0, 1}, {0, 1}, {0, 1, 2}, {0, 1, 2}, {1, 2}, {1, 2, 3}, {1, 2, 3}, {3}},
                         {0, 1, 2, 0, 1, 2, 1, 3}, 4);
  const CommonRange two = longest_common_range(log, 2);
  CHECK(two.first == 2);
  CHECK(two.records == 5);
  CHECK(two.actions == std::vector<Action>{1, 2});
  CHECK(two.matching == 4);
  CHECK(longest_common_range(log, 3).matching == 2);  // 0, 1, 2 in 2..3; 1, 2, 3 in 5..6
  CHECK(longest_common_range(log, 3).first == 2);
  CHECK(longest_common_range(log, 4).records == 0);
  CHECK(longest_common_range(Log(), 1).records == 0);
  CHECK_THROWS_AS(longest_common_range(log, 0), std::logic_error);

  Log constant = log;
  constant.pools.clear();
  const CommonRange all = longest_common_range(constant, 2);
  CHECK(all.records == 8);
  CHECK(all.actions == std::vector<Action>{0, 1});
  CHECK(all.matching == 5);
}

TEST_CASE("zones: an action that comes back is alive anew; against brute force") {
  for (std::uint64_t key = 0; key < 60; ++key) {
    const Log log = random_log(key, 80, 7);
    for (const std::size_t n : {1u, 2u, 3u}) {
      CAPTURE(key, n);
      const CommonRange wanted = by_brute_force(log, n);
      const CommonRange found = longest_common_range(log, n);
      CHECK(found.first == wanted.first);
      CHECK(found.records == wanted.records);
      CHECK(found.actions == wanted.actions);
      CHECK(found.matching == wanted.matching);
    }
  }
}
