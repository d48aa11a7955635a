#include "algorithms/most_recent/most_recent.hpp"

#include <algorithm>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::most_recent::MostRecent;

namespace {

Action newest_of(const MostRecent& policy, const std::vector<Action>& pool) {
  Draws draws({1}, 0);
  return policy.choose(Context(), ActionSet(pool), draws);
}

}  // namespace

TEST_CASE("most_recent: by the first appearance in a pool, whatever the numbers") {
  MostRecent policy(6);
  const auto see = [&](const std::vector<Action>& pool) {
    policy.update(Context(), ActionSet(pool), pool[0], 0);
  };
  CHECK(newest_of(policy, {0, 2, 5}) == 5);  // nothing is known: the highest
  CHECK(newest_of(policy, {1}) == 1);
  see({3, 5});
  CHECK(newest_of(policy, {3, 5}) == 5);     // of the same age
  CHECK(newest_of(policy, {1, 3, 5}) == 1);  // not seen yet: newer
  see({1, 3, 5});
  CHECK(newest_of(policy, {1, 3, 5}) == 1);
  CHECK(newest_of(policy, {0, 1, 2, 3}) == 2);
  see({0, 3});
  CHECK(newest_of(policy, {0, 1, 3, 5}) == 0);
  CHECK(newest_of(policy, {1, 3, 5}) == 1);  // its age stays
  std::vector<double> out(3);
  policy.probabilities(Context(), ActionSet(std::vector<Action>{1, 3, 5}), out);
  CHECK(out == std::vector<double>{1, 0, 0});
}

TEST_CASE("most_recent: the action whose first appearance is last, in any numbering") {
  // News come and go: at each step perhaps a new one, and perhaps one leaves. All pools are seen.
  constexpr Action most = 301;
  for (const Action factor : {1u, 300u, 2u}) {  // numbers rise, fall, or neither
    const auto number_of = [&](std::size_t news) {
      return static_cast<Action>(news * factor % most);
    };
    MostRecent policy(most);
    std::size_t news = 1;
    std::vector<std::size_t> pool{0};  // in the order of appearance
    for (std::uint64_t t = 1; t < 300; ++t) {
      Draws draws({81}, t);
      if (draws.below(3) == 0) pool.push_back(news++);
      if (pool.size() > 1 && draws.below(3) == 0) {
        pool.erase(pool.begin() + draws.below(static_cast<Action>(pool.size())));
      }
      std::vector<Action> numbers;
      for (const std::size_t one : pool) numbers.push_back(number_of(one));
      std::sort(numbers.begin(), numbers.end());
      CHECK(newest_of(policy, numbers) == number_of(pool.back()));
      policy.update(Context(), ActionSet(numbers), numbers[0], 0);
    }
  }
}

TEST_CASE("most_recent: its replay is the average over the records of the newest action") {
  Log log = testing::golden_log();
  double reward = 0;
  std::uint64_t records = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.actions[i] != 4) continue;
    reward += log.rewards[i];
    ++records;
  }
  Agent agent = testing::make_agent("most_recent", log);
  const Tally tally = agent.replay(log, Schedule::in_order(log), {1});
  CHECK(tally.sums.accepted == records);
  CHECK(tally.sums.reward() == reward);
}

TEST_CASE("most_recent: golden trace") {
  const Log log = testing::golden_log(10);
  CHECK(testing::trace(testing::make_agent("most_recent", log), log) == "4444444444");
}
