#include "algorithms/ucb_v_counting_choose/ucb_v_counting_choose.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::ucb_v_counting_choose::UcbVCountingChoose;

namespace {

double reward_of(Action action, std::uint64_t step) {
  Draws draws({61}, step);
  double lot = 0;
  for (Action a = 0; a <= action; ++a) lot = draws.uniform();
  return lot < 0.1 + 0.05 * action ? 1 : 0;
}

// ucb_v with the options below.
Agent ucb_v(Action action_count, const std::string& more) {
  return testing::make_agent("ucb_v{zeta=0.3, linear=3, range=1, " + more + "}", action_count);
}

std::vector<Action> pool_of(std::uint64_t step, Action action_count) {
  Draws draws({62}, step);
  std::vector<Action> pool;
  for (Action a = 0; a < action_count; ++a) {
    if (draws.below(4) > 0) pool.push_back(a);
  }
  if (pool.empty()) pool.push_back(draws.below(action_count));
  return pool;
}

}  // namespace

TEST_CASE("ucb_v_counting_choose: being asked changes its state, an update of ucb_v alone does") {
  const Log log = testing::golden_log(10);
  const ActionSet all = ActionSet::all(log.action_count);
  Agent flawed = testing::make_agent("ucb_v_counting_choose", log);
  Agent right = testing::make_agent("ucb_v", log);
  for (std::uint64_t t = 0; t < 20; ++t) {
    const std::uint64_t flawed_before = flawed.state_digest();
    const std::uint64_t right_before = right.state_digest();
    Draws draws({1}, t);
    flawed.choose(Context(), all, draws);
    right.choose(Context(), all, draws);
    CHECK(flawed.state_digest() != flawed_before);
    CHECK(right.state_digest() == right_before);
  }
  CHECK(algorithms::ucb_v_counting_choose::description.properties.changes_state_in_choose);
  CHECK_FALSE(testing::algorithm_of("ucb_v").description->properties.changes_state_in_choose);
}

TEST_CASE("ucb_v_counting_choose: being asked changes its choice") {
  // After 10 pulls of mean 0.5 and 2 of mean 0, the bound of action 1 overtakes as t grows:
  // t = 1: 0.5 against 0; t = 20: 0.5 + sqrt(0.05 ln 20) + 0.3 ln 20 = 1.786 against 1.5 ln 20 =
  // 4.49.
  UcbVCountingChoose algorithm(2, learning::VarianceIndexOptions{}, Ties::lowest);
  for (int i = 0; i < 10; ++i) algorithm.update(Context(), 0, i % 2);
  for (int i = 0; i < 2; ++i) algorithm.update(Context(), 1, 0);
  Draws draws({1}, 0);
  CHECK(algorithm.choose(Context(), ActionSet::all(2), draws) == 0);
  Action last = 0;
  for (int i = 1; i < 20; ++i) last = algorithm.choose(Context(), ActionSet::all(2), draws);
  CHECK(algorithm.choose_calls() == 20);
  CHECK(last == 1);
}

TEST_CASE("ucb_v_counting_choose: played live it is ucb_v, choice by choice") {
  // Asked once an update, t = updates + 1 at each choice; pools may change.
  const Ties ties = GENERATE(Ties::lowest, Ties::random);
  const learning::VarianceIndexOptions options{.zeta = 0.3, .linear = 3, .range = 1};
  UcbVCountingChoose flawed(6, options, ties);
  Agent right = ucb_v(6, ties == Ties::lowest ? "ties=\"lowest\"" : "ties=\"random\"");
  for (std::uint64_t t = 0; t < 2'000; ++t) {
    const std::vector<Action> pool = pool_of(t, 6);
    Draws flawed_draws({63}, t);
    Draws right_draws({63}, t);
    const Action choice = flawed.choose(Context(), ActionSet(pool), flawed_draws);
    CHECK(choice == right.choose(Context(), ActionSet(pool), right_draws));
    CHECK(flawed.choose_calls() == t + 1);
    flawed.update(Context(), choice, reward_of(choice, t));
    right.update(Context(), ActionSet(pool), choice, reward_of(choice, t));
  }
}

TEST_CASE("ucb_v_counting_choose: under replay its t is the number of records shown") {
  // And so it goes another way than ucb_v, whose t is the number of records accepted.
  constexpr Action arms = 5;
  const Log log = testing::golden_log(2'000);
  UcbVCountingChoose flawed(arms, learning::VarianceIndexOptions{}, Ties::lowest);
  Agent right = testing::make_agent("ucb_v", arms);
  std::uint64_t flawed_accepted = 0;
  std::uint64_t differing = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    Draws draws({64}, i);
    const Action choice = flawed.choose(Context(), ActionSet::all(arms), draws);
    CHECK(flawed.choose_calls() == i + 1);
    const Action right_choice = right.choose(Context(), ActionSet::all(arms), draws);
    differing += choice != right_choice;
    if (choice == log.actions[i]) {
      ++flawed_accepted;
      flawed.update(Context(), choice, log.rewards[i]);
    }
    if (right_choice == log.actions[i]) {
      right.update(Context(), ActionSet::all(arms), right_choice, log.rewards[i]);
    }
  }
  CHECK(differing > 100);
  // About K records are shown for each accepted: binomial(2000, 1/5), standard deviation 18.
  CHECK(std::fabs(static_cast<double>(flawed_accepted) - 400) < 72);
}

TEST_CASE("ucb_v_counting_choose: what the fix reproduces, exactly") {
  // Thesis, section 4.4.2 (p. 113): adding K in the update function gives "the same performance in
  // the real environment". Exactly true is this. Let the flawed algorithm be asked K times a step
  // and learn the answer to the first question. At that question of step n (from 0) its t is n K +
  // 1; so is that of the fixed one, played live: same choices forever.
  constexpr Action K = 4;
  const learning::VarianceIndexOptions options{.zeta = 0.3, .linear = 3, .range = 1};
  UcbVCountingChoose flawed(K, options, Ties::lowest);
  Agent fixed = ucb_v(K, "count=\"update_by_pool\"");
  Agent right = ucb_v(K, "count=\"update\"");
  const ActionSet all = ActionSet::all(K);
  Draws unused({}, 0);
  int beside_right = 0;
  for (std::uint64_t n = 0; n < 3'000; ++n) {
    const Action choice = flawed.choose(Context(), all, unused);
    CHECK(flawed.choose_calls() == n * K + 1);
    CHECK(choice == fixed.choose(Context(), all, unused));
    for (Action more = 1; more < K; ++more) flawed.choose(Context(), all, unused);
    flawed.update(Context(), choice, reward_of(choice, n));
    fixed.update(Context(), all, choice, reward_of(choice, n));
    const Action right_choice = right.choose(Context(), all, unused);
    beside_right += right_choice != choice;
    right.update(Context(), all, right_choice, reward_of(right_choice, n));
  }
  CHECK(beside_right > 100);
}

TEST_CASE("ucb_v_counting_choose: what the fix does not reproduce") {
  // A replay learns the answer to the last question of a step, and the number of questions is
  // geometric with mean K: its t at the n-th acceptance is not n K + 1, but close to it in the
  // long run. Records show each action with probability 1/K.
  constexpr Action K = 4;
  UcbVCountingChoose flawed(K, learning::VarianceIndexOptions{}, Ties::lowest);
  std::uint64_t accepted = 0;
  std::uint64_t equal = 0;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    Draws draws({65}, i);
    const Action logged = draws.below(K);
    if (flawed.choose(Context(), ActionSet::all(K), draws) != logged) continue;
    equal += flawed.choose_calls() == accepted * K + 1;
    ++accepted;
    flawed.update(Context(), logged, reward_of(logged, i));
  }
  CHECK(equal < accepted / 10);
  // ln t differs from ln(n K + 1) by 4 standard deviations of sqrt((1 - 1/K) / n) at most.
  const double n = static_cast<double>(accepted);
  CHECK(std::fabs(std::log(40'000.0) - std::log(n * K + 1)) < 4 * std::sqrt(0.75 / n));
}

TEST_CASE("ucb_v_counting_choose: every replay path asks at every record") {
  const Log log = testing::golden_log(500);
  std::vector<std::uint32_t> accepted[2];
  for (int i = 0; i < 2; ++i) {
    Agent agent = testing::make_agent("ucb_v_counting_choose", log);
    ReplayOptions options;
    options.path = i == 0 ? ReplayPath::fastest : ReplayPath::plain;
    options.accepted_records = &accepted[i];
    agent.replay(log, Schedule::in_order(log), {1}, options);
  }
  CHECK(accepted[0] == accepted[1]);
}

TEST_CASE("ucb_v_counting_choose: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("ucb_v_counting_choose", log), log) ==
        "012222333443334011111111211111112222334444000000000000001223344444444444444"
        "444122333400033333111111111111111111111222444");
  CHECK(testing::trace(testing::make_agent("ucb_v_counting_choose{linear=0, ties=\"random\"}", log),
                       log) ==
        "221431212240132200202222000220000000000000000000002044200000000000002422422"
        "244222222222222222244444444444444444444444444");
}
