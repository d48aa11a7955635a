#include "suite/resample/pass.hpp"

#include <algorithm>
#include <numeric>

#include "suite/resample/entangled.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

constexpr std::size_t records = 2'000;

Log example_log() {
  Log log;
  log.action_count = 4;
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({501}, i);
    log.actions.push_back(draws.below(4));
    log.rewards.push_back(draws.uniform());
  }
  return log;
}

std::vector<std::uint32_t> all_records() {
  std::vector<std::uint32_t> all(records);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

// Draws at each step, so that a step that is numbered otherwise chooses otherwise.
struct Randomly {
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
};

}  // namespace

TEST_CASE("replay_pass: the pieces change nothing in the result") {
  const Log log = example_log();
  constexpr std::size_t slots = 7'000;  // three pieces and a half
  const std::vector<std::uint32_t> all = all_records();
  WithReplacement whole(all, {502});
  std::vector<std::uint32_t> order(slots);
  whole.fill(order);
  for (const std::uint64_t most : {std::uint64_t{1'000'000}, std::uint64_t{900}}) {
    ReplayOptions options;
    options.first_slot = 3;
    options.max_accepted = most;
    Agent plain(Randomly{}), pieces(Randomly{});
    const Sums expected = plain.replay(log, Schedule::of(order), {503}, options).sums;
    WithReplacement source(all, {502});
    Tally tally;
    replay_pass(pieces, {log, source, slots, {503}, options}, tally);
    CHECK(tally.sums.accepted == expected.accepted);
    CHECK(tally.sums.records == expected.records);
    CHECK(tally.sums.reward() == expected.reward());
    if (most == 900) CHECK(tally.sums.records < slots);
  }
}

namespace {

// Plays the action of the highest index, which changes with each update.
struct Greedy {
  std::vector<double> sums = std::vector<double>(4), counts = std::vector<double>(4, 1);
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, Ties::lowest, draws, [&](Action a) { return score(a); });
  }
  void update(const Context&, Action a, double reward) {
    sums[a] += reward;
    ++counts[a];
  }
  double score(Action a) const { return (sums[a] + 1) / counts[a]; }
  bool would_choose(const Context&, const ActionSet& actions, Action logged, Action& hint,
                    Draws&) const {
    return is_best_action(actions, logged, hint, [&](Action a) { return score(a); });
  }
};

}  // namespace

TEST_CASE("replay: hints of the records change no result") {
  const Log log = example_log();
  const std::vector<std::uint32_t> all = all_records();
  WithReplacement source(all, {508});
  std::vector<std::uint32_t> order(10'000);
  source.fill(order);
  ReplayOptions by_choosing;
  by_choosing.path = ReplayPath::plain;
  Agent plain{Greedy()};
  const Sums expected = plain.replay(log, Schedule::of(order), {509}, by_choosing).sums;
  CHECK(expected.accepted > 2'000);
  for (const Action first : {no_hint, Action{0}, Action{3}}) {
    std::vector<Action> hints(records, first);
    ReplayOptions options;
    options.hints = hints;
    Agent hinted{Greedy()};
    const Sums sums = hinted.replay(log, Schedule::of(order), {509}, options).sums;
    CHECK(sums.accepted == expected.accepted);
    CHECK(sums.reward() == expected.reward());
    // The hint of a record that was beaten is the action that beat it.
    for (std::size_t i = 0; i < records; ++i) {
      CHECK((hints[i] == first || hints[i] != log.actions[i]));
    }
    CHECK(std::ranges::count(hints, first) < static_cast<std::ptrdiff_t>(records));
  }
}

TEST_CASE("replay_pass: what is tested counts, what is taught does not") {
  const Log log = example_log();
  constexpr std::size_t slots = 6'000;
  const std::vector<std::uint32_t> all = all_records();
  const EntangledSplit split(all, 1'500, {504});
  const auto source = [&] {
    return EntangledSource(
        split.tests,
        std::make_unique<PlainTraining>(make_source(Drawing::with_replacement, split.training,
                                                    slots - split.tests.size(), {505})),
        slots, {506});
  };
  Agent agent(Randomly{});
  Tally tally;
  EntangledSource read = source();
  replay_pass(agent, {log, read, slots, {507}, {}}, tally);
  // Expected result by hand, slot by slot.
  EntangledSource again = source();
  std::vector<std::uint32_t> order(slots);
  std::vector<std::uint8_t> tested(slots);
  for (std::size_t first = 0; first < slots; first += records) {
    again.fill_slots(std::span(order).subspan(first, records),
                     std::span(tested).subspan(first, records));
  }
  CHECK(std::count(tested.begin(), tested.end(), 1) == 1'500);
  double counted = 0, taught = 0;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    Draws draws({507}, slot);
    if (draws.below(4) != log.actions[order[slot]]) continue;
    (tested[slot] ? counted : taught) += log.rewards[order[slot]];
  }
  CHECK(tally.sums.reward() == Approx(counted).epsilon(1e-14));
  CHECK(tally.training.reward() == Approx(taught).epsilon(1e-14));
}
