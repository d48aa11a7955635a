// Requirements of the suite on every algorithm.

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <numeric>
#include <set>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/subjects.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

constexpr std::uint64_t records = 2'000;

// Calls test(subject, shape, fresh agent, log) for every algorithm, parameter set and shape.
template <class Test>
void for_all(const Test& test) {
  for_all_agents([&](const Subject& subject, const Shape& shape, const Agent& agent) {
    test(subject, shape, agent, test_log(shape, records));
  });
}

// Asks a copy: an algorithm that is known to change when asked must not change here.
std::vector<Action> choices(Agent agent, const Log& log, StreamKey key) {
  std::vector<Action> list;
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    Draws draws(key, i);
    list.push_back(agent.choose(contexts[i], log.available(i), draws));
  }
  return list;
}

// Teaches the agent the log's first records, whatever it would have chosen.
void teach(Agent& agent, const Log& log, std::size_t count = 200) {
  ContextReader contexts(log);
  for (std::size_t i = 0; i < count; ++i) {
    agent.update(contexts[i], log.available(i), log.actions[i], log.rewards[i]);
  }
}

struct Outcome {
  Tally tally;
  std::vector<std::uint32_t> accepted;
};

Outcome replay(Agent agent, const Log& log, const Schedule& schedule, ReplayPath path,
               std::span<const double> weights) {
  static const std::vector<std::uint64_t> checkpoints{1, 10, 50, 51, 100'000};
  Outcome outcome;
  ReplayOptions options;
  options.path = path;
  options.weights = weights;
  options.checkpoints = checkpoints;
  options.accepted_records = &outcome.accepted;
  outcome.tally = agent.replay(log, schedule, {71}, options);
  return outcome;
}

}  // namespace

TEST_CASE("every algorithm: the fastest path gives the bytes of the plain one") {
  for_all([](const Subject& subject, const Shape&, const Agent& agent, const Log& log) {
    std::vector<double> weights;
    std::vector<std::uint32_t> shuffled;
    Draws draws({72}, 0);
    for (std::size_t i = 0; i < log.size(); ++i) weights.push_back(0.1 + draws.uniform());
    for (std::size_t i = 0; i < 3'000; ++i) {
      shuffled.push_back(draws.below(static_cast<std::uint32_t>(log.size())));
    }
    // The defaults with and without weights on each schedule, other parameters in turns.
    std::size_t turn = 0;
    const auto compare = [&](const Log& offered, const Schedule& schedule) {
      ++turn;
      for (const bool weighted : {false, true}) {
        if (!subject.has_defaults && weighted != (turn % 2 == 0)) continue;
        const std::span<const double> w =
            weighted ? std::span<const double>(weights) : std::span<const double>();
        const Outcome plain = replay(agent, offered, schedule, ReplayPath::plain, w);
        const Outcome fastest = replay(agent, offered, schedule, ReplayPath::fastest, w);
        CHECK(same_bytes(plain.tally, fastest.tally));
        CHECK(plain.accepted == fastest.accepted);
        CHECK(plain.tally.sums.records == schedule.size());
        CHECK(plain.tally.sums.accepted == plain.accepted.size());
      }
    };
    for (const Schedule& schedule : {Schedule::in_order(log), Schedule::range(300, 1'000),
                                     Schedule::range(5, 0), Schedule::of(shuffled)}) {
      compare(log, schedule);
    }
    if (!log.has_pools()) return;
    // Pools that stay the same for many records.
    std::vector<std::uint32_t> order(log.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return log.pools[a] < log.pools[b]; });
    const Log sorted = log.select(order);
    compare(sorted, Schedule::in_order(sorted));
    compare(sorted, Schedule::range(300, 1'000));
  });
}

TEST_CASE("every algorithm: the choice lies in the pool") {
  for_all([](const Subject&, const Shape&, Agent agent, const Log& log) {
    for (const bool taught : {false, true}) {
      if (taught) teach(agent, log);
      const auto list = choices(agent, log, {73});
      bool inside = true;
      for (std::size_t i = 0; i < log.size(); ++i) {
        inside = inside && log.available(i).contains(list[i]);
      }
      CHECK(inside);
    }
    // A pool that was never seen before: a single action.
    ContextReader contexts(log);
    for (Action a = 0; a < log.action_count; ++a) {
      Draws draws({74}, a);
      CHECK(agent.choose(contexts[0], ActionSet(std::span(&a, 1)), draws) == a);
    }
  });
}

TEST_CASE("every algorithm: being asked changes nothing") {
  for_all([](const Subject& subject, const Shape&, Agent agent, const Log& log) {
    if (subject.component.description->properties.changes_state_in_choose)
      return;  // caught by the state audit
    teach(agent, log, 50);
    Agent asked = agent;
    ContextReader contexts(log);
    for (std::uint64_t i = 0; i < 1'000; ++i) {
      Draws draws({75}, i);
      asked.choose(contexts[i], log.available(i), draws);
    }
    CHECK(choices(asked, log, {76}) == choices(agent, log, {76}));
    teach(asked, log);
    teach(agent, log);
    CHECK(choices(asked, log, {76}) == choices(agent, log, {76}));
    const auto all = Schedule::in_order(log);
    CHECK(replay(asked, log, all, ReplayPath::plain, {}).accepted ==
          replay(agent, log, all, ReplayPath::plain, {}).accepted);
  });
}

TEST_CASE("every algorithm: the state audit") {
  // The digest of the state before and after `choose`: it changes for the algorithms that are known
  // to learn from being asked (thesis section 4.4.2, p. 113), which shows that the audit sees it,
  // and for no other. An update of a learner does change it.
  for_all([](const Subject& subject, const Shape&, Agent agent, const Log& log) {
    if (!agent.tells_state()) return;
    const bool flawed = subject.component.description->properties.changes_state_in_choose;
    const std::uint64_t fresh = agent.state_digest();
    teach(agent, log, 50);
    ContextReader contexts(log);
    for (std::uint64_t i = 0; i < 100; ++i) {
      const std::uint64_t before = agent.state_digest();
      Draws draws({75}, i);
      agent.choose(contexts[i], log.available(i), draws);
      CHECK((agent.state_digest() != before) == flawed);
    }
    const std::uint64_t asked = agent.state_digest();
    const std::size_t bytes = agent.state_bytes();
    const Agent copy = agent;
    CHECK(copy.state_digest() == asked);
    teach(agent, log, 300);
    CHECK((agent.state_digest() != fresh) == agent.learns());
    CHECK(copy.state_digest() == asked);
    CHECK(agent.state_bytes() == bytes);  // no memory is taken after the constructor
  });
}

TEST_CASE("every algorithm: sparse and dense contexts of the same values") {
  const Shape shape{6, 40, true, true};
  const Log& sparse = test_log(shape, records);
  Log dense = sparse;
  ContextReader contexts(sparse);
  for (std::size_t i = 0; i < sparse.size(); ++i) {
    const auto values = contexts[i].values();
    dense.contexts.insert(dense.contexts.end(), values.begin(), values.end());
  }
  dense.active_first.clear();
  dense.active.clear();
  dense.check();
  in_sections(subjects(), [&](const Subject& subject) {
    const auto agent = try_agent(subject, test_problem(shape));
    if (!agent) return;
    const auto all = Schedule::in_order(sparse);
    const Outcome from_sparse = replay(*agent, sparse, all, ReplayPath::plain, {});
    const Outcome from_dense = replay(*agent, dense, all, ReplayPath::plain, {});
    // Sums of the same terms in another order: equal up to roundoff, which turns a choice only
    // where two scores are as good as equal. A replay that went another way from there would share
    // no more than chance with the first.
    std::vector<std::uint32_t> common;
    std::set_intersection(from_sparse.accepted.begin(), from_sparse.accepted.end(),
                          from_dense.accepted.begin(), from_dense.accepted.end(),
                          std::back_inserter(common));
    CHECK(common.size() >= 0.98 * static_cast<double>(from_sparse.accepted.size()));
    CHECK(common.size() >= 0.98 * static_cast<double>(from_dense.accepted.size()));
  });
}

TEST_CASE("every algorithm: packed contexts give the bytes of listed ones") {
  const Shape shape{6, 40, true, true};
  const Log& listed = test_log(shape, records);
  const Log packed = packed_log(listed);
  in_sections(subjects(), [&](const Subject& subject) {
    const auto agent = try_agent(subject, test_problem(shape));
    if (!agent) return;
    const auto all = Schedule::in_order(listed);
    const Outcome a = replay(*agent, listed, all, ReplayPath::fastest, {});
    const Outcome b = replay(*agent, packed, all, ReplayPath::fastest, {});
    CHECK(same_bytes(a.tally, b.tally));
    CHECK(a.accepted == b.accepted);
  });
}

TEST_CASE("every algorithm: that says so looks at no context") {
  const Shape shape{6, 40, true, true};
  const Log& log = test_log(shape, records);
  in_sections(subjects(), [&](const Subject& subject) {
    const auto made = try_agent(subject, test_problem(shape));
    if (!made || made->uses_contexts()) return;
    Agent with_contexts = *made;
    Agent without_contexts = *made;
    ContextReader contexts(log);
    for (std::size_t i = 0; i < log.size(); ++i) {
      Draws draws({71}, i);
      Draws same_draws({71}, i);
      const Action action = with_contexts.choose(contexts[i], log.available(i), draws);
      REQUIRE(action == without_contexts.choose(Context(), log.available(i), same_draws));
      if (i % 3 != 0) continue;
      with_contexts.update(contexts[i], log.available(i), log.actions[i], log.rewards[i]);
      without_contexts.update(Context(), log.available(i), log.actions[i], log.rewards[i]);
    }
    CHECK(digest_if_told(with_contexts) == digest_if_told(without_contexts));
  });
}

TEST_CASE("every algorithm: a copy is independent of what it was copied from") {
  for_all([](const Subject&, const Shape&, Agent agent, const Log& log) {
    teach(agent, log, 50);
    const auto before = choices(agent, log, {77});
    Agent copy = agent;
    teach(copy, log);
    const auto after = choices(copy, log, {77});
    CHECK(choices(agent, log, {77}) == before);
    Agent assigned = copy;
    assigned = agent;
    CHECK(choices(assigned, log, {77}) == before);
    teach(agent, log);
    CHECK(choices(copy, log, {77}) == after);
    CHECK(choices(agent, log, {77}) == after);  // taught the same, they are the same
    const Agent moved = std::move(copy);
    CHECK(choices(moved, log, {77}) == after);
  });
}

TEST_CASE("every algorithm: two runs give the same bytes, live and replayed") {
  in_sections(subjects(), [](const Subject& subject) {
    for (const Shape& shape : shapes()) {
      INFO("in " << testing::to_text(shape));
      const Log& log = test_log(shape, records);
      const auto play = [&]() -> std::optional<std::pair<Tally, Outcome>> {
        auto agent = try_agent(subject, test_problem(shape));
        if (!agent) return std::nullopt;
        const Outcome replayed =
            replay(*agent, log, Schedule::in_order(log), ReplayPath::fastest, {});
        TestEnvironment environment(shape, {78});
        const std::uint64_t checkpoints[] = {10, 500};
        return std::pair{agent->play(environment, 500, {79}, checkpoints), replayed};
      };
      const auto first = play();
      const auto second = play();
      CHECK(first.has_value() == second.has_value());
      if (!first || !second) continue;
      CHECK(same_bytes(first->first, second->first));
      CHECK(first->first.sums.accepted == 500);
      CHECK(same_bytes(first->second.tally, second->second.tally));
      CHECK(first->second.accepted == second->second.accepted);
    }
  });
}

TEST_CASE("every algorithm: probabilities, where offered, sum to 1 and match the frequencies") {
  for_all([](const Subject&, const Shape&, Agent agent, const Log& log) {
    ContextReader contexts(log);
    if (!agent.has_probabilities()) {
      std::vector<double> out(log.available(0).size());
      CHECK_THROWS_AS(agent.probabilities(contexts[0], log.available(0), out), std::logic_error);
      return;
    }
    for (const bool taught : {false, true}) {
      if (taught) teach(agent, log);
      for (std::size_t i = 0; i < 3; ++i) {
        const Record record = contexts.record(i);
        std::vector<double> p(record.actions.size());
        agent.probabilities(record.context, record.actions, p);
        double sum = 0;
        for (const double value : p) {
          CHECK(value >= 0);
          sum += value;
        }
        CHECK(sum == Approx(1).epsilon(1e-14));

        constexpr std::uint64_t asked = 5'000;
        std::vector<double> count(log.action_count);
        for (std::uint64_t t = 0; t < asked; ++t) {
          Draws draws({80 + i}, t);
          ++count[agent.choose(record.context, record.actions, draws)];
        }
        double statistic = 0;
        int cells = 0;
        for (Action a = 0; a < record.actions.size(); ++a) {
          const double seen = count[record.actions[a]];
          const double expected = asked * p[a];
          if (p[a] == 0) {
            CHECK(seen == 0);
          } else {
            statistic += (seen - expected) * (seen - expected) / expected;
            ++cells;
          }
        }
        // Fixed streams: this never flickers; a right algorithm written later fails with
        // probability 1e-9 a test.
        if (cells > 1) {
          const boost::math::chi_squared distribution(cells - 1);
          CHECK(statistic < boost::math::quantile(boost::math::complement(distribution, 1e-9)));
        } else {
          CHECK(statistic == 0);
        }
      }
    }
  });
}

TEST_CASE("every algorithm: a static policy is not changed by updates") {
  for_all([](const Subject&, const Shape&, Agent agent, const Log& log) {
    if (agent.learns()) return;
    const auto before = choices(agent, log, {83});
    teach(agent, log, log.size());
    CHECK(choices(agent, log, {83}) == before);
  });
}

TEST_CASE("every algorithm: records that are not accepted teach nothing") {
  for_all([](const Subject& subject, const Shape&, Agent agent, const Log& log) {
    if (subject.component.description->properties.changes_state_in_choose) return;
    Agent fed = agent;
    std::vector<std::uint32_t> accepted;
    ReplayOptions options;
    options.accepted_records = &accepted;
    agent.replay(log, Schedule::in_order(log), {71}, options);
    ContextReader contexts(log);
    for (const std::uint32_t i : accepted) {
      fed.update(contexts[i], log.available(i), log.actions[i], log.rewards[i]);
    }
    CHECK(digest_if_told(agent) == digest_if_told(fed));
  });
}

TEST_CASE("every algorithm: a learner does not see the hidden part of the context") {
  for_all([](const Subject&, const Shape&, const Agent& agent, const Log& log) {
    if (!agent.learns()) return;
    Log stripped = log;
    stripped.hidden.clear();
    stripped.hidden_dimension = 0;
    const auto all = Schedule::in_order(log);
    const Outcome with = replay(agent, log, all, ReplayPath::plain, {});
    const Outcome without = replay(agent, stripped, all, ReplayPath::plain, {});
    CHECK(with.accepted == without.accepted);
    CHECK(same_bytes(with.tally, without.tally));
  });
}

TEST_CASE("every algorithm: works with thousands of actions") {
  const Shape shape{3'000, 8, true, false};
  const Log& log = test_log(shape, 300);
  in_sections(subjects(), [&](const Subject& subject) {
    if (auto agent = try_agent(subject, test_problem(shape))) {
      teach(*agent, log);
      bool inside = true;
      ContextReader contexts(log);
      for (std::size_t i = 0; i < 50; ++i) {
        Draws draws({84}, i);
        inside = inside &&
                 log.available(i).contains(agent->choose(contexts[i], log.available(i), draws));
      }
      CHECK(inside);
    }
  });
}

TEST_CASE("the algorithms under test: every ability is there to be tested") {
  if (!tested_component().empty()) return;
  std::size_t without_contexts = 0;
  std::size_t displays = 0;
  std::set<std::string> averaged;
  for (const Subject& subject : subjects()) {
    const auto agent = try_agent(subject, test_problem(shapes()[1]));
    if (!agent) continue;
    without_contexts += !agent->uses_contexts();
    displays += agent->chooses_displays();
    if (agent->can_be_averaged()) averaged.insert(subject.name());
  }
  CHECK(without_contexts > 15);
  CHECK(displays > 0);
  for (const char* name : {"discounted_thompson", "discounted_ucb", "epsilon_greedy",
                           "epsilon_n_greedy", "lin_ts", "lin_ucb", "thompson_sampling", "ucb"}) {
    CHECK(averaged.count(name) == 1);
  }
}

TEST_CASE("every algorithm that chooses displays: a place in the batch, and nothing changes") {
  for_all_agents([](const Subject&, const Shape& shape, const Agent& fresh) {
    Agent agent = fresh;
    const Log& log = test_log(shape, 600);
    std::vector<std::vector<double>> values;
    ContextReader contexts(log);
    for (std::size_t i = 0; i < log.size(); ++i) {
      const Context context = contexts[i];
      values.emplace_back(context.values().begin(), context.values().end());
      values.emplace_back(context.hidden().begin(), context.hidden().end());
    }
    const auto display = [&](std::size_t i) {
      return Display{Context(values[2 * i], values[2 * i + 1]), log.actions[i]};
    };
    Draws unused({1}, 0);
    if (!agent.chooses_displays()) {
      const Display one = display(0);
      CHECK_THROWS_AS(agent.choose_display(std::span(&one, 1), unused), std::logic_error);
      return;
    }
    for (std::size_t first = 0; first + 6 <= log.size(); first += 6) {
      const std::size_t size = 1 + first / 6 % 6;
      std::vector<Display> batch;
      for (std::size_t i = 0; i < size; ++i) batch.push_back(display(first + i));
      const std::uint64_t before = digest_if_told(agent);
      Draws draws({2}, first);
      const std::size_t choice = agent.choose_display(batch, draws);
      REQUIRE(choice < size);
      CHECK(digest_if_told(agent) == before);
      Draws again({2}, first);
      CHECK(agent.choose_display(batch, again) == choice);
      agent.update(batch[choice].context, log.available(first + choice), batch[choice].action,
                   log.rewards[first + choice]);
    }
  });
}
