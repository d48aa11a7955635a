#include "suite/model/agent.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "suite/model/counted_replay.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

Log random_log(std::size_t records, Action action_count, std::uint64_t stream) {
  Log log;
  log.action_count = action_count;
  log.dimension = 1;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({stream}, t);
    log.contexts.push_back(static_cast<double>(t));
    // Uneven, so that some actions are rare.
    log.actions.push_back(std::min(draws.below(action_count), draws.below(action_count)));
    log.rewards.push_back(draws.uniform());
  }
  return log;
}

// Plays action `updates` modulo K, so the choice moves at each update; counts what it was shown.
struct Rotating {
  Action choose(const Context&, const ActionSet& actions, Draws&) const {
    return actions[static_cast<Action>(updates % actions.size())];
  }
  void update(const Context& context, Action action, double reward) {
    ++updates;
    seen += context[0] * 3 + action + reward;
  }
  std::uint64_t updates = 0;
  double seen = 0;
};

struct JumpingRotating : Rotating {
  std::optional<Action> fixed_choice(const ActionSet& actions) const {
    return actions[static_cast<Action>(updates % actions.size())];
  }
};

// As Rotating, but at every third update the draws decide between two actions.
struct TiedAtTimes : Rotating {
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    if (updates % 3 == 2) return actions[draws.below(2)];
    return Rotating::choose(context, actions, draws);
  }
  std::optional<Action> fixed_choice(const ActionSet& actions) const {
    if (updates % 3 == 2) return std::nullopt;
    return actions[static_cast<Action>(updates % actions.size())];
  }
};
static_assert(HasFixedChoice<TiedAtTimes>);

struct Randomly {
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
};

// Sums by the definition, one loop and nothing else.
struct PlainSums {
  std::uint64_t accepted = 0;
  double weight = 0, weight2 = 0, reward = 0, weight2_reward = 0, reward2 = 0;
};
PlainSums plain_sums(const Log& log, const Schedule& schedule, Action action,
                     const std::vector<double>& weights) {
  PlainSums sums;
  for (std::size_t step = 0; step < schedule.size(); ++step) {
    const std::size_t i = schedule[step];
    if (log.actions[i] != action) continue;
    const double w = weights.empty() ? 1 : weights[i];
    sums.accepted += 1;
    sums.weight += w;
    sums.weight2 += std::pow(w, 2);
    sums.reward += w * log.rewards[i];
    sums.weight2_reward += std::pow(w, 2) * log.rewards[i];
    sums.reward2 += std::pow(w * log.rewards[i], 2);
  }
  return sums;
}

struct Always {
  Action action;
  static constexpr bool learns = false;
  Action choose(const Context&, const ActionSet&, Draws&) const { return action; }
  void update(const Context&, Action, double) {}
  std::optional<Action> fixed_choice(const ActionSet&) const { return action; }
};

class TwoArms : public Environment {
 public:
  Action action_count() const override { return 2; }
  std::size_t dimension() const override { return 1; }
  void observe(std::uint64_t step) override { step_ = static_cast<double>(step); }
  Context context() const override { return Context(std::span(&step_, 1)); }
  double reward(Action action) const override { return action == 0 ? 0 : step_; }
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return action == 0 ? 0.25 : 0.75;
  }

 private:
  double step_ = 0;
};

}  // namespace

TEST_CASE("a counted replay is the same to the byte, and counts its records piece by piece") {
  const Log log = random_log(50'000, 4, 117);
  std::vector<double> weights;
  std::vector<std::uint32_t> order;
  for (std::size_t i = 0; i < log.size(); ++i) {
    weights.push_back(Draws({118}, i).uniform());
    if (i % 3 != 0) order.push_back(static_cast<std::uint32_t>(i));
  }
  const std::vector<std::uint64_t> checkpoints{1, 5'000, 11'000};
  const Schedule stretch = Schedule::range(100, 45'000);
  const auto compare = [&](const Agent& agent, bool by_order, std::uint64_t most) {
    std::vector<std::uint32_t> records, counted_records;
    ReplayOptions options;
    options.weights = weights;
    options.checkpoints = checkpoints;
    options.accepted_records = &records;
    options.first_slot = 7;
    options.max_accepted = most;
    Agent one = agent, other = agent;
    const Tally tally = one.replay(log, by_order ? Schedule::of(order) : stretch, {1}, options);
    options.accepted_records = &counted_records;
    std::atomic<std::uint64_t> passed = 0;
    Tally counted;
    {
      const CountScope scope(&passed);
      counted = by_order ? counted_replay(other, log, order, {1}, options)
                         : counted_replay(other, log, stretch, {1}, options);
    }
    CHECK(counted_records == records);
    CHECK(counted.sums.records == tally.sums.records);
    CHECK(counted.sums.accepted == tally.sums.accepted);
    CHECK(counted.sums.reward() == tally.sums.reward());
    CHECK(counted.sums.weight() == tally.sums.weight());
    REQUIRE(counted.curve.size() == tally.curve.size());
    for (std::size_t k = 0; k < tally.curve.size(); ++k) {
      CHECK(counted.curve[k].records == tally.curve[k].records);
      CHECK(counted.curve[k].reward() == tally.curve[k].reward());
    }
    if (most > log.size()) {
      CHECK(passed == (by_order ? order.size() : stretch.size()));
    } else {
      CHECK(passed >= tally.sums.records);
      CHECK(passed < stretch.size());
    }
  };
  const std::uint64_t all = ReplayOptions().max_accepted;
  for (const bool by_order : {false, true}) {
    for (const std::uint64_t most : {all, std::uint64_t{1'000}}) {
      compare(Agent(Rotating{}), by_order, most);
      compare(Agent(JumpingRotating{}), by_order, most);
      compare(Agent(Randomly{}), by_order, most);
      compare(Agent(Always{1}), by_order, most);
    }
  }
  Agent agent(Always{1});
  CHECK_THROWS_AS(counted_replay(agent, log, Schedule::of(order), {1}), std::logic_error);
  const std::vector<std::uint8_t> tested(50'000, 1);
  ReplayOptions with_tests;
  with_tests.tested = tested;
  CHECK_THROWS_AS(counted_replay(agent, log, stretch, {1}, with_tests), std::logic_error);
}

TEST_CASE("a choice that draws decide only where actions tie: the bytes of the plain path") {
  const Log log = random_log(4'000, 5, 110);
  std::vector<std::uint32_t> order;
  for (std::uint64_t i = 0; i < 5'000; ++i) order.push_back(Draws({116}, i).below(4'000));
  for (const Schedule& schedule : {Schedule::in_order(log), Schedule::range(100, 400),
                                   Schedule::range(10, 0), Schedule::of(order)}) {
    for (const std::uint64_t most : {std::uint64_t{7}, std::uint64_t{1} << 40}) {
      std::vector<std::uint32_t> accepted[2];
      Sums sums[2];
      for (const ReplayPath path : {ReplayPath::plain, ReplayPath::fastest}) {
        const std::size_t p = path == ReplayPath::fastest;
        Agent agent{TiedAtTimes{}};
        ReplayOptions options;
        options.path = path;
        options.first_slot = 3;
        options.max_accepted = most;
        options.accepted_records = &accepted[p];
        sums[p] = agent.replay(log, schedule, {1}, options).sums;
      }
      CHECK(accepted[0] == accepted[1]);
      CHECK(sums[0].records == sums[1].records);
      CHECK(sums[0].reward() == sums[1].reward());
      if (schedule.size() > 0) CHECK(sums[0].accepted > 5);
    }
  }
}

namespace {

// A random one of actions 0 and 1 among those available: a bound decides about all others.
struct RandomOfTwo {
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    ++*draws_taken;
    return actions[draws.below(2)];
  }
  void update(const Context&, Action, double) {}
  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    hint = actions[0];
    if (logged > actions[1]) return false;
    return choose(context, actions, draws) == logged;
  }
  std::shared_ptr<std::uint64_t> draws_taken = std::make_shared<std::uint64_t>(0);
};
static_assert(HasWouldChoose<RandomOfTwo>);

}  // namespace

TEST_CASE("a bound decides before the draws: fewer draws, the bytes of the plain path") {
  const Log log = random_log(4'000, 5, 110);
  const auto of_two = static_cast<std::uint64_t>(
      std::count_if(log.actions.begin(), log.actions.end(), [](Action a) { return a < 2; }));
  std::vector<std::uint32_t> accepted[2];
  std::uint64_t draws_taken[2];
  for (const ReplayPath path : {ReplayPath::plain, ReplayPath::fastest}) {
    const std::size_t p = path == ReplayPath::fastest;
    RandomOfTwo algorithm;
    Agent agent{algorithm};
    ReplayOptions options;
    options.path = path;
    options.accepted_records = &accepted[p];
    agent.replay(log, Schedule::in_order(log), {1}, options);
    draws_taken[p] = *algorithm.draws_taken;
  }
  CHECK(accepted[0] == accepted[1]);
  CHECK(draws_taken[0] == 4'000);
  CHECK(draws_taken[1] == of_two);
}

TEST_CASE("the sums of a replay are those of their definition") {
  const Log log = random_log(500, 4, 113);
  std::vector<double> weights;
  for (std::size_t i = 0; i < log.size(); ++i) weights.push_back(Draws({114}, i).uniform());
  std::vector<std::uint32_t> order;
  for (std::uint64_t i = 0; i < 900; ++i) order.push_back(Draws({115}, i).below(500));
  for (const Schedule& schedule :
       {Schedule::in_order(log), Schedule::range(17, 300), Schedule::of(order)}) {
    for (const bool weighted : {false, true}) {
      const std::vector<double> used = weighted ? weights : std::vector<double>();
      const PlainSums wanted = plain_sums(log, schedule, 1, used);
      for (const ReplayPath path : {ReplayPath::plain, ReplayPath::fastest}) {
        Agent agent(Always{1});
        std::vector<std::uint32_t> accepted;
        ReplayOptions options;
        options.weights = used;
        options.path = path;
        options.accepted_records = &accepted;
        const Sums sums = agent.replay(log, schedule, {1}, options).sums;
        CHECK(sums.records == schedule.size());
        CHECK(sums.accepted == wanted.accepted);
        CHECK(accepted.size() == wanted.accepted);
        // pow and the products may round apart: some ulps over a few hundred terms.
        CHECK(sums.weight() == Approx(wanted.weight).epsilon(1e-13));
        using terms::Channel;
        const auto second = [&](Channel a, Channel b) {
          return static_cast<double>(sums.terms.second(a, b));
        };
        CHECK(second(Channel::weight, Channel::weight) == Approx(wanted.weight2).epsilon(1e-13));
        CHECK(sums.reward() == Approx(wanted.reward).epsilon(1e-13));
        CHECK(second(Channel::weight, Channel::product) ==
              Approx(wanted.weight2_reward).epsilon(1e-13));
        CHECK(second(Channel::product, Channel::product) == Approx(wanted.reward2).epsilon(1e-13));
        CHECK(sums.expected == 0);
      }
    }
  }
}

TEST_CASE("a replay by hand: order, learning and the curve") {
  Log log;
  log.action_count = 3;
  log.dimension = 1;
  log.contexts = {0, 1, 2, 3, 4, 5, 6};
  log.actions = {1, 0, 0, 2, 1, 2, 0};
  log.rewards = {9, 1, 9, 9, 2, 3, 4};
  // Rotating wants 0, then 1, then 2, then 0: records 1, 4, 5, 6.
  const std::vector<std::uint64_t> checkpoints{1, 3, 4, 5};
  for (const ReplayPath path : {ReplayPath::plain, ReplayPath::fastest}) {
    Agent agent{JumpingRotating{}};
    std::vector<std::uint32_t> accepted;
    ReplayOptions options;
    options.path = path;
    options.checkpoints = checkpoints;
    options.accepted_records = &accepted;
    const Tally tally = agent.replay(log, Schedule::in_order(log), {1}, options);
    CHECK(accepted == std::vector<std::uint32_t>{1, 4, 5, 6});
    CHECK(tally.sums.reward() == 10);
    CHECK(tally.sums.records == 7);
    REQUIRE(tally.curve.size() == 3);  // 5 was not reached
    CHECK(tally.curve[0].accepted == 1);
    CHECK(tally.curve[0].records == 2);
    CHECK(tally.curve[0].reward() == 1);
    CHECK(tally.curve[1].accepted == 3);
    CHECK(tally.curve[1].records == 6);
    CHECK(tally.curve[1].reward() == 6);
    CHECK(tally.curve[2].records == 7);
  }
}

TEST_CASE("jumping gives the bytes of the plain path") {
  const Log log = random_log(3'000, 7, 116);
  const Schedule schedule = Schedule::range(123, 2'500);
  std::vector<std::uint32_t> by_path[2];
  double reward[2];
  for (const int k : {0, 1}) {
    Agent agent{JumpingRotating{}};
    ReplayOptions options;
    options.path = k == 0 ? ReplayPath::plain : ReplayPath::fastest;
    options.accepted_records = &by_path[k];
    reward[k] = agent.replay(log, schedule, {1}, options).sums.reward();
  }
  CHECK(by_path[0].size() > 100);
  CHECK(by_path[0] == by_path[1]);
  CHECK(reward[0] == reward[1]);
}

namespace {

struct Remembering {
  double seen = 0;  // of the contexts learned
  double learned = 0;
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context& context, Action, double) {
    seen += context[0];
    ++learned;
  }
  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(seen, learned);
  }
};

struct Shift final : ContextNoise {
  double value = 0;
  Context apply(std::uint64_t slot, const Context& context) override {
    value = context[0] + static_cast<double>(slot);
    return Context(std::span(&value, 1));
  }
};
const std::vector<std::uint32_t> order{0, 1, 0, 0};
const std::vector<std::uint8_t> tested{0, 0, 1, 0};
std::vector<std::uint32_t> counts(2);

}  // namespace

TEST_CASE("a schedule offered in pieces gives the bytes of the whole") {
  const Log log = random_log(500, 3, 119);
  std::vector<std::uint32_t> order;
  for (std::uint64_t i = 0; i < 2'000; ++i) order.push_back(Draws({120}, i).below(500));
  const std::vector<std::uint64_t> checkpoints{1, 50, 200, 400, 100'000};
  const auto run = [&](Agent agent, std::size_t piece, ReplayPath path) {
    Tally tally;
    std::vector<std::uint32_t> accepted;
    ReplayOptions options;
    options.path = path;
    options.checkpoints = checkpoints;
    options.accepted_records = &accepted;
    for (std::size_t first = 0; first < order.size(); first += piece) {
      options.first_slot = first;
      const std::size_t count = std::min(piece, order.size() - first);
      agent.replay(log, Schedule::of(std::span(order).subspan(first, count)), {121}, options,
                   tally);
    }
    CHECK(tally.sums.records == order.size());
    CHECK(tally.curve.size() == 4);
    std::vector<std::uint64_t> seen(accepted.begin(), accepted.end());
    for (const Sums& sums : tally.curve) seen.push_back(sums.records);
    return seen;
  };
  for (const ReplayPath path : {ReplayPath::plain, ReplayPath::fastest}) {
    const auto whole = run(Agent(Randomly{}), 2'000, path);
    CHECK(run(Agent(Randomly{}), 1, path) == whole);
    CHECK(run(Agent(Randomly{}), 333, path) == whole);
    const auto jumped = run(Agent(JumpingRotating{}), 2'000, path);
    CHECK(run(Agent(JumpingRotating{}), 77, path) == jumped);
  }
}

TEST_CASE("a replay by hand: tested slots, learning once, noise, an early end") {
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  log.contexts = {10, 20};
  log.actions = {0, 1};
  log.rewards = {3, 5};
  Shift shift;
  ReplayOptions options;
  options.first_slot = 100;
  options.noise = &shift;
  options.tested = tested;
  options.acceptances = counts;
  Agent agent(Remembering{});
  const Tally tally = agent.replay(log, Schedule::of(order), {1}, options);
  CHECK(tally.sums.accepted == 1);
  CHECK(tally.sums.reward() == 3);
  CHECK(tally.training.accepted == 2);
  CHECK(counts == std::vector<std::uint32_t>{3, 0});
  // Slots 100 and 103 with their noise, the tested one without.
  CHECK(agent.state_digest() == Agent(Remembering{110.0 + 10 + 113, 3}).state_digest());

  std::fill(counts.begin(), counts.end(), 0);
  options.learn_once = true;
  Agent once(Remembering{});
  CHECK(once.replay(log, Schedule::of(order), {1}, options).training.accepted == 2);
  CHECK(once.state_digest() == Agent(Remembering{110, 1}).state_digest());

  options = {};
  options.max_accepted = 2;
  const Sums early = Agent(Remembering{}).replay(log, Schedule::of(order), {1}, options).sums;
  CHECK(early.accepted == 2);
  CHECK(early.records == 3);
}

TEST_CASE("replay: the draws of a record are those of its step in the schedule") {
  const Log log = random_log(400, 3, 117);
  Agent agent{Randomly{}};
  std::vector<std::uint32_t> accepted;
  ReplayOptions options;
  options.accepted_records = &accepted;
  agent.replay(log, Schedule::range(100, 200), {118}, options);
  std::vector<std::uint32_t> wanted;
  for (std::uint32_t step = 0; step < 200; ++step) {
    if (Draws({118}, step).below(3) == log.actions[100 + step]) wanted.push_back(100 + step);
  }
  CHECK(accepted == wanted);
}

TEST_CASE("live play counts every step, and its expectation") {
  TwoArms environment;
  Agent agent{Rotating{}};
  const std::vector<std::uint64_t> checkpoints{2, 5};
  const Tally tally = agent.play(environment, 5, {1}, checkpoints);
  // Actions 0, 1, 0, 1, 0.
  CHECK(tally.sums.accepted == 5);
  CHECK(tally.sums.records == 5);
  CHECK(tally.sums.reward() == 4);
  CHECK(tally.sums.expected == 2.25);
  REQUIRE(tally.curve.size() == 2);
  CHECK(tally.curve[0].reward() == 1);
  CHECK(tally.curve[0].records == 2);
  CHECK(tally.curve[1].reward() == 4);
}

TEST_CASE("an agent is a value") {
  Agent agent{Rotating{}};
  const Agent copy = agent;
  const double feature = 0;
  const Context context(std::span(&feature, 1));
  agent.update(context, ActionSet::all(2), 0, 0);
  Draws draws({1}, 0);
  CHECK(agent.choose(context, ActionSet::all(3), draws) == 1);
  CHECK(copy.choose(context, ActionSet::all(3), draws) == 0);
  CHECK(agent.learns());
  CHECK_FALSE(Agent(Always{0}).learns());
  CHECK_FALSE(agent.has_probabilities());
  std::vector<double> out(3);
  CHECK_THROWS_AS(agent.probabilities(context, ActionSet::all(3), out), std::logic_error);
}

namespace {

struct Counter {
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context&, const ActionSet& actions, Action, double) { seen += actions.size(); }
  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(seen, rows);
  }
  std::uint32_t seen = 0;
  std::vector<std::vector<double>> rows{{1, 2}, {3}};
};

}  // namespace

TEST_CASE("a state is determined by what it lists") {
  Agent agent{Counter{}};
  const std::uint64_t before = agent.state_digest();
  CHECK(agent.state_bytes() == 4 + 3 * 8);
  agent.update(Context(), ActionSet::all(5), 0, 1);
  CHECK(agent.state_digest() != before);
  Counter same;
  same.seen = 5;
  CHECK(Agent(same).state_digest() == agent.state_digest());
  same.rows[1][0] = 4;
  CHECK(Agent(same).state_digest() != agent.state_digest());
  CHECK(agent.tells_state());
  // An algorithm of choose and update alone.
  CHECK_FALSE(Agent(Rotating{}).tells_state());
  CHECK_THROWS_AS(Agent(Rotating{}).state_digest(), std::logic_error);
}

TEST_CASE("an algorithm that asks for the pool gets the record's own") {
  Log log;
  log.action_count = 3;
  log.dimension = 0;
  log.actions = {0, 0, 0};
  log.rewards = {0, 0, 0};
  log.pools = {log.pool_table.intern({0, 1, 2}), log.pool_table.intern({0}),
               log.pool_table.intern({0, 2})};
  log.check();
  Agent agent{Counter{}};
  agent.replay(log, Schedule::in_order(log), {1});
  Counter wanted;
  wanted.seen = 3 + 1 + 2;
  CHECK(agent.state_digest() == Agent(wanted).state_digest());
}

namespace {

struct LastDisplay : Always {
  std::size_t choose_display(std::span<const Display> batch, Draws&) const {
    return batch.size() - 1;
  }
  double predicted_reward(const Context& context, Action at) const { return context[0] + at; }
};

}  // namespace

TEST_CASE("an agent chooses displays and predicts rewards where its algorithm does") {
  const double feature = 0.25;
  const Context context(std::span(&feature, 1));
  const std::vector<Display> batch{{context, 0}, {context, 1}};
  Draws draws({1}, 0);
  const Agent able{LastDisplay{}};
  CHECK(able.chooses_displays());
  CHECK(able.choose_display(batch, draws) == 1);
  CHECK(able.predicts_rewards());
  CHECK(able.predicted_reward(context, 2) == 2.25);
  const Agent unable{Always{0}};
  CHECK_FALSE(unable.chooses_displays());
  CHECK_FALSE(unable.predicts_rewards());
  CHECK_THROWS_AS(unable.choose_display(batch, draws), std::logic_error);
  CHECK_THROWS_AS(unable.predicted_reward(context, 0), std::logic_error);
}
