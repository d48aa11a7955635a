#include <stdexcept>
#include <vector>

#include "suite/resample/jitter.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("jitter: another bandwidth later is that bandwidth from the beginning, bit by bit") {
  Log log;
  log.action_count = 1;
  log.dimension = 3;
  for (std::size_t t = 0; t < 50; ++t) {
    Draws draws({41}, t);
    log.contexts.insert(log.contexts.end(),
                        {draws.normal(), draws.below(2) == 0 ? 0.0 : 1.0, 10 * draws.uniform()});
    log.actions.push_back(0);
    log.rewards.push_back(0);
  }
  const bool scaled = GENERATE(false, true);
  JitterOptions options;
  options.kind = JitterKind::mixed;
  options.scaled = scaled;
  options.bandwidth = 0.2;
  Jitter first(log, options, {7});
  options.bandwidth = 0.7;
  Jitter second(log, options, {7});
  first.set_bandwidth(0.7);
  ContextReader contexts(log);
  bool moved = false;
  for (std::uint64_t slot = 0; slot < 50; ++slot) {
    const Context raw = contexts[slot];
    const Context a = first.apply(slot, raw);
    const std::vector<double> values(a.values().begin(), a.values().end());
    const Context b = second.apply(slot, raw);
    for (std::size_t j = 0; j < 3; ++j) {
      CHECK(values[j] == b[j]);
      moved = moved || values[j] != raw[j];
    }
  }
  CHECK(moved);
  CHECK_THROWS_AS(first.set_bandwidth(-1), std::invalid_argument);
}
