#include "suite/offpolicy/unseen_actions.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace replaybench::offpolicy {

namespace {

// Two contexts in turn; the second shows action 1 in `shown` of its records, the first never.
Log two_contexts(std::size_t records, std::size_t shown) {
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  for (std::size_t i = 0; i < records; ++i) {
    log.contexts.push_back(static_cast<double>(i % 2));
    log.actions.push_back(i % 2 == 1 && i / 2 < shown ? 1 : 0);
    log.rewards.push_back(0);
  }
  return log;
}

double unseen(const Log& log, const std::vector<double>& target) {
  const LogInMemory blocks(log);
  const UnseenActions actions(blocks);
  if (!actions.any()) return 0;
  numeric::ExactSum sum;
  std::vector<std::size_t> contexts;
  blocks.each({.pools = true, .contexts = true}, [&](const LogBlock& block) {
    actions.read_contexts(block, contexts);
    for (const std::size_t context : contexts) {
      actions.add(context, ActionSet::all(log.action_count), target, sum);
    }
  });
  return sum.value() / static_cast<double>(log.size());
}

}  // namespace

TEST_CASE("unseen_actions: what a policy takes that its context never shows") {
  // Context 0, half of the records, misses action 1, whose share is 1/2; context 1 misses action 0.
  CHECK(unseen(two_contexts(80, 40), {0.75, 0.25}) == Approx(0.5 * 0.25 + 0.5 * 0.75));
  // Context 1 shows both; 0.625^100 = 4e-21.
  CHECK(unseen(two_contexts(200, 75), {0.75, 0.25}) == Approx(0.25 / 2));
}

TEST_CASE("unseen_actions: chance may hide an action of a few records") {
  // Share 1/4, missing from 40 records: 0.75^40 = 1.0e-5. From 100: 3e-13.
  CHECK(unseen(two_contexts(80, 20), {0, 1}) == 0);
  CHECK(unseen(two_contexts(200, 50), {0, 1}) == Approx(0.5));
}

TEST_CASE("unseen_actions: contexts that are all distinct say nothing") {
  Log log = two_contexts(100, 50);
  for (std::size_t i = 0; i < log.size(); ++i) log.contexts[i] = static_cast<double>(i);
  CHECK(unseen(log, {0, 1}) == 0);
}

}  // namespace replaybench::offpolicy
