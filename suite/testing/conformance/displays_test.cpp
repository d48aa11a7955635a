// Further requirements on an algorithm that chooses among displays.

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/subjects.hpp"

using namespace replaybench;
using namespace replaybench::testing;

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
