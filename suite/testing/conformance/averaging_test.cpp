// Requirements on an algorithm whose states can be averaged (thesis algorithm 16).

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/subjects.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Teaches the agent records first .. last - 1, whatever it would have chosen.
void teach(Agent& agent, const Log& log, std::size_t first, std::size_t last) {
  ContextReader contexts(log);
  for (std::size_t i = first; i < last; ++i) {
    agent.update(contexts[i], log.available(i), log.actions[i], log.rewards[i]);
  }
}

std::vector<Action> choices(const Agent& agent, const Log& log) {
  std::vector<Action> list;
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    Draws draws({91}, i);
    list.push_back(agent.choose(contexts[i], log.available(i), draws));
  }
  return list;
}

double share_alike(const std::vector<Action>& a, const std::vector<Action>& b) {
  double alike = 0;
  for (std::size_t i = 0; i < a.size(); ++i) alike += a[i] == b[i];
  return alike / static_cast<double>(a.size());
}

template <class Test>
void for_all_averaged(const Test& test) {
  for_all_agents([&](const Subject& subject, const Shape& shape, const Agent& agent) {
    if (agent.can_be_averaged() && agent.tells_state())
      test(subject, agent, test_log(shape, 1'000));
  });
}

}  // namespace

TEST_CASE("averaging: the average of copies of a state is that state, bit by bit") {
  for_all_averaged([](const Subject&, const Agent& fresh, const Log& log) {
    for (const std::size_t taught : {0u, 1u, 200u}) {
      Agent agent = fresh;
      teach(agent, log, 0, taught);
      for (const std::size_t copies : {1u, 3u, 7u}) {
        Agent average = fresh;
        average.become_average_of(std::vector<Agent>(copies, agent));
        CHECK(average.state_digest() == agent.state_digest());
        CHECK(choices(average, log) == choices(agent, log));
        teach(average, log, 200, 400);
        Agent plain = agent;
        teach(plain, log, 200, 400);
        CHECK(average.state_digest() == plain.state_digest());
      }
    }
  });
}

TEST_CASE("averaging: neither the order of the states nor who takes the average matters") {
  for_all_averaged([](const Subject&, const Agent& fresh, const Log& log) {
    Agent first = fresh;
    Agent second = fresh;
    teach(first, log, 0, 150);
    teach(second, log, 150, 400);
    const std::vector<Agent> states{first, second};
    Agent average = fresh;
    average.become_average_of(states);
    if (first.state_digest() != second.state_digest()) {
      CHECK(average.state_digest() != first.state_digest());
      CHECK(average.state_digest() != second.state_digest());
    }
    Agent other = second;
    other.become_average_of(states);
    CHECK(other.state_digest() == average.state_digest());
    std::vector<Agent> in_place = states;
    in_place[1].become_average_of(in_place);
    CHECK(in_place[1].state_digest() == average.state_digest());
    // Twice as many equal terms in another order have the same mean up to rounding, which changes a choice
    // only if two scores are nearly equal.
    const std::vector<Agent> doubled{second, first, second, first};
    Agent again = fresh;
    again.become_average_of(doubled);
    CHECK(share_alike(choices(again, log), choices(average, log)) >= 0.98);
    teach(average, log, 400, 600);  // it still learns
  });
}

TEST_CASE("averaging: what cannot be averaged says so") {
  in_sections(subjects(), [](const Subject& subject) {
    auto agent = try_agent(subject, test_problem(shapes()[1]));
    if (!agent) return;
    if (agent->can_be_averaged()) {
      CHECK_THROWS_AS(agent->become_average_of({}), std::logic_error);
      return;
    }
    const std::vector<Agent> copies(2, *agent);
    CHECK_THROWS_AS(agent->become_average_of(copies), std::logic_error);
  });
}

TEST_CASE("averaging: agents of different algorithms have no average") {
  const std::vector<Agent> different{make_agent("ucb", 10, 16), make_agent("lin_ucb", 10, 16)};
  CHECK_THROWS_AS(Agent(different.front()).become_average_of(different), std::logic_error);
}
