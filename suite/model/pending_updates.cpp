#include "suite/model/pending_updates.hpp"

#include <algorithm>

#include "suite/model/agent.hpp"

namespace replaybench {

Context PendingUpdates::Update::context() const {
  Context context = sparse ? Context::sparse(values, active, hidden) : Context(values, hidden);
  context.take_action_features(of_actions);
  return context;
}

ActionSet PendingUpdates::Update::actions() const {
  return pool.empty() ? ActionSet::all(action_count) : ActionSet(pool);
}

bool PendingUpdates::later(const Arrival& one, const Arrival& other) {
  return one.due != other.due ? one.due > other.due : one.order > other.order;
}

void PendingUpdates::add(std::uint64_t due, const Context& context, const ActionSet& actions,
                         Action action, double reward) {
  if (free_.empty()) {
    free_.push_back(updates_.size());
    updates_.emplace_back();
  }
  const std::size_t place = free_.back();
  free_.pop_back();
  Update& update = updates_[place];
  update.values.assign(context.values().begin(), context.values().end());
  update.hidden.assign(context.hidden().begin(), context.hidden().end());
  update.active.assign(context.active().begin(), context.active().end());
  update.sparse = context.is_sparse();
  update.of_actions.take_action_features(context);
  update.pool.clear();
  update.action_count = actions.size();
  if (!actions.is_all()) {
    for (Action i = 0; i < actions.size(); ++i) update.pool.push_back(actions[i]);
  }
  update.action = action;
  update.reward = reward;
  queue_.push_back({due, added_++, place});
  std::push_heap(queue_.begin(), queue_.end(), later);
}

void PendingUpdates::deliver(std::uint64_t step, Agent& agent) {
  while (!queue_.empty() && queue_.front().due <= step) {
    std::pop_heap(queue_.begin(), queue_.end(), later);
    const std::size_t place = queue_.back().place;
    queue_.pop_back();
    const Update& update = updates_[place];
    agent.update(update.context(), update.actions(), update.action, update.reward);
    free_.push_back(place);
  }
}

Tally Agent::play_delayed(Environment& environment, std::uint64_t horizon, StreamKey policy,
                          std::span<const std::uint64_t> checkpoints) {
  Tally tally;
  CurveKeeper curve(tally, checkpoints);
  PendingUpdates pending;
  for (std::uint64_t t = 0; t < horizon; ++t) {
    environment.observe(t);
    const Context context = environment.context();
    Draws draws(policy, t);
    const Action action = choose(context, environment.actions(), draws);
    tally.sums.accept(1.0, environment.reward(action));
    tally.sums.expected += environment.expected_reward(context, action, Knowledge::full);
    const Feedback told = environment.feedback(action);
    // An update after the last step would never be applied.
    if (!told.lost && told.delay < horizon - t) {
      pending.add(t + told.delay, context, environment.actions(), action, told.reward);
    }
    pending.deliver(t, *this);
    curve.look(t + 1);
  }
  tally.sums.records = horizon;
  return tally;
}

}  // namespace replaybench
