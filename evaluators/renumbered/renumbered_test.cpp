#include "suite/log/csv_log.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

constexpr Action arms = 46;
constexpr std::size_t records = 2'000;

std::string uniform_text(std::uint64_t number) {
  std::string text = "action,reward\n";
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws(replicate_key({0x46}, number), t);
    text += "item" + std::to_string(draws.below(arms));
    text += draws.uniform() < 0.1 ? ",1\n" : ",0\n";
  }
  return text;
}

Trial trial_with(const Dataset& dataset, const std::string& algorithm) {
  return Trial(dataset,
               [component = algorithm_of(algorithm)](const Problem& problem) {
                 return replaybench::make_agent(component, problem);
               },
               {}, 0, {});
}

}  // namespace

TEST_CASE("renumbered: of a uniform log that is read, T / K records are accepted") {
  // T / K = 43.5. Numbered by first appearance, UCB had 86: it tried the actions in the very order in
  // which the log offers them. The number accepted has a standard deviation of sqrt(43.5) = 6.6 at
  // most in 40 logs: 1.04 for the mean, of which 4 are allowed.
  numeric::Moments by_name, by_chance, by_appearance;
  for (std::uint64_t number = 0; number < 40; ++number) {
    const LogDataset dataset(read_csv_log(uniform_text(number), "memory").log);
    const Trial trial = trial_with(dataset, "ucb");
    by_name.add(value_of("replay", "accepted", trial));
    by_chance.add(value_of("renumbered", "accepted", trial));
    by_appearance.add(value_of("renumbered{by=\"appearance\"}", "accepted", trial));
  }
  const double right = static_cast<double>(records) / arms;
  CHECK(std::abs(by_name.mean - right) < 4.2);
  CHECK(std::abs(by_chance.mean - right) < 4.2);
  CHECK(by_appearance.mean > 1.8 * right);
}

TEST_CASE("renumbered: by name is the evaluator itself") {
  const LogDataset dataset(read_csv_log(uniform_text(3), "memory").log);
  const Trial trial = trial_with(dataset, "ucb");
  CHECK(rows_of("renumbered{by=\"name\"}", trial).back().values ==
        rows_of("replay", trial).back().values);
}

TEST_CASE("renumbered: an action that is named is the same in every numbering") {
  const LogDataset dataset(read_csv_log(uniform_text(5), "memory").log);
  const Trial trial = trial_with(dataset, "fixed_action{action=\"item14\"}");
  const auto plain = rows_of("replay", trial).back().values;
  CHECK(rows_of("renumbered", trial).back().values == plain);
  CHECK(rows_of("renumbered{by=\"appearance\"}", trial).back().values == plain);
}

TEST_CASE("renumbered: by appearance, by hand, with pools") {
  Log log;
  log.action_count = 6;
  log.actions = {4, 1, 4, 3, 4, 1, 4, 3};
  log.rewards = {0, 1, 0, 1, 0, 0, 1, 1};
  const auto small = log.pool_table.intern({2, 4});
  const auto large = log.pool_table.intern({1, 3, 4});
  log.pools = {small, large, large, large, small, large, large, large};
  // In order: 4, 2; then 1, 3; never there: 0, 5. So action 3 is number 3, 4 is 0, 1 is 2.
  const LogDataset dataset(log);
  const auto with = [&](Action number) {
    return rows_of("renumbered{by=\"appearance\"}", trial_of(dataset, Agent(Always{number})))
        .back()
        .values;
  };
  const auto plain = [&](Action action) {
    return rows_of("replay", trial_of(dataset, Agent(Always{action}))).back().values;
  };
  CHECK(with(0) == plain(4));
  CHECK(with(2) == plain(1));
  CHECK(with(3) == plain(3));
}
