#include "suite/model/pending_updates.hpp"

#include <string>

#include "suite/model/agent.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

struct Told {
  std::vector<double> values;
  bool sparse;
  std::vector<std::uint32_t> active;
  Action pool_size;
  Action action;
  double reward;
};

// Remembers what it is taught; plays action `step % 2` by the context.
struct Listener {
  std::vector<Told>* heard;
  Action choose(const Context& context, const ActionSet& actions, Draws&) const {
    return actions[static_cast<Action>(context[0]) % actions.size()];
  }
  void update(const Context& context, const ActionSet& actions, Action action, double reward) {
    heard->push_back({{context.values().begin(), context.values().end()},
                      context.is_sparse(),
                      {context.active().begin(), context.active().end()},
                      actions.size(),
                      action,
                      reward});
  }
};

// Step t: context (t), reward 10 t + action, told as minus that after delays[t % size] steps; the
// steps of `lost` are not told.
class Slow : public Environment {
 public:
  Slow(std::vector<std::uint64_t> delays, std::vector<std::uint64_t> lost)
      : delays_(std::move(delays)), lost_(std::move(lost)) {}
  Action action_count() const override { return 2; }
  std::size_t dimension() const override { return 1; }
  RewardRange rewards() const override { return RewardRange::real; }
  void observe(std::uint64_t step) override {
    step_ = step;
    value_ = static_cast<double>(step);
  }
  Context context() const override { return Context(std::span(&value_, 1)); }
  double reward(Action action) const override { return 10 * value_ + action; }
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return reward(action);
  }
  bool has_delays() const override { return true; }
  Feedback feedback(Action action) const override {
    return {-reward(action), delays_[step_ % delays_.size()],
            std::find(lost_.begin(), lost_.end(), step_) != lost_.end()};
  }

 private:
  std::vector<std::uint64_t> delays_;
  std::vector<std::uint64_t> lost_;
  std::uint64_t step_ = 0;
  double value_ = 0;
};

std::vector<double> steps_of(const std::vector<Told>& heard) {
  std::vector<double> steps;
  for (const Told& told : heard) steps.push_back(told.values[0]);
  return steps;
}

}  // namespace

TEST_CASE("delayed play: updates come in the order of arrival, of equal ones by step") {
  std::vector<Told> heard;
  Agent agent(Listener{&heard});
  Slow slow({4, 0, 2, 1, 0, 3}, {});
  const Tally tally = agent.play(slow, 6, {1});
  // Due at 4, 1, 4, 4, 4 and 8: the last is after the end.
  CHECK(steps_of(heard) == std::vector<double>{1, 0, 2, 3, 4});
  CHECK(heard[0].reward == -11);
  CHECK(heard[0].action == 1);
  CHECK(tally.sums.records == 6);
  CHECK(tally.sums.reward() == 10 * 15 + 3);
}

TEST_CASE("delayed play: the context is that of the step, and what is lost is never told") {
  std::vector<Told> heard;
  Agent agent(Listener{&heard});
  Slow slow({3}, {1, 2, 6});
  agent.play(slow, 10, {1});
  CHECK(steps_of(heard) == std::vector<double>{0, 3, 4, 5});
  for (const Told& told : heard) {
    CHECK(told.reward == -(10 * told.values[0] + static_cast<int>(told.values[0]) % 2));
  }
}

TEST_CASE("delayed play: a delay beyond all numbers is never") {
  std::vector<Told> heard;
  Agent agent(Listener{&heard});
  Slow slow({~std::uint64_t{0}}, {});
  CHECK(agent.play(slow, 5, {1}).sums.accepted == 5);
  CHECK(heard.empty());
}

TEST_CASE("delayed play: a curve has the rewards earned so far") {
  std::vector<Told> heard;
  Agent agent(Listener{&heard});
  Slow slow({100}, {});
  const std::uint64_t checkpoints[] = {2, 3};
  const Tally tally = agent.play(slow, 4, {1}, checkpoints);
  REQUIRE(tally.curve.size() == 2);
  CHECK(tally.curve[0].reward() == 11);
  CHECK(tally.curve[1].records == 3);
}

TEST_CASE("pending updates: sparse contexts and pools are kept whole, places are used again") {
  std::vector<Told> heard;
  Agent agent(Listener{&heard});
  PendingUpdates pending;
  for (std::uint64_t step = 0; step < 100; ++step) {
    // The views are dead when they are delivered.
    std::vector<double> values{static_cast<double>(step), 1, 0};
    std::vector<std::uint32_t> active{0, 1};
    std::vector<Action> pool{2, 5, 9};
    if (step % 2 == 0) {
      pending.add(step + 3, Context::sparse(values, active), ActionSet(pool), 5, 0.5);
    } else {
      pending.add(step + 3, Context(values), ActionSet::all(4), 1, 1.5);
    }
    values.assign(3, -1);
    pool.assign(3, 0);
    pending.deliver(step, agent);
    CHECK(pending.waiting() <= 3);
  }
  REQUIRE(heard.size() == 97);
  for (std::size_t i = 0; i < heard.size(); ++i) {
    CHECK(heard[i].values == std::vector<double>{static_cast<double>(i), 1, 0});
    CHECK(heard[i].sparse == (i % 2 == 0));
    CHECK(heard[i].active.size() == (i % 2 == 0 ? 2 : 0));
    CHECK(heard[i].pool_size == (i % 2 == 0 ? 3 : 4));
    CHECK(heard[i].action == (i % 2 == 0 ? 5 : 1));
  }
}
